import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../node/files.ts';
import { memoryFiles } from './files.ts';
import { loadScenario } from './load.ts';

const load = (car: string, rest = '') =>
  loadScenario(
    memoryFiles({
      'a.yaml': `
name: a
duration: 1
blocks:
  driver: { type: control/twist-schedule, rateHz: 50, params: { segments: [{ until: 1, vx: 1 }] } }
  car: { type: vehicle/bicycle, params: { wheelBase: 1 }, inputs: { twist: driver.twist }, ${car} }
${rest}`,
    }),
    'a.yaml',
  );

describe('numbers without bound', () => {
  it.each([
    ['rateHz: 1e-7', /a.yaml:6:\d+: blocks.car.rateHz: expected a number of at least 0.000001 \[Hz\], got 1e-7/],
    ['period: 1e300', /blocks.car.period: expected a number above 0 and at most 1000000 \[s\]/],
    ['latency: 1e4', /blocks.car.latency: expected at most 1000 periods of the block \(1 s\), got 10000 s/],
    ['latency: 1e8', /blocks.car.latency: expected a number above 0 and at most 1000000 \[s\]/],
    ['offset: 1e300', /blocks.car.offset: expected a number of at least 0 and at most 1000000 \[s\]/],
  ])('are refused before anything is made of them: %s', async (car, sentence) => {
    await expect(load(car)).rejects.toThrow(sentence);
  });
});

describe('a name that objects have of their own', () => {
  it('is refused as any name that is not good, and never lost', async () => {
    const blocks = (name: string) => load('rateHz: 1000', `  ${name}: { type: nothing }`);
    await expect(blocks('__proto__')).rejects.toThrow(/the name "__proto__" cannot be used/);
    await expect(blocks('constructor')).rejects.toThrow(/blocks.constructor.type: unknown block type "nothing"/);
    await expect(blocks('toString')).rejects.toThrow(/blocks.toString.type: unknown block type "nothing"/);
    await expect(
      loadScenario(memoryFiles({ 'a.yaml': 'name: a' }), 'a.yaml', { set: ['blocks.__proto__.type=nothing'] }),
    ).rejects.toThrow(/__proto__/);
  });
});

describe('what a report shows', () => {
  it.each([
    ['plots: [{ title: a, y: [car.state.vx] }]', 'plots[0].y[0]'],
    ['plots: [{ title: a, y: [driver.twist.linear.x], x: car.state.vx }]', 'plots[0].x'],
    ['csv: { columns: [car.state.vx] }', 'csv.columns[0]'],
  ])('has to be recorded, which is said before the first tick: %s', async (rest, path) => {
    const loading = load('rateHz: 1000', `record: [driver.twist]\n${rest}`);
    await expect(loading).rejects.toThrow(`${path}: car.state is not recorded; add it to record`);
  });
});

describe('a file that never ends', () => {
  it.skipIf(process.platform === 'win32')('is refused by what it is', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skidpad-'));
    try {
      const file = join(folder, 'a.yaml');
      writeFileSync(file, 'name: a\nfrom: /dev/zero\n');
      await expect(loadScenario(nodeFiles, file)).rejects.toThrow(/is a device or a pipe, expected a file/);
      writeFileSync(file, `name: a\nfrom: ${folder}\n`);
      await expect(loadScenario(nodeFiles, file)).rejects.toThrow(/is a directory, expected a file/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
