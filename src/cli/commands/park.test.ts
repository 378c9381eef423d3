import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { packageFile } from '../../node/package-files.ts';
import type { ParkOptions } from './park.ts';
import { park } from './park.ts';

const folder = mkdtempSync(join(tmpdir(), 'skidpad-park-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  process.exitCode = undefined;
});

function printed(file: string, options: ParkOptions): string {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  try {
    park(file, options);
    return [...log.mock.calls, ...error.mock.calls].map(([line]) => line as string).join('\n');
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
}

const written = (name: string, content: string): string => {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
};

const CASE = packageFile('cases/parking/02-perpendicular.yaml');
/** Start, goal 8 m ahead, one square beside the way. */
const TPCAP = '0,0,0,8,0,0,1,4,2,3,4,3,4,5,2,5';

describe('skidpad park', () => {
  it('plans a case, checks it and draws it', () => {
    const [svg, png, csv] = ['svg', 'png', 'csv'].map((kind) => join(folder, `case.${kind}`));
    const result = JSON.parse(printed(CASE, { out: [svg, png, csv], json: true }));
    expect(result).toMatchObject({ title: 'a perpendicular slot, rear first', faults: [] });
    expect(result.clearance).toBeGreaterThan(0.15);
    expect(readFileSync(svg, 'utf8')).toContain('<polygon');
    expect(decode(readFileSync(png))).toMatchObject({ channels: 3, width: 900 });
    expect(readFileSync(csv, 'utf8').split('\n')[0]).toBe('x,y,yaw,curvature,speed');
    expect(process.exitCode).toBeUndefined();
  });

  it("reads the benchmark's CSV: straight ahead takes what the limits allow", () => {
    const result = JSON.parse(printed(written('straight.csv', TPCAP), { json: true }));
    // 2.5 m/s are reached after 3.125 m; 8 m take 2·2.5 s + 1.75 m / 2.5 m/s
    expect(result).toMatchObject({ gearChanges: 0, faults: [] });
    expect(result.length).toBeCloseTo(8, 6);
    expect(result.duration).toBeCloseTo(5.7, 1);
  });

  it('fails where there is no way, and says so', () => {
    const file = written('blocked.csv', '0,0,0,8,0,0,1,4,7,-3,9,-3,9,3,7,3');
    expect(printed(file, {})).toContain('the car would touch an obstacle at the goal');
    expect(process.exitCode).toBe(1);
  });

  it('refuses what is no problem in one sentence', () => {
    const refused = (name: string, content: string) => () => printed(written(name, content), {});
    expect(refused('short.csv', '1,2,3')).toThrow(/expected start, goal and the number of obstacles/);
    expect(refused('words.csv', '0,0,0,8,0,zero,0')).toThrow(/expected a number as value 6/);
    expect(refused('cut.csv', '0,0,0,8,0,0,1,4,2,3')).toThrow(/ends before the last/);
    expect(refused('long.csv', `${TPCAP},7`)).toThrow(/expected 16 numbers, got 17/);
    expect(refused('crossing.csv', '0,0,0,8,0,0,1,4,2,3,4,5,4,3,2,6')).toThrow(/crosses itself/);
    expect(refused('empty.yaml', '')).toThrow(/expected/);
    expect(refused('both.yaml', 'start: {x: 0, y: 0, yaw: 0}\ngoal: {x: 8, y: 0, yaw: 0}\nobstacles: [{}]')).toThrow(
      /either a polygon or a box/,
    );
    expect(
      refused(
        'three.yaml',
        'start: {x: 0, y: 0, yaw: 0}\ngoal: {x: 8, y: 0, yaw: 0}\nobstacles: [{polygon: [[1, 2, 3], [1, 2], [3, 4]]}]',
      ),
    ).toThrow(/two numbers/);
    expect(() => printed(CASE, { planner: 'magic' })).toThrow(/expected one of auto/);
    expect(() => printed(CASE, { out: 'a.gif' })).toThrow(/expected a name that ends in/);
  });
});
