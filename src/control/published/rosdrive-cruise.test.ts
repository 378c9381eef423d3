import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { cruiseGains } from '../course/course-gains.ts';
import { publishedCruise, publishedCruisePedal } from './rosdrive-cruise.ts';

const DT = 1 / 30;

describe('the published cruise control', () => {
  it.each([
    ['PID1', 10.8],
    ['PID2', 2.7],
    ['PID3', 6.75],
    ['PID4', 6.75],
  ] as const)(
    'has with %s the effective gain %s at 30 Hz, because its derivative is of an error that is always 0 before',
    (name, gain) => {
      const state = { integral: 0 };
      expect(publishedCruisePedal(cruiseGains[name], state, 0.05, DT)).toBeCloseTo(gain * 0.05, 12);
    },
  );

  it('turns the wrong way when the period is shorter than K_D/K_P', () => {
    expect(publishedCruisePedal(cruiseGains.PID2, { integral: 0 }, 0.05, 0.01)).toBeLessThan(0);
  });

  it('forgets its integral within 0.1 m/s of the set point, and jumps to 50 beyond 50 m/s', () => {
    const state = { integral: 0 };
    publishedCruisePedal(cruiseGains.PID3, state, 2, DT);
    expect(state.integral).toBeCloseTo(2 * DT, 12);
    publishedCruisePedal(cruiseGains.PID3, state, 0.1, DT);
    expect(state.integral).toBe(0);
    publishedCruisePedal(cruiseGains.PID3, state, -60, DT);
    expect(state.integral).toBe(-50);
  });

  it('presses the full brake at a set point of 0 once it hardly wants anything', () => {
    const runner = new BlockRunner(publishedCruise, { setpoint: 0 });
    const brakeAt = (speed: number): number => {
      runner.send('car_info', (info) => (info.speed = speed));
      runner.step();
      return runner.outputs.pedals.value.brake;
    };
    expect(brakeAt(0.05)).toBeCloseTo(6.75 * 0.05, 6);
    expect(brakeAt(0.001)).toBe(1);
  });
});
