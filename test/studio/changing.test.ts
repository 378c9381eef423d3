/** Changing a run in the studio: knobs, obstacles, the wheel, code of one's own; and what goes wrong. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skidpad } from '../support/command-line.ts';
import { projectRoot } from '../support/scenario-files.ts';
import type { StudioPage, StudioSite } from './studio-site.ts';
import { chromiumProgram, eventually, openStudioSite, standing } from './studio-site.ts';

const text = (page: StudioPage, id: string): Promise<string> => page.getByTestId(id).first().innerText();
const seconds = async (page: StudioPage): Promise<number> => {
  const [minutes, rest] = (await text(page, 'time')).split(':');
  return 60 * Number(minutes) + Number(rest);
};
const state = (page: StudioPage) => page.getByTestId('state').getAttribute('data-state');
const ready = (page: StudioPage) => eventually(() => state(page)).toBe('paused');

/** What was done so far is in the picture: the scene is drawn with the next animation frame, which may be under way already. */
const drawn = (page: StudioPage) =>
  page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      ),
  );

async function openPanel(page: StudioPage, name: string): Promise<void> {
  await page.getByTestId('panels-menu').click();
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
}

async function runToEnd(page: StudioPage): Promise<string> {
  await page.getByTestId('speed').selectOption('Infinity');
  await page.getByTestId('play').click();
  await eventually(() => state(page)).toBe('ended');
  await openPanel(page, 'Results');
  await eventually(() => text(page, 'results-hash')).toMatch(/[0-9a-f]{16}/);
  return /[0-9a-f]{16}/.exec(await text(page, 'results-hash'))![0];
}

