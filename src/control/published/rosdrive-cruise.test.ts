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

describe('the published block', () => {
  const driving = (params: object, speed: number) => {
    const runner = new BlockRunner(publishedCruise, params);
    runner.step();
    expect(runner.outputs.pedals.publish).toBe(false);
    runner.send('car_info', (info) => (info.speed = speed));
    return runner;
  };

  it('drives its own set point until one is published, forward, with one pedal', () => {
    const runner = driving({ setpoint: 10, kp: 0.1, ki: 0, kd: 0 }, 8);
    runner.step();
    expect(runner.outputs.pedals.value).toMatchObject({ throttle: expect.closeTo(0.2, 12), brake: 0, shift_gears: 2 });
    runner.send('setpoint', (setpoint) => (setpoint.data = 5));
    runner.step();
    expect(runner.outputs.pedals.value).toMatchObject({ throttle: 0, brake: expect.closeTo(0.3, 12) });
  });

  it('stops above one half, and forgets its integral', () => {
    const runner = driving({ setpoint: 10 }, 9);
    for (const data of [0.3, 0.5]) {
      runner.send('stop', (stop) => (stop.data = data));
      runner.step();
      expect(runner.outputs.pedals.value.brake).toBe(0);
    }
    expect(runner.state.integral).toBeGreaterThan(0);
    runner.send('stop', (stop) => (stop.data = 0.6));
    runner.step();
    expect(runner.outputs.pedals.value).toMatchObject({ throttle: 0, brake: 1 });
    expect(runner.state.integral).toBe(0);
  });

  it('presses the full brake at a set point of 0 only, below a demand of 0.05 of either sign', () => {
    const gentle = { kp: 1, ki: 0, kd: 0 };
    const brakeAt = (setpoint: number, speed: number) => {
      const runner = driving({ ...gentle, setpoint }, speed);
      runner.step();
      return runner.outputs.pedals.value.brake;
    };
    expect(brakeAt(0, 0.04)).toBe(1);
    expect(brakeAt(0, 0.05)).toBeCloseTo(0.05, 12);
    expect(brakeAt(0, 0.08)).toBeCloseTo(0.08, 12);
    expect(brakeAt(0.5, 0.52)).toBeCloseTo(0.02, 12);
    expect(brakeAt(1, 1.02)).toBeCloseTo(0.02, 12);
  });

  it('bounds its demand and its integral on both sides', () => {
    const state = { integral: 0 };
    const gains = { kp: 1, ki: 0, kd: 0 };
    expect([publishedCruisePedal(gains, state, 5, DT), publishedCruisePedal(gains, state, -5, DT)]).toEqual([1, -1]);
    publishedCruisePedal(gains, state, 50, DT);
    expect(state.integral).toBe(50);
    state.integral = 3;
    publishedCruisePedal(gains, state, 49.9, 0.1);
    expect(state.integral).toBeCloseTo(7.99, 12);
    publishedCruisePedal(gains, state, -0.11, 0.1);
    expect(state.integral).toBeCloseTo(7.979, 12);
    expect(publishedCruisePedal({ kp: 0.1, ki: 0.01, kd: 0.02 }, { integral: 5 }, 2, 0.1)).toBeCloseTo(
      0.2 + 0.01 * 5.2 - 0.4,
      12,
    );
  });
});
