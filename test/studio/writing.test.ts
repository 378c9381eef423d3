/** Writing a controller in the studio: it runs, fails at its line, is stopped when it hangs, and is graded as on the command line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skidpad } from '../support/command-line.ts';
import { projectRoot } from '../support/scenario-files.ts';
import type { StudioPage, StudioSite } from './studio-site.ts';
import { chromiumProgram, eventually, openStudioSite, standing } from './studio-site.ts';

const state = (page: StudioPage) => page.getByTestId('state').getAttribute('data-state');

async function openEditor(site: StudioSite): Promise<StudioPage> {
  const page = await site.open(standing('scenarios/dynamics/bicycle.yaml'));
  await eventually(() => state(page)).toBe('paused');
  await page.locator('body').press('e');
  await page.getByTestId('code-editor').locator('.view-lines').waitFor();
  return page;
}

/** As a file from the disk, which takes the place of what is in the editor. */
async function write(page: StudioPage, text: string): Promise<void> {
  await page
    .getByTestId('file-input')
    .setInputFiles({ name: 'cruise-control.ts', mimeType: 'text/plain', buffer: Buffer.from(text) });
  // lines wrap, and only those in view are there
  const marked = squeezed(text.split('\n').find((line) => !starter.includes(line))!);
  const editor = page.getByTestId('code-editor');
  await editor
    .locator('.inputarea, .native-edit-context')
    .first()
    .evaluate((element) => (element as HTMLElement).focus());
  let looks = 0;
  await eventually(async () => {
    const shown = squeezed(await editor.innerText());
    // from the top again and again, as the file may still be on its way
    if (!shown.includes(marked)) await page.keyboard.press(looks++ % 60 === 0 ? 'Control+Home' : 'ArrowDown');
    return shown;
  }).toContain(marked);
}

const squeezed = (text: string): string => text.replace(/\s/g, '');

const LAB = 'docs/course/lab1-cruise-control';
const starter = readFileSync(join(projectRoot, LAB, 'starter.ts'), 'utf8');
/** The starter with a line at the beginning of its step. */
const withLine = (line: string): string => starter.replace('    const error', `    ${line}\n    const error`);

async function openLab(site: StudioSite): Promise<StudioPage> {
  const page = await openEditor(site);
  await page.getByTestId('start-select').selectOption({
    label: await page
      .getByTestId('start-select')
      .locator('option', { hasText: /lab ?1/i })
      .first()
      .innerText(),
  });
  await eventually(() => page.getByTestId('code-editor').innerText()).toContain('defineBlock');
  return page;
}

describe.skipIf(chromiumProgram === undefined)('writing a controller in the studio', () => {
  let site: StudioSite;
  beforeAll(async () => void (site = await openStudioSite()));
  afterAll(() => site?.close());

  it('runs, shows an error at its line, and survives a loop that never ends', async () => {
    const page = await openLab(site);
    await page.getByTestId('run-button').click();
    await eventually(() => page.getByTestId('title').innerText()).not.toBe('bicycle');
    await eventually(() => state(page)).toMatch(/running|ended/);
    await write(page, withLine("throw new Error('no brakes');"));
    await page.getByTestId('run-button').click();
    await eventually(() => page.getByTestId('problems').innerText()).toMatch(/no brakes/);
    const line =
      withLine("throw new Error('no brakes');")
        .split('\n')
        .findIndex((text) => text.includes('no brakes')) + 1;
    await eventually(() => page.getByTestId('problems').innerText()).toContain(`${line}`);
    await eventually(() => state(page)).toBe('failed');
    await write(page, withLine('for (;;);'));
    await page.getByTestId('run-button').click();
    await eventually(() => page.getByTestId('problems').innerText()).toMatch(/has not returned/);
    // the page lives on
    await page.locator('body').press('Escape');
    await page.getByTestId('open-menu').click();
    await page.getByRole('menuitem', { name: /^Gallery/ }).click();
    await page.getByTestId('gallery-search').fill('omni');
    await page.getByTestId('gallery-card').filter({ hasText: /omni/i }).first().click();
    await eventually(() => page.getByTestId('title').innerText()).toMatch(/omni/);
    expect(page.problems.filter((problem) => !/no brakes/.test(problem))).toEqual([]);
  });

  it('gives no grade to work that reaches for the judge', async () => {
    const page = await openLab(site);
    await write(page, starter.replace('export default', 'Array.prototype.every = () => true;\nexport default'));
    await page.getByTestId('grade-button').click();
    await eventually(() => page.getByTestId('grade-verdict').count()).toBe(1);
    expect(await page.getByTestId('grade-verdict').innerText()).toMatch(/not passed/i);
    expect((await page.getByTestId('criterion').allInnerTexts()).some((text) => !/\bpass/i.test(text))).toBe(true);
    const answer = "(globalThis as any).postMessage({ kind: 'graded', results: [] });";
    await write(page, starter.replace('export default', `${answer}\nexport default`));
    await page.getByTestId('grade-button').click();
    await eventually(() => page.getByText(/something that is no answer/).count()).toBeGreaterThan(0);
  });

  it('grades a lab with the numbers of the command line', async () => {
    const page = await openLab(site);
    await page.getByTestId('grade-button').click();
    await eventually(() => page.getByTestId('grade-verdict').count()).toBe(1);
    const criteria = await page.getByTestId('criterion').allInnerTexts();
    const { stdout } = await skidpad(['grade', 'lab1', `${LAB}/starter.ts`, '--json']);
    const graded = JSON.parse(stdout) as { scenarios: { criteria: { pass: boolean }[] }[] };
    const passes = graded.scenarios.flatMap((scenario) => scenario.criteria.map(({ pass }) => pass));
    expect(passes).toContain(false);
    expect(criteria.map((text) => /\bpass/i.test(text))).toEqual(passes);
    expect(page.problems).toEqual([]);
  });
});
