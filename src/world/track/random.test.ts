import { describe, expect, it } from 'vitest';
import { crossesItself, makeTrack } from '../../../test/fixtures/world/worlds.ts';
import { wrapToPi } from '../../math/angle.ts';
import { offsetLine } from './lines.ts';

const random = (bounds: Record<string, unknown>, laneWidth = 3) =>
  makeTrack({ laneWidth, spacing: 0.8, random: bounds });

describe('random tracks', () => {
  it('keep their bounds and never cross, over 200 seeds', () => {
    for (let seed = 0; seed < 200; seed++) {
      const { heading, curvature, spacing, length, ...track } = random({ seed, maxCurvature: 0.12, amplitude: 12 });
      expect(Math.max(...curvature.map(Math.abs))).toBeLessThanOrEqual(0.12);
      // by finite differences too: what is driven is bounded, and not only what is said of it
      const turns = heading.map((angle, i) => Math.abs(wrapToPi(heading[(i + 1) % heading.length] - angle)));
      expect(Math.max(...turns) / spacing).toBeLessThan(0.1201);
      for (const edge of [1.5, -1.5])
        expect(crossesItself(offsetLine({ heading, curvature, spacing, length, ...track }, edge), true)).toBe(false);
      expect(track.clearance).toBeGreaterThanOrEqual(5);
      expect(length).toBeGreaterThan(2 * Math.PI * 45);
      expect([track.x[0], track.y[0], heading[0]]).toEqual([0, 0, 0]);
    }
  });

  it('are the same for the same seed and others for another', () => {
    expect(random({ seed: 7 })).toEqual(random({ seed: 7 }));
    expect(random({ seed: 7 }).length).not.toBeCloseTo(random({ seed: 8 }).length, 2);
  });

  it('bend as much as they may when drawn wild', () => {
    const tightest = Array.from({ length: 20 }, (_, seed) =>
      Math.max(...random({ seed, amplitude: 30 }).curvature.map(Math.abs)),
    );
    expect(Math.min(...tightest)).toBeGreaterThan(0.15 * 0.85);
  });

  it('keep their passes apart when told so', () => {
    for (let seed = 0; seed < 10; seed++)
      expect(random({ seed, amplitude: 40, maxCurvature: 0.6, clearance: 20 }).clearance).toBeGreaterThanOrEqual(23);
  });

  it('become a circle when nothing else is allowed', () => {
    expect(random({ radius: 40, maxCurvature: 1 / 40 }).length).toBeCloseTo(80 * Math.PI, 3);
  });

  it('are refused when no track could keep the bounds', () => {
    expect(() => random({ radius: 5, maxCurvature: 0.1 })).toThrow(
      /track\.random\.maxCurvature: expected at least 1\/radius \(0\.2 1\/m\)/,
    );
    expect(() => random({ maxCurvature: 0.3 }, 8)).toThrow(/expected less than 0\.25 1\/m/);
  });
});
