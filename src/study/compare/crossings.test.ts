import { describe, expect, it } from 'vitest';
import { parse } from '../../core/schema.ts';
import { worldOf, worldParams } from '../../world/index.ts';
import { pursuitOf } from './crossings.ts';

/** A path sampled every `period` for ten seconds. */
const driven = (period: number, place: (time: number) => readonly [x: number, y: number]) => {
  const times = Float64Array.from({ length: Math.round(10 / period) + 1 }, (_, i) => i * period);
  return { times, x: times.map((time) => place(time)[0]), y: times.map((time) => place(time)[1]) };
};

describe('two vehicles on one way', () => {
  it('are level when the faster one has made up the gap', () => {
    // 20 m behind at 15 m/s against 10 m/s: level after 4 s at 60 m
    const { crossings, difference } = pursuitOf(
      driven(0.01, (t) => [15 * t, 0]),
      driven(0.03, (t) => [20 + 10 * t, 3]),
      undefined,
    );
    expect(crossings).toHaveLength(1);
    expect(crossings[0].time).toBeCloseTo(4, 9);
    expect(crossings[0].progress).toBeCloseTo(60, 6);
    expect(crossings[0].rate).toBeCloseTo(5, 6);
    expect(difference[0]).toBeCloseTo(-20, 9);
  });

  it('are level twice when one falls back again, and never when it does not catch up', () => {
    const slowing = pursuitOf(
      driven(0.01, (t) => [9 * t - t * t, 0]),
      driven(0.01, (t) => [8 + 0 * t, 0]),
      undefined,
    );
    // 9 t − t² = 8 at 1 s and 8 s
    expect(slowing.crossings.map(({ time, rate }) => [Math.round(time * 1e3) / 1e3, Math.sign(rate)])).toEqual([
      [1, 1],
      [8, -1],
    ]);
    expect(
      pursuitOf(
        driven(0.1, (t) => [t, 0]),
        driven(0.1, (t) => [t + 1, 0]),
        undefined,
      ).crossings,
    ).toEqual([]);
  });

  it('on a ring are compared along it, across its start and from lap to lap', () => {
    // a circle of 100 m; the start is at angle 0
    const radius = 50 / Math.PI;
    const { track } = worldOf(
      parse(worldParams, { track: { polar: { radius, harmonics: [] }, laneWidth: 2 } }, 'world'),
    );
    const at = (s: number): readonly [number, number] => [radius * Math.cos(s / radius), radius * Math.sin(s / radius)];
    // one starts 10 m before the start line, the other 10 m behind it: level after 20 m gained at 4 m/s, at 5 s
    const { crossings, first, difference } = pursuitOf(
      driven(0.01, (t) => at(90 + 24 * t)),
      driven(0.01, (t) => at(10 + 20 * t)),
      track,
    );
    expect(difference[0]).toBeCloseTo(-20, 3);
    expect(crossings).toHaveLength(1);
    expect(crossings[0].time).toBeCloseTo(5, 3);
    expect(crossings[0].rate).toBeCloseTo(4, 2);
    expect(first.at(-1)! - first[0]).toBeCloseTo(240, 2);
  });
});
