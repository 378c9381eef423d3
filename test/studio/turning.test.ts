/** Changing a run in the order of a person: after its end, after winding back, and what is plotted and drawn meanwhile. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skidpad } from '../support/command-line.ts';
import { hashAtEnd, openPanel, ready, runToEnd, seconds, text } from './looking.ts';
import type { StudioPage, StudioSite } from './studio-site.ts';
import { chromiumProgram, eventually, openStudioSite, standing } from './studio-site.ts';

const changes = (page: StudioPage) =>
  page.evaluate(() => (window as any).skidpad.player.value.changes.value as { at: number; block: string }[]);

/** How many samples of a field lie before a time. */
const samples = (page: StudioPage, topic: string, field: string) =>
  page.evaluate(
    ([id, path]) => {
      const { times } = (window as any).skidpad.player.value.history.series(id, path);
      return { count: times.length as number, first: times[0] as number, last: times.at(-1) as number };
    },
    [topic, field],
  );

const solids = (page: StudioPage) =>
  page.evaluate(() =>
    ((window as any).skidpad.player.value.scenario.value.document.world?.solids ?? [])
      .map(({ name }: { name: string }) => name)
      .filter((name: string) => name.startsWith('obstacle')),
  ) as Promise<string[]>;

async function windTo(page: StudioPage, time: number): Promise<void> {
  await page.evaluate((at) => (window as any).skidpad.player.value.seek(at), time);
  await eventually(() => seconds(page)).toBe(time);
}

async function turn(page: StudioPage, parameter: string, value: string): Promise<void> {
  const field = page.getByTestId(`parameter-${parameter}`).locator('input:not([type=range])').first();
  await field.fill(value);
  await field.press('Enter');
}

describe.skipIf(chromiumProgram === undefined)('changing a run in the order of a person', () => {
  let site: StudioSite;
  beforeAll(async () => void (site = await openStudioSite()));
  afterAll(() => site?.close());

  it('takes a knob that is turned after the end from the beginning of the next run, and one in between as it is meant', async () => {
    const path = 'scenarios/dynamics/waypoints.yaml';
    const page = await site.open(standing(path));
    await ready(page);
    const before = await runToEnd(page);
    await openPanel(page, 'Parameters');
    await page.getByTestId('parameters-search').fill('speed');
    await turn(page, 'controller-speed', '0.9');
    await eventually(() => text(page, 'change-meaning')).toMatch(/the run is over.*from the beginning/i);
    expect(await page.getByTestId('change-from-here').count()).toBe(0);
    await page.getByTestId('compare').click();
    await page.getByTestId('run-again').click();
    await eventually(async () => (await changes(page)).map(({ at }) => at)).toEqual([0]);
    const after = await hashAtEnd(page);
    expect(after).not.toBe(before);
    // the same as a scenario that had the value from the beginning
    const { stdout } = await skidpad([
      'run',
      path,
      '--set',
      'blocks.controller.params.speed=0.9',
      '--no-record',
      '--json',
    ]);
    expect((JSON.parse(stdout) as { hash: string }).hash).toBe(after);

    await windTo(page, 2);
    await openPanel(page, 'Parameters');
    await turn(page, 'controller-speed', '0.7');
    await eventually(() => text(page, 'change-meaning')).toMatch(/changed at 0:02\.000/i);
    await page.getByTestId('change-from-here').waitFor();
    await page.getByTestId('change-from-start').click();
    await eventually(() => changes(page)).toMatchObject([{ at: 0, params: { speed: 0.7 } }]);
    await eventually(() => seconds(page)).toBeGreaterThan(0);
    expect(page.problems).toEqual([]);
  });

  it('plots wanted and actual speed on one axis, and keeps plots and paths when an obstacle is dropped', async () => {
    const page = await site.open(standing('scenarios/rosdrive/cruise.yaml').replace('t=0', 't=4'));
    await eventually(() => seconds(page)).toBe(4);
    const axes = () =>
      page
        .getByTestId('plot-panel')
        .evaluateAll((panels) =>
          panels
            .filter((panel) => panel.getAttribute('aria-label') === 'Speed, wanted and actual')
            .map((panel) => panel.getAttribute('data-axes')),
        );
    await eventually(axes).toEqual(['m/s']);

    const known = await samples(page, '/car1/state', 'vx');
    expect(known.count).toBeGreaterThan(50);
    await windTo(page, 3);
    await page.evaluate(() => (window as any).skidpad.player.value.addObstacle({ x: 90, y: 45.7, name: 'obstacle 1' }));
    await eventually(() => solids(page)).toEqual(['obstacle 1']);
    const kept = await samples(page, '/car1/state', 'vx');
    expect(kept.first).toBe(known.first);
    expect(kept.last).toBeGreaterThan(2.9);
    expect(kept.last).toBeLessThanOrEqual(3);
    expect(kept.count).toBeGreaterThan(0.7 * known.count);

    // before its own time it is not there, and what is dropped then begins another future
    await windTo(page, 1);
    await eventually(() => solids(page)).toEqual([]);
    await windTo(page, 3);
    await eventually(() => solids(page)).toEqual(['obstacle 1']);
    await windTo(page, 1);
    await page.evaluate(() => (window as any).skidpad.player.value.addObstacle({ x: 80, y: 45.7, name: 'obstacle 2' }));
    await eventually(() => solids(page)).toEqual(['obstacle 2']);
    expect((await samples(page, '/car1/state', 'vx')).first).toBe(known.first);
    await page.getByTestId('speed').selectOption('Infinity');
    await page.getByTestId('play').click();
    await eventually(() => seconds(page)).toBeGreaterThan(3.5);
    expect(await solids(page)).toEqual(['obstacle 2']);
    expect(page.problems).toEqual([]);
  });
});
