import { describe, expect, it } from 'vitest';
import { makeTrack } from '../../../test/fixtures/world/worlds.ts';
import { lineBoxes, visitNearPairs } from './line-boxes.ts';

/** Pairs of points that are looked at to find all that are within a distance. */
function pairsLookedAt(x: Float64Array, y: Float64Array, within: number, found = new Set<string>()): number {
  let pairs = 0;
  visitNearPairs(lineBoxes(x, y, false), {
    within: () => within,
    visit([first, end], [secondFirst, secondEnd]) {
      for (let i = first; i < end; i++) {
        for (let j = Math.max(i + 1, secondFirst); j < secondEnd; j++) {
          pairs++;
          if (Math.hypot(x[i] - x[j], y[i] - y[j]) <= within) found.add(`${i} ${j}`);
        }
      }
    },
  });
  return pairs;
}

const circle = (n: number) => ({
  x: Float64Array.from({ length: n }, (_, i) => n * Math.cos((2 * Math.PI * i) / n)),
  y: Float64Array.from({ length: n }, (_, i) => n * Math.sin((2 * Math.PI * i) / n)),
});

describe('boxes around a line', () => {
  it('lead to every pair that is near', () => {
    const { x, y } = makeTrack({ random: { seed: 4 }, spacing: 2 });
    const found = new Set<string>();
    pairsLookedAt(x, y, 15, found);
    const expected = new Set<string>();
    for (let i = 0; i < x.length; i++) {
      for (let j = i + 1; j < x.length; j++) if (Math.hypot(x[i] - x[j], y[i] - y[j]) <= 15) expected.add(`${i} ${j}`);
    }
    expect(expected.size).toBeGreaterThan(x.length);
    expect(found).toEqual(expected);
  });

  it('make the work grow with the length of the line, and not with its square', () => {
    const [short, long] = [circle(1000), circle(64_000)];
    const growth = pairsLookedAt(long.x, long.y, 10) / pairsLookedAt(short.x, short.y, 10);
    expect(growth).toBeLessThan(2 * 64);
  });
});
