import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { fourWheel } from '../four-wheel/four-wheel.ts';
import { frictionCurve, unitySoftening } from './unity-friction.ts';

const FORWARD = { reach: 0.8 / 0.4, rest: 0.5 };
const SIDEWAYS = { reach: 0.5 / 0.2, rest: 0.75 };
const SLIPS = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.5];
/** scipy's CubicHermiteSpline through origin, extremum and asymptote, with slopes f_e/σ_e, 0 and 0. */
const BY_SCIPY = {
  forward: [0.138671875, 0.296875, 0.625, 0.890625, 1, 0.921875, 0.75, 0.578125, 0.5, 0.5],
  sideways: [0.296875, 0.625, 1, 0.935185185185, 0.814814814815, 0.75, 0.75, 0.75, 0.75, 0.75],
};

describe("Unity's friction curve", () => {
  it("is scipy's Hermite spline", () => {
    SLIPS.forEach((slip, i) => {
      expect(frictionCurve(FORWARD, slip / 0.4)).toBeCloseTo(BY_SCIPY.forward[i], 10);
      expect(frictionCurve(SIDEWAYS, slip / 0.2)).toBeCloseTo(BY_SCIPY.sideways[i], 10);
    });
  });

  it('is the forward curve along the wheel and the sideways one across', () => {
    for (const t of [0.5, 1.2, 1.7, 4]) {
      expect(unitySoftening(FORWARD, SIDEWAYS, t / 3, 1) * t).toBeCloseTo(frictionCurve(FORWARD, t), 12);
      expect(unitySoftening(FORWARD, SIDEWAYS, t / 3, 0) * t).toBeCloseTo(frictionCurve(SIDEWAYS, t), 12);
    }
    expect(unitySoftening(FORWARD, SIDEWAYS, 0, 0)).toBe(1);
  });
});

describe('a car on such tyres', () => {
  const braking = (brake: number): number => {
    const runner = new BlockRunner(fourWheel, {
      tyreModel: 'unity',
      friction: 1,
      cgHeight: 0,
      speed: 20,
      brakes: { frontTorque: 5000, rearTorque: 5000 },
    });
    runner.runUntil(1, () =>
      runner.send('control', (control) => {
        control.brake = brake;
      }),
    );
    return 20 - runner.outputs.state.value.vx;
  };

  it('slides on locked wheels with the friction of the asymptote', () => {
    expect(braking(1)).toBeCloseTo(0.5 * 9.80665, 1);
  });

  it('brakes harder below the extremum than with locked wheels', () => {
    // 8 m/s² at the hubs, below the extremum's 9.8
    expect(braking((8 * 1500 * 0.31) / 20000)).toBeGreaterThan(7.5);
  });

  it('refuses an asymptote before its extremum', () => {
    expect(
      () => new BlockRunner(fourWheel, { unityTyre: { forward: { extremumSlip: 0.4, asymptoteSlip: 0.3 } } }),
    ).toThrow('unityTyre.forward.asymptoteSlip: expected more than extremumSlip (0.4), got 0.3');
  });
});
