/** Automatic parking in the studio: a click chooses the slot, and what is dropped into the way is driven around. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skidpad } from '../support/command-line.ts';
import type { StudioPage, StudioSite } from './studio-site.ts';
import { chromiumProgram, eventually, openStudioSite, standing } from './studio-site.ts';

const SCENARIO = 'scenarios/apa/choose-a-slot.yaml';
const state = (page: StudioPage) => page.getByTestId('state').getAttribute('data-state');
/** The last message of a topic. */
const message = (page: StudioPage, topic: string): Promise<any> =>
  page.evaluate(
    (name) => (window as any).skidpad.player.value.frame.value.messages.get(name)?.message as unknown,
    topic,
  );
const seconds = (page: StudioPage): Promise<number> =>
  page.evaluate(() => (window as any).skidpad.player.value.status.value.time as number);

async function open(site: StudioSite, time: number, query: string): Promise<StudioPage> {
  const page = await site.open(standing(SCENARIO).replace('t=0', `t=${time}`), { query });
  await eventually(() => seconds(page)).toBe(time);
  await eventually(() => state(page)).toBe('paused');
  return page;
}

async function play(page: StudioPage): Promise<void> {
  await page.getByTestId('speed').selectOption('Infinity');
  await page.getByTestId('play').click();
}

describe.skipIf(chromiumProgram === undefined)('a car that parks itself, in the studio', () => {
  let site: StudioSite;
  beforeAll(async () => void (site = await openStudioSite()));
  afterAll(() => site?.close());

  it('parks in the slot that somebody clicks', async () => {
    const page = await open(site, 5, '');
    await page.getByTestId('scene-slots').waitFor();
    await eventually(() => page.getByTestId('scene-hint').innerText()).toMatch(/click a free slot/i);
    await page.getByTestId('scene-view-top').click();
    // the map shows all of the lot: slot 14 is the second of the row in the upper left
    const { x, y, width, height } = (await page.getByTestId('scene-host').boundingBox())!;
    await eventually(async () => {
      await page.mouse.click(x + 0.173 * width, y + 0.321 * height);
      return page.getByTestId('scene-hint').innerText();
    }).toMatch(/^Park in slot \d+$/);
    await eventually(() =>
      page.evaluate(() => (window as any).skidpad.player.value.changes.value.map(({ block }: any) => block as string)),
    ).toContain('person');
    await play(page);
    await eventually(() => state(page)).toBe('ended');
    const { x: rearX, y: rearY, yaw } = await message(page, '/car/state');
    const middle = [rearX + 1.3666 * Math.cos(yaw), rearY + 1.3666 * Math.sin(yaw)];
    expect(Math.hypot(middle[0] - 3.75, middle[1] - 5.5)).toBeLessThan(0.05);
    expect(await message(page, '/referee/error')).toMatchObject({ slot: 14, parked: true });
    expect(page.problems).toEqual([]);
  });

  it('sees with four cameras and two networks as on the command line', async () => {
    const path = 'scenarios/apa/left.yaml';
    const page = await site.open(standing(path));
    await eventually(() => state(page)).toBe('paused');
    await play(page);
    await eventually(() => state(page)).toMatch(/ended|failed/);
    const { hash } = JSON.parse((await skidpad(['run', path, '--no-record', '--json'])).stdout) as { hash: string };
    const status = await page.evaluate(() => {
      const { hash: own, problem } = (window as any).skidpad.player.value.status.value;
      return { hash: own as string, problem: problem?.what as string | undefined };
    });
    expect(status).toEqual({ hash, problem: undefined });
    expect(page.problems).toEqual([]);
  });
});
