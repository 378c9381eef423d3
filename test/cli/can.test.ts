/** `skidpad can`, as a person would use it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCanLog } from '../../src/bus/can/log/read-log.ts';
import { spelled } from '../support/random-frames.ts';
import { skidpad, temporaryFolder } from '../support/command-line.ts';

const SCENARIO = `
name: two-nodes
duration: 1.1
blocks:
  engine: { type: bus/can-log, params: { file: drive.log, ids: [0x123] } }
  brakes: { type: bus/can-log, params: { file: drive.log, ids: [0x456], at: 2 ms } }
  body:
    type: bus/can
    params: { nodes: [engine, brakes], bitRate: 500 kbit/s }
    inputs: { nodes: [engine.frames, brakes.frames] }
`;

const DBC = `VERSION ""
BU_: ECU
BO_ 291 Engine: 2 ECU
 SG_ Speed : 0|16@1+ (0.1,-5) [0|0] "km/h" ECU
BA_DEF_ BO_ "GenMsgCycleTime" INT 0 10000;
BA_ "GenMsgCycleTime" BO_ 291 50;
`;

/** Every 10 ms, but for a hole from 0.49 s to 0.55 s; the other every 100 ms. */
const LOG = Array.from({ length: 100 }, (_, i) => {
  const time = `(${(100 + i / 100).toFixed(6)}) can0`;
  const engine = i >= 50 && i < 55 ? [] : [`${time} 123#${i.toString(16).padStart(2, '0')}00`];
  return [...engine, ...(i % 10 === 0 ? [`${time} 00000456#1122334455667788`] : [])];
})
  .flat()
  .join('\n');

async function recorded(): Promise<string> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'scenario.yaml'), SCENARIO);
  writeFileSync(join(folder, 'drive.log'), LOG);
  writeFileSync(join(folder, 'engine.dbc'), DBC);
  const { code, stderr } = await skidpad(['run', 'scenario.yaml', '--out', 'run'], { cwd: folder });
  expect([code, stderr]).toEqual([0, '']);
  return folder;
}

describe('skidpad can', () => {
  it('tells what was on the bus of a run: how often, how regularly, how busy, and what it meant', async () => {
    const cwd = await recorded();
    const { code, stdout } = await skidpad(['can', 'run', '--json', '--dbc', 'engine.dbc'], { cwd });
    expect(code).toBe(0);
    const { frames, errorFrames, identifiers, loads, signals } = JSON.parse(stdout);
    expect([frames, errorFrames]).toEqual([105, 0]);
    const [engine, brakes] = identifiers;
    expect(engine).toMatchObject({ bus: 'body', id: 0x123, isExtended: false, count: 95, message: 'Engine' });
    // 94 intervals from 0 to 0.99 s; of 50 ms as the database declares it, 60 ms are no gap
    expect(engine.cycle.mean).toBeCloseTo(0.99 / 94, 4);
    expect(engine.cycle.max).toBeCloseTo(0.06, 4);
    expect(engine.cycle.gaps).toEqual([]);
    const [mean, longest] = [0.99 / 94, 0.06];
    expect(engine.cycle.jitter).toBeCloseTo(Math.sqrt((93 * (0.01 - mean) ** 2 + (longest - mean) ** 2) / 94), 4);
    expect(brakes).toMatchObject({ bus: 'body', id: 0x456, isExtended: true, count: 10 });
    expect(brakes.message).toBeUndefined();
    expect(brakes.cycle.min).toBeCloseTo(0.1, 4);
    // 0.0001 s a frame or so, a hundred times a second
    expect(loads.length).toBeGreaterThan(8);
    for (const { bus, load } of loads) {
      expect(bus).toBe('body');
      expect(load).toBeGreaterThan(0.005);
      expect(load).toBeLessThan(0.02);
    }
    expect(signals).toMatchObject([{ message: 'Engine', signal: 'Speed', unit: 'km/h', count: 95, min: -5 }]);
    expect(signals[0].max).toBeCloseTo(4.9);
    expect(signals[0].last).toBeCloseTo(4.9);
  });

  it('finds the gap by the median where no database declares a cycle, and shows it in tables', async () => {
    const cwd = await recorded();
    const { stdout } = await skidpad(['can', 'run'], { cwd });
    expect(stdout).toMatch(/^105 frames, 0 error frames\n/);
    expect(stdout).toMatch(/body +123h +95 +10\.53 ms .* 1\n/);
    expect(stdout).toMatch(/body +00000456h +10 +100 ms .* 0\n/);
    expect(stdout).toMatch(/123h +body +49\d(\.\d+)? ms +60(\.\d+)? ms/);
    expect(stdout).toMatch(/body .*1\.\d % +1\.\d %/);
  });

  it('writes logs that say the same as the bus, which it reads as well as runs', async () => {
    const cwd = await recorded();
    const { code } = await skidpad(['can', 'run', '--candump', 'out.log', '--asc', 'out.asc'], { cwd });
    expect(code).toBe(0);
    const [log, asc] = ['out.log', 'out.asc'].map((name) => {
      const lines: string[] = [];
      readCanLog(readFileSync(join(cwd, name), 'utf8'), name, (frame) =>
        lines.push(`${frame.stamp.sec} ${frame.stamp.nanosec} ${spelled(frame)}`),
      );
      return lines;
    });
    expect(asc).toEqual(log);
    expect(log).toHaveLength(105);
    expect(readFileSync(join(cwd, 'out.log'), 'utf8')).toMatch(/^\(0\.00\d{4}\) body 123#0000\n/);
    const again = await skidpad(['can', 'out.asc', '--candump', 'again.log'], { cwd });
    expect(again.stdout).toMatch(/^105 frames, 0 error frames\n/);
    const bus = (name: string) => readFileSync(join(cwd, name), 'utf8').replaceAll(/\) \w+ /g, ') bus ');
    expect(bus('again.log')).toBe(bus('out.log'));
  });

  it('shows what one block sent, where it is asked to', async () => {
    const cwd = await recorded();
    const { stdout } = await skidpad(['can', 'run', '--signal', 'brakes.frames', '--json'], { cwd });
    expect(JSON.parse(stdout).identifiers).toMatchObject([{ bus: 'brakes', id: 0x456, count: 10 }]);
  });

  it.each([
    [['nowhere'], 'nowhere: there is no such run or log'],
    [
      ['run', '--signal', 'brake.frames'],
      '--signal: there are no CAN frames on "brake.frames" (did you mean "brakes.frames"?)',
    ],
    [['run', '--dbc', 'no.dbc'], 'no.dbc: there is no such file'],
    [['run', '--asc', 'no/where.asc'], '--asc: no/where.asc: there is no directory no'],
  ])('says in a sentence what is wrong with %j', async (args, problem) => {
    const cwd = await recorded();
    const { code, stderr } = await skidpad(['can', ...args], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(problem);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
