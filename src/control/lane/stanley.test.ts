import { describe, expect, it } from 'vitest';
import { driveLane } from '../../../test/fixtures/control/lane-loop.ts';
import { circleTrack, straightTrack } from '../../../test/fixtures/control/monosim-track.ts';
import { stanley } from './stanley.ts';

describe('Stanley', () => {
  it("closes the front axle's offset e on a straight road as e′ = −k e/√(1 + (k e/v)²)", () => {
    const [k, softening] = [1, 0.001];
    const { samples } = driveLane(
      stanley,
      { gain: k, softening, acceleration: 100 },
      { track: straightTrack(100), duration: 5, period: 0.01, start: { lateral: 0.5, speed: 2.5 } },
    );
    let e = 0.5;
    for (const { now, lateral, heading } of samples) {
      if (Math.round(now * 100) % 50 === 0) expect(Math.abs(lateral + 1.3 * Math.sin(heading) - e)).toBeLessThan(0.02);
      e -= (0.01 * k * e) / Math.sqrt(1 + (k * e * (k * e)) / (2.5 * 2.5));
    }
  });

  it('leads the front axle round a circle', () => {
    const { samples } = driveLane(stanley, {}, { track: circleTrack(12), duration: 40, sight: [2.46, 7] });
    const { lateral } = samples.at(-1)!;
    // the rear axle runs inside by R − √(R² − L²)
    expect(lateral).toBeCloseTo(12 - Math.sqrt(12 * 12 - 1.3 * 1.3), 1);
    expect(lateral).toBeGreaterThan(0.04);
  });
});
