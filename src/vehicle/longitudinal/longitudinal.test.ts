import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { longitudinal } from './longitudinal.ts';

const asking = (params: object, acceleration: number, steering = 0) => {
  const runner = new BlockRunner(longitudinal, params);
  const ask = () =>
    runner.send('ackermann', ({ drive }) => {
      drive.acceleration = acceleration;
      drive.steering_angle = steering;
    });
  ask();
  return { runner, ask };
};

describe('a car that is asked for an acceleration', () => {
  it('follows the closed form of dead time and lag, in acceleration, speed and distance', () => {
    const [lag, dead, u, v] = [0.5, 0.2, 1.5, 20];
    const { runner, ask } = asking({ engineLag: lag, deadTime: dead, speed: v }, u);
    runner.runUntil(3, ask);
    const t = 3 - dead;
    const fall = Math.exp(-t / lag);
    const { ax, vx, x } = runner.outputs.state.value;
    expect(ax).toBeCloseTo(u * (1 - fall), 9);
    expect(vx).toBeCloseTo(v + u * (t - lag * (1 - fall)), 9);
    expect(x).toBeCloseTo(3 * v + u * (t * t * 0.5 - lag * t + lag * lag * (1 - fall)), 6);
  });

  it('is the same at any step length, since a held command is integrated exactly', () => {
    const end = (period: number) => {
      const runner = new BlockRunner(longitudinal, { speed: 10 }, { period });
      runner.send('ackermann', ({ drive }) => (drive.acceleration = -2));
      runner.runUntil(0.9);
      return runner.outputs.state.value.x;
    };
    expect(end(0.1)).toBeCloseTo(end(0.001), 9);
  });

  it('stops from 27.8 m/s at 8 m/s² within v²/2b + v τ of the lag, and stands', () => {
    const { runner, ask } = asking({ engineLag: 0.5, speed: 27.8 }, -8);
    runner.runUntil(6, ask);
    const { vx, ax, x } = runner.outputs.state.value;
    expect([vx, ax]).toEqual([0, 0]);
    // speed reaches 0 with the lag gone: distance v²/2b + vτ − bτ²/2
    expect(x).toBeCloseTo(27.8 ** 2 / 16 + 27.8 * 0.5 - 8 * 0.125, 2);
  });

  it('gives no more than engine and brakes can', () => {
    const { runner, ask } = asking({ maxAcceleration: 2, speed: 10 }, 9);
    runner.runUntil(6, ask);
    expect(runner.outputs.state.value.ax).toBeCloseTo(2, 3);
  });

  it('brakes when commands cease', () => {
    const { runner } = asking({ speed: 20, commandTimeout: 0.5, maxDeceleration: 6 }, 0);
    runner.runUntil(3);
    expect(runner.outputs.state.value.ax).toBeCloseTo(-6, 1);
  });

  it('turns on the circle of its steering angle', () => {
    const { runner, ask } = asking({ speed: 5, wheelBase: 2.5 }, 0, Math.atan(0.25));
    runner.runUntil(2 * Math.PI, ask);
    const { x, y } = runner.outputs.state.value;
    // radius 10 m: half a turn in 2π s at 5 m/s
    expect(Math.hypot(x, y)).toBeCloseTo(20, 2);
  });
});