describe.skipIf(chromiumProgram === undefined)('changing a run in the studio', () => {
  let site: StudioSite;
  const folder = mkdtempSync(join(tmpdir(), 'skidpad-studio-'));
  beforeAll(async () => void (site = await openStudioSite()));
  afterAll(async () => {
    await site?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('turns a knob, and the saved scenario gives the same hash on the command line', async () => {
    const page = await site.open(standing('scenarios/dynamics/waypoints.yaml').replace('t=0', 't=3'));
    await eventually(() => seconds(page)).toBe(3);
    await openPanel(page, 'Parameters');
    await page.getByTestId('parameters-search').fill('speed');
    const field = page.getByTestId('parameter-controller-speed').locator('input:not([type=range])').first();
    await field.fill('0.9');
    await field.press('Enter');
    await eventually(async () => await page.getByTestId('change-marks').locator('*').count()).toBeGreaterThan(0);
    await field.fill('-3');
    await field.press('Enter');
    await eventually(() => page.getByTestId('parameter-controller-speed').innerText()).toMatch(/expected/);
    const hash = await runToEnd(page);
    const download = page.waitForEvent('download');
    await openPanel(page, 'Scenario');
    await page.getByTestId('scenario-changed').click();
    await eventually(() => page.getByTestId('scenario-text').inputValue()).toContain('changes:');
    await page.getByTestId('scenario-save').click();
    const file = join(folder, 'changed.yaml');
    await (await download).saveAs(file);
    expect(readFileSync(file, 'utf8')).toContain('changes:');
    const { stdout } = await skidpad(['run', file, '--no-record', '--json']);
    expect((JSON.parse(stdout) as { hash: string }).hash).toBe(hash);
    expect(page.problems).toEqual([]);
  });

  it('lays two runs over each other', async () => {
    const page = await site.open(standing('scenarios/dynamics/bicycle.yaml'));
    await ready(page);
    await runToEnd(page);
    await page.locator('body').press('c');
    await page.getByTestId('reset').click();
    await eventually(() => seconds(page)).toBe(0);
    await page.getByTestId('seed').fill('7');
    await page.getByTestId('seed').press('Enter');
    await runToEnd(page);
    await page.getByTestId('compare').click();
    await eventually(() => page.locator('body').innerText()).toMatch(/1: bicycle/);
    expect(page.problems).toEqual([]);
  });

  it("puts the wheel into somebody's hands", async () => {
    const page = await site.open(standing('scenarios/manual/bicycle.yaml'));
    await ready(page);
    await eventually(() => page.title()).toMatch(/bicycle/i);
    await eventually(async () => Number.parseFloat(await text(page, 'scene-speed'))).toBe(0);
    await page.getByTestId('play').click();
    await page.getByTestId('scene-host').focus();
    await page.keyboard.down('KeyW');
    await eventually(async () => Number.parseFloat(await text(page, 'scene-speed'))).toBeGreaterThan(0.3);
    await page.keyboard.up('KeyW');
    expect(page.problems).toEqual([]);
  });

  it('drops an obstacle, and the car runs into it', async () => {
    const page = await site.open(standing('scenarios/rosdrive/cruise.yaml'));
    await ready(page);
    await page.evaluate(() =>
      (window as any).skidpad.player.value.addObstacle({ x: 90, y: 45.7, length: 2, width: 8, height: 2 }),
    );
    await page.getByTestId('speed').selectOption('Infinity');
    await page.getByTestId('play').click();
    await eventually(() =>
      page.evaluate(() => (window as any).skidpad.player.value.frame.value.messages.get('/traffic/event')?.message.b),
    ).toMatch(/obstacle/);
    expect(page.problems).toEqual([]);
  });

  it('drops obstacles and pushes cars with the mouse', async () => {
    const page = await site.open(standing('scenarios/rosdrive/cruise.yaml').replace('t=0', 't=2'), { query: '' });
    await eventually(() => seconds(page)).toBe(2);
    const solids = () =>
      page.evaluate(
        () => ((window as any).skidpad.player.value.scenario.value.document.world?.solids ?? []).length as number,
      );
    const changes = () =>
      page.evaluate(
        () =>
          (window as any).skidpad.player.value.changes.value.map(({ block }: { block: string }) => block) as string[],
      );
    const before = await solids();
    await page.getByTestId('scene-view-top').click();
    await page.getByTestId('scene-tool-obstacle').click();
    const { x, y, width, height } = (await page.getByTestId('scene-host').boundingBox())!;
    await drawn(page);
    await page.mouse.click(x + 0.5 * width, y + 0.3 * height);
    await eventually(solids).toBe(before + 1);
    await page.getByTestId('scene-tool-push').click();
    await drawn(page);
    await page.mouse.move(x + 0.5 * width, y + 0.5 * height);
    await page.mouse.down();
    await page.mouse.move(x + 0.5 * width, y + 0.35 * height, { steps: 4 });
    await page.mouse.up();
    await eventually(changes).toContain('traffic');
    expect(page.problems).toEqual([]);
  });

  it('refuses a broken scenario with a sentence and its place', async () => {
    const page = await site.open(standing('scenarios/dynamics/bicycle.yaml'));
    await ready(page);
    const file = join(folder, 'broken.yaml');
    writeFileSync(file, 'name: broken\nduration: 5\nblocks:\n  car: { type: vehicle/bicicle }\n');
    await page.getByTestId('file-input').setInputFiles(file);
    await eventually(async () => (await page.getByTestId('notice').allInnerTexts()).join(' ')).toMatch(
      /blocks\.car\.type: unknown block type "vehicle\/bicicle"/,
    );
    expect(await text(page, 'title')).toBe('bicycle');
    expect(page.problems).toEqual([]);
  });

  it('opens a recording, whole or cut in half', async () => {
    const run = join(folder, 'run');
    expect((await skidpad(['run', 'scenarios/dynamics/waypoints.yaml', '--out', run])).code).toBe(0);
    const bytes = readFileSync(join(run, 'recording.mcap'));
    writeFileSync(join(folder, 'half.mcap'), bytes.subarray(0, bytes.length >> 1));
    writeFileSync(join(folder, 'nothing.mcap'), 'this is no recording');
    const page = await site.open(standing('scenarios/dynamics/bicycle.yaml'));
    await ready(page);
    await page.getByTestId('file-input').setInputFiles(join(run, 'recording.mcap'));
    await eventually(() => text(page, 'title')).toBe('recording.mcap');
    await eventually(() => text(page, 'duration')).toContain('0:4');
    await page.getByTestId('play').click();
    await eventually(() => seconds(page)).toBeGreaterThan(0.5);
    await page.getByTestId('file-input').setInputFiles(join(folder, 'half.mcap'));
    await eventually(() => text(page, 'title')).toBe('half.mcap');
    await eventually(() => text(page, 'remark')).toMatch(/cut/);
    await page.getByTestId('file-input').setInputFiles(join(folder, 'nothing.mcap'));
    await eventually(async () => (await page.getByTestId('notice').allInnerTexts()).join(' ')).toMatch(
      /nothing\.mcap cannot be opened/,
    );
    expect(await text(page, 'title')).toBe('half.mcap');
    expect(page.problems).toEqual([]);
  });

  it('watches a run of the command line', async () => {
    // so that it is not over before it is looked at
    const slow = ['--speed', '0.2'];
    const child = spawn(
      process.execPath,
      [
        'bin/skidpad.mjs',
        'run',
        'scenarios/dynamics/waypoints.yaml',
        ...slow,
        '--serve',
        '0',
        '--serve-wait',
        '--no-record',
      ],
      { cwd: projectRoot },
    );
    try {
      const address = await new Promise<string>((resolve, reject) => {
        let said = '';
        const listen = (piece: Buffer) => {
          said += String(piece);
          const found = /ws:\/\/[\d.]+:\d+/.exec(said);
          if (found !== null) resolve(found[0]);
        };
        child.stdout.on('data', listen);
        child.stderr.on('data', listen);
        child.on('exit', () => reject(new Error(said)));
      });
      const page = await site.open(`#connect=${address}`);
      await page.getByTestId('allow-connection').click();
      await eventually(() => page.getByTestId('kind').count()).toBe(1);
      await eventually(() => seconds(page)).toBeGreaterThan(1);
      await eventually(async () => Number.parseFloat(await text(page, 'scene-speed'))).toBeGreaterThan(0.2);
      expect(page.problems).toEqual([]);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('shares a link that is the run', async () => {
    const page = await site.open(standing('scenarios/dynamics/waypoints.yaml', '&seed=5').replace('t=0', 't=2'));
    await eventually(() => seconds(page)).toBe(2);
    await page.locator('body').press('s');
    await page.getByTestId('share-dialog').waitFor();
    await page.getByTestId('share-instant').check();
    await eventually(() => page.getByTestId('share-link').inputValue()).toMatch(/seed=5.*t=2/);
    const link = await page.getByTestId('share-link').inputValue();
    const other = await site.open(link.slice(link.indexOf('#')));
    await ready(other);
    await eventually(() => seconds(other)).toBe(2);
    await eventually(() => other.getByTestId('seed').inputValue()).toBe('5');
    expect(page.problems).toEqual([]);
  });
});
