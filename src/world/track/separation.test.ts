import { describe, expect, it } from 'vitest';
import { makeTrack, worldFile } from '../../../test/fixtures/world/worlds.ts';
import type { Track } from './track.ts';

/** Least distance between samples that are each the nearest of their neighbourhood to the other, over every pair. */
function clearanceOfEveryPair({ x, y, closed }: Track): number {
  const n = x.length;
  const apart = (i: number, j: number) => Math.hypot(x[i] - x[j], y[i] - y[j]);
  const around = (i: number) =>
    closed ? [(i + n - 1) % n, (i + 1) % n] : [Math.max(0, i - 1), Math.min(n - 1, i + 1)];
  let least = Infinity;
  for (let i = 0; i < n; i++) {
    for (let j = i + 2; j < n; j++) {
      const d = apart(i, j);
      if (d < least && around(j).every((k) => apart(i, k) >= d) && around(i).every((k) => apart(k, j) >= d)) least = d;
    }
  }
  return least;
}

describe('the clearance of a track', () => {
  it('is that of every pair', () => {
    const wild = Array.from({ length: 6 }, (_, seed) =>
      makeTrack({ laneWidth: 1, spacing: 0.25, random: { seed, amplitude: 30, maxCurvature: 0.7, clearance: 1 } }),
    );
    for (const track of [worldFile('monosim-track00.yaml').track!, ...wild]) {
      const expected = clearanceOfEveryPair(track);
      if (expected === Infinity) expect(track.clearance).toBe(Infinity);
      else expect(Math.abs(track.clearance - expected)).toBeLessThan(0.01);
    }
  });

  it('of a hairpin is the distance between its legs', () => {
    const track = makeTrack({
      segments: { elements: [{ straight: 30 }, { arc: { radius: 3, angle: '180 deg' } }, { straight: 30 }] },
    });
    expect(track.clearance).toBeCloseTo(6, 2);
  });

  it('is none where a track never comes back', () => {
    expect(worldFile('straight.yaml').track!.clearance).toBe(Infinity);
  });
});
