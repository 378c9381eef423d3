import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { cruiseGains, headingGains } from './course-gains.ts';
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

describe('the law of cruise control', () => {
  const state = (given: object = {}) => Object.assign(createCruiseState(), given);

  it('is K_P e + K_I ∫ e dt, the same up and down', () => {
    for (const error of [0.5, -0.5]) {
      const own = state();
      for (let k = 0; k < 10; k++)
        expect(cruiseDemand({ kp: 0.3, ki: 0.7, kd: 0 }, own, 10 + error, 10, 0.1, 0, -2)).toBeCloseTo(
          0.3 * error + 0.7 * error * 0.1 * k,
          12,
        );
    }
  });

  it('demands no more than full throttle and full brake', () => {
    expect(cruiseDemand(cruiseGains.PID1, state(), 20, 5, DT, 0.1, -2)).toBe(1);
    expect(cruiseDemand(cruiseGains.PID1, state(), 5, 20, DT, 0.1, -2)).toBe(-2);
  });

  it('holds its integral at a limit that it reaches exactly, and takes it back from there', () => {
    const integralAfter = (kp: number, error: number, integral: number) => {
      const own = state({ integral });
      cruiseDemand({ kp, ki: 1, kd: 0 }, own, 10 + error, 10, 0.1, 0, -2);
      return own.integral;
    };
    // at the limits, pushing on
    expect(integralAfter(0.5, 2, 0)).toBe(0);
    expect(integralAfter(2, 0.5, 0.25)).toBe(0.25);
    expect(integralAfter(0.5, -4, 0)).toBe(0);
    expect(integralAfter(4, -0.5, -0.25)).toBe(-0.25);
    // at the limits, pulling back
    expect(integralAfter(0, -0.5, 1)).toBeCloseTo(0.95, 12);
    expect(integralAfter(0, 0.5, -2)).toBeCloseTo(-1.95, 12);
    // inside
    expect(integralAfter(0.5, 1, 0.25)).toBeCloseTo(0.35, 12);
    expect(integralAfter(0.5, -1, -1)).toBeCloseTo(-1.1, 12);
  });

  it('keeps its integral within full throttle and full brake', () => {
    for (const [error, bound] of [
      [1, 1],
      [-1, -2],
    ]) {
      const own = state();
      cruiseDemand({ kp: 0, ki: 50, kd: 0 }, own, 10 + error, 10, 0.1, 0, -2);
      expect(own.integral).toBe(bound);
    }
  });

  it('knows the acceleration from the second speed on, also from standstill', () => {
    for (const before of [0, 0.5]) {
      const own = state();
      const gains = { kp: 0, ki: 0, kd: 0.1 };
      expect(cruiseDemand(gains, own, 3, before, 0.5, 0, -2)).toBeCloseTo(0, 15);
      expect(cruiseDemand(gains, own, 3, before + 1, 0.5, 0, -2)).toBeCloseTo(-0.1 * 2, 12);
    }
  });
});

describe('the cruise block', () => {
  const gentle = { kp: 0.1, ki: 0.5, kd: 0 };
  const driving = (params: object, speed: number) => {
    const runner = new BlockRunner(cruise, { ...gentle, ...params });
    runner.send('car_info', (info) => (info.speed = speed));
    return runner;
  };

  it('drives its own setpoint until one is published', () => {
    const runner = driving({ setpoint: 12 }, 10);
    runner.step();
    expect(runner.outputs.pedals.value).toMatchObject({ throttle: expect.closeTo(0.2, 12), brake: 0 });
    runner.send('setpoint', (setpoint) => (setpoint.data = 14));
    runner.step();
    expect(runner.outputs.pedals.value.throttle).toBeCloseTo(0.4 + 0.5 * 2 * DT, 6);
  });

  it('stops for more than one half only, and forgets its integral then', () => {
    const runner = driving({ setpoint: 12 }, 10);
    for (const data of [0.3, 0.5]) {
      runner.send('stop', (stop) => (stop.data = data));
      runner.step();
      expect(runner.outputs.pedals.value.brake).toBe(0);
    }
    expect(runner.state.integral).toBeGreaterThan(0);
    runner.send('stop', (stop) => (stop.data = 0.6));
    runner.step();
    expect(runner.outputs.pedals.value.brake).toBe(1);
    expect(runner.state.integral).toBe(0);
  });

  it('holds only a car that shall stand and is slower than holdSpeed, and begins anew afterwards', () => {
    const runner = driving({ setpoint: 0, holdSpeed: 0.3 }, 0.3);
    runner.step();
    // against creeping at 0.3 m/s
    expect(runner.outputs.pedals.value.brake).toBeCloseTo((0.03 + 0.1 * (1 - 0.3 / 3.12928)) / 2, 9);
    expect(runner.state.integral).toBeLessThan(0);
    runner.send('car_info', (info) => (info.speed = 0.29));
    runner.step();
    expect(runner.outputs.pedals.value.brake).toBe(1);
    expect(runner.state).toMatchObject({ integral: 0, speedBefore: -1 });
    const creeping = driving({ setpoint: 1 }, 0.2);
    creeping.step();
    expect(creeping.outputs.pedals.value.brake).toBeLessThan(0.1);
  });

  it('brakes with all the brake has', () => {
    const runner = driving({ ...cruiseGains.PID1, setpoint: 0 }, 10);
    runner.step();
    expect(runner.outputs.pedals.value).toMatchObject({ throttle: 0, brake: 1 });
  });
});

it('has the gains of Table 1 and Table 2 of the RosDrive chapter', () => {
  const rows = (table: object) => Object.entries(table).map(([name, row]) => [name, ...Object.values(row)]);
  expect(rows(cruiseGains)).toEqual([
    ['PID1', 10.8, 0, 0],
    ['PID2', 10.8, 2.16, 0.27],
    ['PID3', 10.8, 4.32, 0.135],
    ['PID4', 10.8, 2.16, 0.135],
  ]);
  expect(rows(headingGains)).toEqual([
    ['REF', 13, 10, 0, 0.5],
    ['PID5', 15, 10, 0, 0.5],
    ['PID6', 15, 10, 0, 1],
    ['PID7', 15, 10, 0, 1],
    ['PID8', 15, 10, 1, 1],
    ['PID9', 15, 10, 0.5, 0],
    ['PID10', 15, 10, 0.5, 0.5],
    ['PID11', 15, 10, 1, 0],
  ]);
});
