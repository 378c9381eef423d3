/** Parts of the single-track model in closed form. */
import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { frontAxleLoad, rearAxleLoad } from './load-transfer.ts';
import type { SingleTrackCar } from './model.ts';
import {
  createCar,
  kineticEnergy,
  REAR_FORCE,
  resistance,
  singleTrackRate,
  STATE_SIZE,
  VX,
  VY,
  YAW,
  YAW_RATE,
} from './model.ts';
import { advanceSingleTrack } from './integration.ts';
import { singleTrack } from './single-track.ts';

const carOf = (given: object = {}): SingleTrackCar =>
  createCar(
    new BlockRunner(singleTrack, {
      mass: 1000,
      yawInertia: 2000,
      wheelBase: 2.5,
      cgToFrontAxle: 1,
      tyreModel: 'linear',
      slipBlendSpeed: 4,
      ...given,
    }).params as SingleTrackCar,
  );
const stateOf = (given: Record<number, number>) => Object.assign(new Float64Array(STATE_SIZE), given);

describe('the single-track model', () => {
  it('has the energy ½ m v² + ½ I r²', () => {
    expect(kineticEnergy(carOf(), stateOf({ [VX]: 3, [VY]: -4, [YAW_RATE]: 0.5 }))).toBe(12_500 + 250);
  });

  it('is held back by ½ρ c_d A v² and by rolling, which fades below 0.1 m/s, against the motion', () => {
    const car = carOf({ dragArea: 0.8, airDensity: 1.25, rollingResistance: 0.01 });
    const rolling = 0.01 * 1000 * 9.80665;
    for (const side of [1, -1]) {
      expect(resistance(car, side * 10)).toBeCloseTo(side * (50 + rolling), 9);
      expect(resistance(car, side * 0.05)).toBeCloseTo(side * (0.5 * 0.0025 + 0.5 * rolling), 9);
      expect(resistance(car, side * 0.1)).toBeCloseTo(side * (0.5 * 0.01 + rolling), 9);
    }
  });

  it('measures slip against the speed, below the blend speed against (u² + u_b²)/(2 u_b)', () => {
    const slope = (vx: number) => {
      const rate = new Float64Array(STATE_SIZE);
      singleTrackRate(carOf(), stateOf({ [VX]: vx, [VY]: 0.001 }), new Float64Array(3), rate);
      return -rate[VY] * 1000;
    };
    // both axles slip alike: −(90 + 110) kN/rad · w/ũ
    for (const [vx, speed] of [
      [8, 8],
      [-8, 8],
      [4, 4],
      [2, 20 / 8],
      [0, 2],
    ])
      expect(slope(vx)).toBeCloseTo((200_000 * 0.001) / speed, 3);
  });

  it('has the loads m (g b ∓ h a)/L, and none that pulls', () => {
    const car = { mass: 1000, wheelBase: 2.5, cgToFrontAxle: 1, cgHeight: 0.5 };
    expect(frontAxleLoad(car, 2)).toBeCloseTo((1000 * (9.80665 * 1.5 - 1)) / 2.5, 9);
    expect(rearAxleLoad(car, 2)).toBeCloseTo((1000 * (9.80665 + 1)) / 2.5, 9);
    expect([frontAxleLoad(car, 100), rearAxleLoad(car, -100)]).toEqual([0, 0]);
  });

  it.each(['rk4', 'semi-implicit'])('keeps its heading in [0, 2π) by %s', (integrator) => {
    const car = carOf({ integrator, slipBlendSpeed: 100 });
    const left = stateOf({ [YAW]: 6.28, [YAW_RATE]: 1 });
    advanceSingleTrack(car, left, new Float64Array(3), 0.01);
    expect(left[YAW]).toBeLessThan(0.01);
    const right = stateOf({ [YAW]: 0.001, [YAW_RATE]: -1 });
    advanceSingleTrack(car, right, new Float64Array(3), 0.01);
    expect(right[YAW]).toBeGreaterThan(6.27);
  });

  it.each(['rk4', 'semi-implicit'])('accelerates from rest by F/m over all its substeps, by %s', (integrator) => {
    const car = carOf({ integrator, substeps: 4 });
    const state = stateOf({});
    const input = new Float64Array(3);
    input[REAR_FORCE] = 1000;
    for (let k = 0; k < 100; k++) advanceSingleTrack(car, state, input, 0.01);
    expect(state[VX]).toBeCloseTo(1, 9);
    expect(state[0]).toBeCloseTo(0.5, integrator === 'rk4' ? 9 : 2);
  });
});
