import { describe, expect, it } from 'vitest';
import { makeTrack, worldFile } from '../../../test/fixtures/world/worlds.ts';
import { createStream, uniformBetween } from '../../math/random.ts';
import type { Track } from './track.ts';
import { createTrackPoint, pointAt } from './track.ts';
import { nearest } from './nearest.ts';

/** By brute force on a line twenty times finer, then ever finer around the best. */
function bruteForce(track: Track, x: number, y: number): { s: number; distance: number } {
  const point = createTrackPoint();
  let [centre, width, best, bestS] = [track.length / 2, track.length, Infinity, 0];
  for (let round = 0; round < 4; round++) {
    const step = round === 0 ? track.spacing / 20 : width / 200;
    for (let s = centre - width / 2; s <= centre + width / 2; s += step) {
      pointAt(track, s, point);
      const distance = Math.hypot(point.x - x, point.y - y);
      if (distance < best) [best, bestS] = [distance, s];
    }
    [centre, width] = [bestS, 4 * step];
  }
  return { s: bestS, distance: best };
}

const round = (s: number, length: number) => s - length * Math.round(s / length);

describe('the nearest point of a track', () => {
  const track00 = worldFile('monosim-track00.yaml').track!;

  it.each([
    ['near', 4],
    ['anywhere', 60],
  ])('is that of brute force, for places %s', (_name, spread) => {
    const stream = createStream(1, 'places');
    const out = createTrackPoint();
    for (let k = 0; k < 40; k++) {
      pointAt(track00, uniformBetween(stream, 0, track00.length), out);
      const x = out.x + uniformBetween(stream, -spread, spread);
      const y = out.y + uniformBetween(stream, -spread, spread);
      const expected = bruteForce(track00, x, y);
      nearest(track00, x, y, -1, out);
      expect(Math.hypot(out.x - x, out.y - y)).toBeCloseTo(expected.distance, 5);
      expect(Math.abs(out.lateral)).toBeCloseTo(expected.distance, 5);
      if (expected.distance < 3) expect(Math.abs(round(out.s - expected.s, track00.length))).toBeLessThan(2e-3);
    }
  });

  it('is found from any hint, also a wrong one', () => {
    const wild = makeTrack({ laneWidth: 1, random: { seed: 3, amplitude: 30, maxCurvature: 0.5, clearance: 1 } });
    const stream = createStream(2, 'places');
    const [hinted, plain] = [createTrackPoint(), createTrackPoint()];
    for (let k = 0; k < 500; k++) {
      const x = uniformBetween(stream, -60, 60);
      const y = uniformBetween(stream, -20, 100);
      nearest(wild, x, y, -1, plain);
      nearest(wild, x, y, Math.floor(uniformBetween(stream, 0, wild.x.length)), hinted);
      expect(hinted).toEqual(plain);
    }
  });

  it('gives back distance and offset of a place made from them, left positive', () => {
    const out = createTrackPoint();
    for (let s = 0.05; s < track00.length; s += 1.7) {
      for (const lateral of [-0.8, 0, 0.3, 1.5]) {
        pointAt(track00, s, out);
        const { heading } = out;
        nearest(track00, out.x - lateral * Math.sin(heading), out.y + lateral * Math.cos(heading), out.index, out);
        expect(out.lateral).toBeCloseTo(lateral, 6);
        expect(out.s).toBeCloseTo(s, 3);
        expect(out.heading).toBeCloseTo(heading, 3);
      }
    }
  });

  it('moves on steadily along the line, over the start too', () => {
    const circle = makeTrack({ polar: { radius: 10 } });
    const out = createTrackPoint();
    nearest(circle, 11, 0, -1, out);
    let previous = out.s;
    for (let k = 1; k <= 7000; k++) {
      const angle = k / 1000;
      nearest(circle, 11 * Math.cos(angle), 11 * Math.sin(angle), out.index, out);
      expect(round(out.s - previous, circle.length)).toBeCloseTo(0.01, 5);
      expect(out.lateral).toBeCloseTo(-1, 7);
      previous = out.s;
    }
  });

  it('is an end of an open track beyond it', () => {
    const straight = makeTrack({ segments: { elements: [{ straight: 20 }] } });
    const out = createTrackPoint();
    nearest(straight, -3, 1, -1, out);
    expect([out.s, out.lateral]).toEqual([0, 1]);
    nearest(straight, 25, -2, out.index, out);
    expect([out.s, out.lateral]).toEqual([expect.closeTo(20, 9), expect.closeTo(-2, 9)]);
  });

  it('holds at the corners of a polyline', () => {
    const square = makeTrack({
      points: {
        through: [
          [0, 0],
          [20, 0],
          [20, 20],
          [0, 20],
        ],
        kind: 'polyline',
      },
    });
    const out = createTrackPoint();
    nearest(square, 10, 2, -1, out);
    expect([out.s, out.lateral]).toEqual([expect.closeTo(10, 6), expect.closeTo(2, 6)]);
    nearest(square, 21, -1, out.index, out);
    expect(Math.abs(out.lateral)).toBeCloseTo(Math.SQRT2, 1);
  });
});
