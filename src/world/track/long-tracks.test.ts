import { describe, expect, it } from 'vitest';
import { makeTrack, makeWorld } from '../../../test/fixtures/world/worlds.ts';
import { createTrackPoint, pointAt } from './track.ts';
import { nearest } from './nearest.ts';

describe('a track of many kilometres', () => {
  const circle = makeTrack({ polar: { radius: 20_000 } });

  it('is made like a short one', () => {
    expect(circle.length).toBeCloseTo(2 * Math.PI * 20_000, 3);
    expect(circle.clearance).toBeGreaterThan(39_900);
    expect(circle.reach).toBeGreaterThan(9000);
  });

  it('tells the nearest point of every place beside it', () => {
    const point = createTrackPoint();
    for (const s of [0, 12_345.678, 100_000]) {
      pointAt(circle, s, point);
      const [x, y] = [point.x * 1.0001, point.y * 1.0001];
      nearest(circle, x, y, -1, point);
      expect(point.s).toBeCloseTo(s, 3);
      expect(point.lateral).toBeCloseTo(-2, 3);
    }
  });

  it('that winds through hills keeps its lanes apart or is refused, as a short one', () => {
    const bend = (angle: string) => ({ arc: { radius: 8, angle } });
    const hairpins = Array.from({ length: 100 }, () => [
      { straight: 100 },
      bend('180 deg'),
      { straight: 100 },
      bend('-180 deg'),
    ]);
    const elements = hairpins.flat();
    const road = makeTrack({ segments: { elements } });
    expect(road.length).toBeGreaterThan(20_000);
    expect(road.clearance).toBeCloseTo(16, 2);
    expect(() => makeTrack({ laneWidth: 15.9, segments: { elements } })).not.toThrow();
    expect(() => makeTrack({ laneWidth: 16.1, segments: { elements } })).toThrow(/too tight for a lane/);
    expect(() => makeTrack({ segments: { elements: [...elements, bend('-90 deg'), { straight: 500 }] } })).toThrow(
      /crosses itself near/,
    );
  });
});

describe('a track that is refused in a sentence', () => {
  it.each([
    ['longer than its samples can be kept', { polar: { radius: 1e6 } }, /polar: expected a track of at most 200000 m/],
    ['without end', { polar: { radius: 1e300 } }, /polar: expected a track of at most 200000 m .* got one without end/],
    ['of endless straights', { segments: { elements: [{ straight: 1e308 }, { straight: 1e308 }] } }, /without end/],
    [
      'through points at the end of the world',
      {
        points: {
          through: [
            [0, 0],
            [1e300, 0],
            [0, 1e300],
          ],
        },
      },
      /without end/,
    ],
    ['with too high an order', { polar: { radius: 50, harmonics: [{ order: 1e9, cos: 1 }] } }, /at most 1000/],
    [
      'with too many sinusoids',
      { polar: { radius: 50, harmonics: Array.from({ length: 100 }, () => ({ order: 2 })) } },
      /polar.harmonics: expected at most 32 sinusoids, got 100/,
    ],
    [
      'random with too many sinusoids',
      { random: { orders: Array.from({ length: 100 }, () => 2) } },
      /random.orders: expected at most 32 sinusoids, got 100/,
    ],
  ])('is %s', (_name, document, sentence) => {
    expect(() => makeTrack(document)).toThrow(sentence);
  });

  it('has paint that is missing in more pieces than can be kept', () => {
    const lines = { wear: { fraction: 0.5, length: 1e-6 } };
    expect(() => makeWorld({ track: { polar: { radius: 50 }, lines } })).toThrow(
      /world.track.lines.wear.length: expected at most 100000 missing pieces/,
    );
  });
});
