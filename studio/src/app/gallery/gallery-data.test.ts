/** The gallery's data against the scenarios it was measured from. `node scripts/generate-gallery.mjs` writes it again. */
import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GalleryEntry } from '../shell/gallery-entry.ts';

const FILE = 'studio/public/gallery.json';
const entries = JSON.parse(readFileSync(FILE, 'utf8')) as GalleryEntry[];
const { math: _math, ...golden } = JSON.parse(readFileSync('test/golden/hashes.json', 'utf8')) as Record<
  string,
  string
>;

describe('the data of the gallery', () => {
  it('has the hash of every scenario as it is now', () => {
    const scenarios = entries.filter(({ path }) => path.startsWith('scenarios/'));
    expect(Object.fromEntries(scenarios.map(({ path, hash }) => [path, hash]))).toEqual(
      Object.fromEntries(Object.entries(golden).filter(([path]) => path.endsWith('.yaml'))),
    );
  });

  it('has the labs of the course', () =>
    expect(
      new Set(entries.filter(({ group }) => group === 'course').map(({ path }) => /lab\d/.exec(path)![0])).size,
    ).toBe(8));

  it('is small enough to load with the page', () => expect(statSync(FILE).size).toBeLessThan(400_000));

  it('has paths of at most 200 points, in centimetres', () => {
    for (const { points } of entries.flatMap(({ paths }) => paths)) {
      expect(points.length).toBeLessThanOrEqual(400);
      expect(points.every((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6)).toBe(true);
    }
  });

  it('tells what cannot run in a page, and how it runs elsewhere', () => {
    expect(entries.filter(({ runnable, group }) => !runnable && group !== 'course').map(({ group }) => group)).toEqual([
      'apa',
      'hil',
      'hosts',
      'hosts',
    ]);
    for (const { command } of entries) expect(command).toMatch(/^npx skidpad (run|grade) /);
  });
});
