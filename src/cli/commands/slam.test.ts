import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ROOM, rangeTo } from '../../slam/fixtures/room.ts';
import { slam } from './slam.ts';

let folder: string;
let printed: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skidpad-slam-'));
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text));
  vi.spyOn(console, 'error').mockImplementation((text: string) => void printed.push(text));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

/** A drive through the room as CARMEN would log it, with the truth, and odometry that is 5 % too long. */
function log(): string {
  const lines: string[] = [];
  for (let i = 0; i < 30; i++) {
    const [x, y, heading] = [-1.5 + 0.1 * i, -0.3 + 0.01 * i, 0.02 * i];
    const ranges = Array.from({ length: 180 }, (_, k) =>
      rangeTo(ROOM, x, y, heading - Math.PI / 2 + (k * Math.PI) / 180).toFixed(3),
    );
    const odometry = `${(1.05 * (x + 1.5)).toFixed(4)} ${(y + 0.3).toFixed(4)} ${heading.toFixed(4)}`;
    lines.push(`FLASER 180 ${ranges.join(' ')} ${odometry} ${odometry} ${i}.5 host ${i}.5`);
    lines.push(`TRUEPOS ${x} ${y} ${heading} 0 0 0 ${i}.5 host ${i}.5`);
  }
  return `${lines.join('\n')}\nFLASER 180 1.0 2.0`;
}

describe('skidpad slam', () => {
  it('writes map and trajectory of a CARMEN log, and its errors against truth and relations', async () => {
    const out = join(folder, 'map');
    const relations = file('r.txt', '0.5 29.5 2.9 0.29 0 0 0 0.58\n');
    await slam(file('room.log', log()), { out, relations, json: true });
    expect(printed[0]).toMatch(/1 damaged line is left out, the first in line 61 of/);
    const found = JSON.parse(printed[1]);
    expect(found.scans).toBe(30);
    expect(found.truth.translation.mean).toBeLessThan(0.02);
    expect(found.relations.translation.mean).toBeLessThan(0.05);
    expect(readFileSync(join(out, 'map.png')).subarray(1, 4).toString()).toBe('PNG');
    expect(readFileSync(join(out, 'map.yaml'), 'utf8')).toContain('image: map.png');
    expect(readFileSync(join(out, 'trajectory.tum'), 'utf8').trim().split('\n').length).toBe(30);
    expect(readFileSync(join(out, 'trajectory.csv'), 'utf8')).toMatch(/^stamp,x,y,heading\n0\.500000,/);
    expect(readFileSync(join(out, 'map.svg'), 'utf8')).toContain('<polyline');
  });

  it.each([
    ['a file that is not there', {}, () => 'nowhere.log', 'nowhere.log: there is no such run, recording or log'],
    ['a file without scans', {}, () => file('a.log', 'ODOM 1 2 3 4'), 'holds no scans, expected FLASER or ROBOTLASER1'],
    ['a mount of two numbers', { mount: '1,2' }, () => file('b.log', log()), '--mount: expected x,y,heading'],
    ['a resolution of a micrometre', { resolution: '1e-6' }, () => file('e.log', log()), 'expected 0.005 to 1 m'],
    ['a resolution of 0', { resolution: '0' }, () => file('c.log', log()), '--resolution: expected a number above 0'],
  ])('says what is wrong with %s', async (_, options, path, sentence) => {
    await expect(slam(path(), { out: join(folder, 'out'), ...options })).rejects.toThrow(sentence);
  });

  it('finds its way through a log whose odometry leaps to the end of the world', async () => {
    const lines = log().split('\n');
    const words = lines[20].split(' ');
    lines[20] = [...words.slice(0, 182), '1e12', '-1e12', '2', '1e12', '-1e12', '2', ...words.slice(188)].join(' ');
    await slam(file('leap.log', lines.join('\n')), { out: join(folder, 'leap'), json: true });
    expect(JSON.parse(printed[1]).truth.translation.mean).toBeLessThan(0.05);
  });

  it('says that relations are of another log', async () => {
    const relations = file('r.txt', '900 901 1 0 0 0 0 0\n');
    const out = join(folder, 'out');
    await expect(slam(file('d.log', log()), { out, relations })).rejects.toThrow('none of its stamps is in the log');
  });
});
