/** Sharing a run: what somebody else sees who opens it in a browser of their own. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashAtEnd, notices, openLab, openPanel, ready, runToEnd, seconds, state, text } from './looking.ts';
import type { StudioPage, StudioSite } from './studio-site.ts';
import { chromiumProgram, eventually, openStudioSite, standing } from './studio-site.ts';

const fragment = (link: string): string => link.slice(link.indexOf('#'));

async function sharedLink(page: StudioPage): Promise<string> {
  await page.getByTestId('share').click();
  await eventually(() => page.getByTestId('share-link').inputValue()).toContain('#');
  const link = await page.getByTestId('share-link').inputValue();
  await page.keyboard.press('Escape');
  return link;
}

async function savedRun(page: StudioPage, button: string, file: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByTestId(button).click();
  await (await download).saveAs(file);
  return file;
}

describe.skipIf(chromiumProgram === undefined)('a run that is shared', () => {
  let site: StudioSite;
  const folder = mkdtempSync(join(tmpdir(), 'skidpad-sharing-'));
  beforeAll(async () => void (site = await openStudioSite()));
  afterAll(async () => {
    await site?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('brings a controller of somebody’s own, shown and asked about before it runs, to the same hash and the same panels', async () => {
    const page = await site.open(standing('scenarios/dynamics/bicycle.yaml'));
    await ready(page);
    await openLab(page, /lab ?1/i);
    await page.getByTestId('run-button').click();
    await eventually(() => page.getByTestId('title').innerText()).toMatch(/lab 1|cruise/i);
    await openPanel(page, 'Topics');
    await page.getByTestId('reset').click();
    const hash = await runToEnd(page);
    const link = await sharedLink(page);
    expect(link).toMatch(/code=/);

    const other = await site.open(fragment(link));
    await other.getByTestId('code-question').waitFor();
    expect(await text(other, 'asked-code')).toBe('./cruise-control.ts');
    expect(await text(other, 'code-question')).toContain('defineBlock');
    // nothing runs so far
    expect(await other.evaluate(() => (window as any).skidpad.player.value.topics.value.length as number)).toBe(0);
    await other.getByTestId('decline-code').click();
    await other.getByTestId('gallery').waitFor();
    await other.reload();
    await other.getByTestId('allow-code').click();
    await other.getByTestId('topics-panel').waitFor({ state: 'attached' });
    await other.getByTestId('speed').selectOption('Infinity');
    expect(await hashAtEnd(other)).toBe(hash);
    // agreed to once, and by its text
    await other.reload();
    await eventually(() => state(other)).toMatch(/running|ended/);
    expect(await other.getByTestId('code-question').count()).toBe(0);
    expect([page.problems, other.problems]).toEqual([[], []]);
  });

  it('is a file where it is too long for a link, and opens the same way', async () => {
    const page = await site.open(standing('scenarios/dynamics/bicycle.yaml'));
    await ready(page);
    // a comment that cannot be packed
    const noise = Array.from({ length: 1500 }, (_, i) => `# ${Math.sin(i * i + 1)} ${Math.cos(i * i)}`).join('\n');
    const scenario = `name: long\nduration: 1\nblocks: { car: { type: vehicle/bicycle } }\n${noise}\n`;
    const file = join(folder, 'long.yaml');
    writeFileSync(file, scenario);
    await page.getByTestId('file-input').setInputFiles(file);
    await eventually(() => text(page, 'title')).toBe('long');
    const hash = await hashAtEnd(page);
    await page.getByTestId('share').click();
    await page.getByTestId('share-too-long').waitFor();
    const saved = await savedRun(page, 'share-as-file', join(folder, 'long.skidpad'));
    const other = await site.open(standing('scenarios/dynamics/bicycle.yaml'));
    await ready(other);
    await other.getByTestId('file-input').setInputFiles(saved);
    await eventually(() => text(other, 'title')).toBe('long');
    expect(await hashAtEnd(other)).toBe(hash);
    writeFileSync(join(folder, 'cut.skidpad'), readFileSync(saved, 'utf8').slice(0, -9));
    await other.getByTestId('file-input').setInputFiles(join(folder, 'cut.skidpad'));
    await eventually(() => notices(other)).toMatch(/cut\.skidpad cannot be opened: it is damaged or cut off/);
    expect([page.problems, other.problems]).toEqual([[], []]);
  });

  it('is refused in one sentence where its link is damaged, and nothing else is opened in its place', async () => {
    for (const [broken, reason] of [
      ['#text=%%%', /the scenario in it is damaged or cut off/],
      ['#scenari=scenarios/dynamics/bicycle.yaml', /it names no scenario, no text and no machine/],
      ['#scenario=scenarios/nothing/here.yaml', /there is no such file in this studio/],
    ] as const) {
      const page = await site.open(broken);
      await eventually(() => text(page, 'failure')).toMatch(reason);
      expect(await seconds(page)).toBe(0);
      await page.getByTestId('failure').getByRole('button', { name: 'Gallery' }).click();
      await page.getByTestId('gallery').waitFor();
      await page.context().close();
    }
  });
});
