import { describe, expect, it } from 'vitest';
import { driveLane } from '../../../test/fixtures/control/lane-loop.ts';
import { circleTrack, straightTrack } from '../../../test/fixtures/control/monosim-track.ts';
import { purePursuit } from './pure-pursuit.ts';

describe('pure pursuit', () => {
  it('holds a circle exactly: the arc to any of its points is the circle itself', () => {
    for (const lookAheadTime of [0.6, 1.2]) {
      const { samples } = driveLane(
        purePursuit,
        { lookAheadTime },
        { track: circleTrack(12), duration: 40, sight: [2.46, 7] },
      );
      expect(Math.abs(samples.at(-1)!.lateral)).toBeLessThan(0.02);
      expect(samples.at(-1)!.steering).toBeCloseTo(Math.atan(1.3 / 12), 2);
    }
  });

  it('closes an offset on a straight road as e″ + (2/ℓ) e′ + (2/ℓ²) e = 0 over distance', () => {
    const distance = 3;
    const params = { minLookAhead: distance, lookAheadTime: 0, acceleration: 100 };
    const { samples } = driveLane(purePursuit, params, {
      track: straightTrack(100),
      duration: 5,
      period: 0.01,
      start: { lateral: 0.1, speed: 2.5 },
    });
    for (const { now, lateral } of samples.filter((_, i) => i % 50 === 0)) {
      const t = (2.5 * now) / distance;
      expect(lateral).toBeCloseTo(0.1 * Math.exp(-t) * (Math.cos(t) + Math.sin(t)), 2);
    }
  });
});
