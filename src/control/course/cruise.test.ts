import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { cruiseGains } from './course-gains.ts';
import { createCruiseState, cruiseDemand } from './cruise-law.ts';
import { cruise } from './cruise.ts';

const DT = 1 / 30;

describe('cruise control', () => {
  it('does not wind up while it cannot do more', () => {
    const state = createCruiseState();
    for (let k = 0; k < 300; k++) cruiseDemand(cruiseGains.PID3, state, 20, 5, DT, 0.1, -2);
    expect(state.integral).toBe(0);
  });

  it('differentiates what it measures: a step of the setpoint does not kick, an acceleration is damped', () => {
    const state = createCruiseState();
    cruiseDemand({ kp: 0.1, ki: 0, kd: 0.2 }, state, 10, 10, DT, 0.1, -2);
    expect(cruiseDemand({ kp: 0.1, ki: 0, kd: 0.2 }, state, 12, 10, DT, 0.1, -2)).toBeCloseTo(0.2, 12);
    let demand = 0;
    for (let k = 1; k <= 60; k++)
      demand = cruiseDemand({ kp: 0, ki: 0, kd: 0.2 }, state, 12, 10 + 2 * DT * k, DT, 0.1, -2);
    expect(demand).toBeCloseTo(-0.2 * 2, 6);
  });

  it('follows the closed form of a sampled loop around an integrating plant: e shrinks by 1 − K_P g Δt in each period', () => {
    const state = createCruiseState();
    const g = 3.9;
    let speed = 19.95;
    for (let k = 0; k < 4; k++) {
      const error = 20 - speed;
      speed += g * DT * cruiseDemand(cruiseGains.PID1, state, 20, speed, DT, 0.1, -2);
      expect((20 - speed) / error).toBeCloseTo(1 - 10.8 * g * DT, 9);
    }
  });

  it('holds a standing car with the full brake, and lets go when it shall drive', () => {
    const runner = new BlockRunner(cruise, { setpoint: 0 });
    runner.send('car_info', (info) => (info.speed = 0.2));
    runner.step();
    expect(runner.outputs.pedals.value.brake).toBe(1);
    runner.send('setpoint', (setpoint) => (setpoint.data = 10));
    runner.step();
    expect(runner.outputs.pedals.value).toMatchObject({ throttle: 1, brake: 0, shift_gears: 2 });
  });

  it('obeys a stop, and says nothing before it knows the speed', () => {
    const runner = new BlockRunner(cruise, {});
    runner.step();
    expect(runner.outputs.pedals.publish).toBe(false);
    runner.send('car_info', (info) => (info.speed = 12));
    runner.send('stop', (stop) => (stop.data = 1));
    runner.step();
    expect(runner.outputs.pedals.value).toMatchObject({ throttle: 0, brake: 1 });
  });
});

it('takes its gains from a row of the table, or as given', () => {
  expect(new BlockRunner(cruise, { gains: 'PID2' }).params).toMatchObject({ kp: 10.8, ki: 2.16, kd: 0.27 });
  expect(new BlockRunner(cruise, { gains: 'PID2', ki: 1 }).params).toMatchObject({ kp: 10.8, ki: 1, kd: 0.27 });
});
