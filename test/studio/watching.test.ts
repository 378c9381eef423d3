/** Watching a run in the studio, as a person would: what is on the page is what counts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../support/scenario-files.ts';
import type { StudioPage, StudioSite } from './studio-site.ts';
import { chromiumProgram, eventually, openStudioSite, standing } from './studio-site.ts';

const golden: Record<string, string> = JSON.parse(readFileSync(join(projectRoot, 'test/golden/hashes.json'), 'utf8'));
const text = (page: StudioPage, id: string): Promise<string> => page.getByTestId(id).first().innerText();
const seconds = async (page: StudioPage): Promise<number> => {
  const [minutes, rest] = (await text(page, 'time')).split(':');
  return 60 * Number(minutes) + Number(rest);
};
const state = (page: StudioPage) => page.getByTestId('state').getAttribute('data-state');
const speed = (page: StudioPage, value: string) => page.getByTestId('speed').selectOption(value);
/** So slow that no run ends before a test is done with it. */
const SLOW = '0.1';

if (chromiumProgram === undefined) console.log('skipped: no chromium on this machine, so the studio is not looked at');

describe.skipIf(chromiumProgram === undefined)('the studio', () => {
  let site: StudioSite;
  beforeAll(async () => void (site = await openStudioSite()));
  afterAll(() => site?.close());

  it('opens with a car that drives its lane', async () => {
    const page = await site.open('', { query: '' });
    await eventually(() => seconds(page)).toBeGreaterThan(1);
    expect(await text(page, 'title')).toBe('monosim-mpc');
    expect(await state(page)).toMatch(/running|ended/);
    await eventually(async () => Number.parseFloat(await text(page, 'scene-speed'))).toBeGreaterThan(1);
    await page.getByTestId('image-view').waitFor();
    expect(page.problems).toEqual([]);
  });

  it.each(['scenarios/dynamics/waypoints.yaml', 'scenarios/monosim/pid.yaml'])(
    'gives the hash of the command line: %s',
    async (path) => {
      const page = await site.open(standing(path));
      await page.getByTestId('play').waitFor();
      await eventually(() => state(page)).toBe('paused');
      await speed(page, 'Infinity');
      await page.getByTestId('play').click();
      await eventually(() => state(page)).toBe('ended');
      await page.getByTestId('panels-menu').click();
      await page.getByRole('menuitem', { name: /^Results/ }).click();
      await eventually(() => text(page, 'results-hash')).toContain(golden[path]);
      expect(await text(page, 'results-verdict')).toMatch(/all|hold|met|pass/i);
      expect(page.problems).toEqual([]);
    },
  );

  it('stops, steps, goes back and on, and repeats itself exactly', async () => {
    const page = await site.open(standing('scenarios/dynamics/bicycle.yaml'));
    await eventually(() => state(page)).toBe('paused');
    await page.locator('body').press('ArrowRight');
    await eventually(() => seconds(page)).toBeGreaterThan(0);
    const step = await seconds(page);
    expect(step).toBeLessThan(0.1);
    await page.getByTestId('step').click();
    await eventually(() => seconds(page)).toBeCloseTo(2 * step, 3);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await speed(page, SLOW);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.locator('body').press('Space');
    await eventually(() => seconds(page)).toBeGreaterThan(2 * step + 0.1);
    await page.locator('body').press('Space');
    await eventually(() => state(page)).toBe('paused');
    const there = await seconds(page);
    const slider = page
      .getByTestId('scrubber')
      .getByRole('slider')
      .or(page.getByTestId('scrubber').and(page.getByRole('slider')));
    await slider.first().focus();
    await page.keyboard.press('Home');
    await eventually(() => seconds(page)).toBeLessThan(there);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.locator('body').press('Home');
    await eventually(() => seconds(page)).toBe(0);
    await page.locator('body').press('ArrowRight');
    await eventually(() => seconds(page)).toBe(step);
    expect(page.problems).toEqual([]);
  });

  it('opens any scenario of the gallery', async () => {
    const page = await site.open(standing('scenarios/dynamics/bicycle.yaml'));
    await eventually(() => state(page)).toBe('paused');
    await page.locator('body').press('g');
    await page.getByTestId('gallery').waitFor();
    await eventually(() => page.getByTestId('gallery-card').count()).toBeGreaterThan(20);
    await page.getByTestId('gallery-search').fill('avoidance');
    await page
      .getByTestId('gallery-card')
      .filter({ hasText: /avoidance/ })
      .first()
      .click();
    await eventually(() => text(page, 'title')).toMatch(/avoidance/);
    await page.getByTestId('panels-menu').click();
    await page.getByRole('menuitem', { name: /^Sensors/ }).click();
    await page.getByTestId('sensors-radar').waitFor();
    expect(page.problems).toEqual([]);
  });

  it('shows what the detector sees, the dataflow, the topics and the latency', async () => {
    const page = await site.open(standing('scenarios/monosim/pid.yaml'));
    await eventually(() => state(page)).toBe('paused');
    await speed(page, SLOW);
    await page.getByTestId('play').click();
    await page.getByTestId('image-mode-stages').click();
    await eventually(() => page.getByTestId('image-stages').locator('canvas').count()).toBeGreaterThan(2);
    const open = async (name: RegExp) => {
      await page.getByTestId('panels-menu').click();
      await page.getByRole('menuitem', { name }).click();
    };
    await open(/^Dataflow/);
    await page.getByTestId('dataflow-node-controller').waitFor();
    await open(/^Latency/);
    await eventually(() => page.getByTestId('latency-bar').count()).toBeGreaterThan(0);
    await open(/^Topics/);
    await page.getByTestId('topics-search').fill('odom');
    await page.getByTestId('topics-topic').filter({ hasText: /odom/ }).first().click();
    await eventually(() => text(page, 'topics-message')).toMatch(/pose/);
    expect(page.problems).toEqual([]);
  });

  it('shows the budget of a scenario, its verdict, and the hops stacked over time', async () => {
    const page = await site.open(standing('scenarios/apa/tracking.yaml'));
    await eventually(() => state(page)).toBe('paused');
    await page.getByTestId('panels-menu').click();
    await page.getByRole('menuitem', { name: /^Latency/ }).click();
    await page.getByTestId('play').click();
    await eventually(() => text(page, 'latency-verdict')).toMatch(
      /within the budget of 83\.0 ms: data of car at most \d+\.\d+ ms old/,
    );
    await eventually(() => page.getByTestId('latency-stack').locator('path').count()).toBeGreaterThan(1);
    expect(await page.getByTestId('latency-stack').locator('line').count()).toBe(1);
    expect(await page.getByTestId('latency-statistics').locator('tbody tr').first().innerText()).toMatch(/^data of/);
    expect(page.problems).toEqual([]);
  });

  it('plots any field', async () => {
    const page = await site.open(standing('scenarios/dynamics/bicycle.yaml'));
    await eventually(() => state(page)).toBe('paused');
    await speed(page, SLOW);
    await page.getByTestId('play').click();
    await page.getByTestId('plot-add').first().click();
    await page.getByTestId('field-search').fill('yaw_rate');
    await eventually(() => page.getByTestId('field-picker').getByRole('option').first().innerText()).toMatch(
      /yaw_rate/,
    );
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await eventually(() =>
      page
        .getByTestId('plot-chip')
        .filter({ hasText: /yaw_rate/ })
        .count(),
    ).toBeGreaterThan(0);
    expect(page.problems).toEqual([]);
  });

  it('is usable without WebGL', async () => {
    const page = await site.open(standing('scenarios/dynamics/bicycle.yaml'));
    await eventually(() => state(page)).toBe('paused');
    expect(await text(page, 'scene-flat-remark')).toContain('WebGL');
    await page.getByTestId('play').click();
    await eventually(() => seconds(page)).toBeGreaterThan(1);
    expect(page.problems).toEqual([]);
  });

  it('goes on in a tab in the background', async () => {
    const page = await site.open(standing('scenarios/dynamics/bicycle.yaml'));
    await eventually(() => state(page)).toBe('paused');
    await speed(page, SLOW);
    await page.getByTestId('play').click();
    await eventually(() => seconds(page)).toBeGreaterThan(0.1);
    const other = await page.context().newPage();
    await other.goto('about:blank');
    await other.bringToFront();
    const before = await seconds(page);
    await eventually(() => seconds(page)).toBeGreaterThan(before + 0.2);
    expect(await state(page)).toBe('running');
    expect(page.problems).toEqual([]);
  });

  it('remembers its theme and its panels', async () => {
    const page = await site.open(standing('scenarios/dynamics/bicycle.yaml'));
    await eventually(() => state(page)).toBe('paused');
    const theme = () => page.locator('html').getAttribute('data-theme');
    const before = await theme();
    await page.getByTestId('theme').click();
    await page.getByTestId('panels-menu').click();
    await page.getByRole('menuitem', { name: /^Topics/ }).click();
    await page.getByTestId('topics-panel').waitFor();
    // written down once nothing has changed for a while
    await page.waitForFunction(() => localStorage.getItem('skidpad.layout.live.wide')?.includes('topics'));
    await page.reload();
    await page.getByTestId('topics-panel').waitFor({ state: 'attached' });
    expect(await theme()).not.toBe(before);
    await page.locator('body').press('?');
    await page.getByTestId('help-dialog').waitFor();
    expect(await page.getByTestId('help-dialog').innerText()).toContain('Gallery');
  });
});
