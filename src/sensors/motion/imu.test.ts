import { describe, expect, it } from 'vitest';
import { spread } from '../../../test/fixtures/sensors-range/ranging-bench.ts';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import type { VehicleState } from '../../msgs/index.ts';
import { setTime } from '../../msgs/index.ts';
import { imu } from './imu.ts';

const PERIOD = 0.01;

/** Samples a motion given as a function of time, and returns the runner after the last sample. */
function along(params: object, motion: (t: number) => Partial<VehicleState>, samples: number, seed = 1) {
  const runner = new BlockRunner(imu, params, { seed });
  for (let k = 0; k < samples; k++) {
    runner.send('state', (value) => {
      setTime(value.stamp, Math.round(k * PERIOD * 1e9));
      Object.assign(value, motion(k * PERIOD));
    });
    runner.step();
  }
  return runner;
}

const forceOf = (runner: ReturnType<typeof along>) => {
  const { x, y, z } = runner.outputs.imu.value.linear_acceleration;
  return [x, y, z];
};
const ratesOf = (runner: ReturnType<typeof along>) => {
  const { x, y, z } = runner.outputs.imu.value.angular_velocity;
  return [x, y, z];
};
function expectVector(actual: readonly number[], expected: readonly number[], digits = 9) {
  expected.forEach((value, i) => expect(actual[i]).toBeCloseTo(value, digits));
}

/** A vector of the sensor in map, by its quaternion. */
function rotate(
  { x, y, z, w }: { x: number; y: number; z: number; w: number },
  [a, b, c]: readonly number[],
): number[] {
  return [
    (1 - 2 * (y * y + z * z)) * a + 2 * (x * y - w * z) * b + 2 * (x * z + w * y) * c,
    2 * (x * y + w * z) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z - w * x) * c,
    2 * (x * z - w * y) * a + 2 * (y * z + w * x) * b + (1 - 2 * (x * x + y * y)) * c,
  ];
}

const ON_BASE = { mount: { z: 0 } };

describe('the inertial sensor', () => {
  it('feels only gravity at rest', () => {
    const runner = along(ON_BASE, () => ({ x: 3, yaw: 1 }), 5);
    expectVector(forceOf(runner), [0, 0, 9.81]);
    expectVector(ratesOf(runner), [0, 0, 0]);
  });

  it('feels v²/R to the inside of a circle', () => {
    const [v, radius] = [8, 20];
    const circle = (t: number) => ({ vx: v, yaw_rate: v / radius, ay: (v * v) / radius, yaw: (v / radius) * t });
    expectVector(forceOf(along(ON_BASE, circle, 10)), [0, (v * v) / radius, 9.81]);
    expectVector(ratesOf(along(ON_BASE, circle, 10)), [0, 0, v / radius]);
    // 2 m ahead it is also pulled towards the middle of the circle: −ω² r
    expectVector(forceOf(along({ mount: { x: 2, z: 0 } }, circle, 10)), [
      -2 * (v / radius) ** 2,
      (v * v) / radius,
      9.81,
    ]);
  });

  it('feels the lever of a spinning-up platform', () => {
    const spin = (t: number) => ({ yaw_rate: 0.5 + 2 * t, yaw: 0.5 * t + t * t });
    const runner = along({ mount: { x: 0.3, y: -0.2, z: 0.4 } }, spin, 50);
    const w = 0.5 + 2 * 49 * PERIOD;
    expectVector(forceOf(runner), [2 * 0.2 - w * w * 0.3, 2 * 0.3 + w * w * 0.2, 9.81]);
  });

  it('tilts gravity with the body, and turns it with its mount', () => {
    const [roll, pitch] = [0.1, -0.05];
    expectVector(forceOf(along(ON_BASE, () => ({ pitch }), 3)), [-9.81 * Math.sin(pitch), 0, 9.81 * Math.cos(pitch)]);
    expectVector(forceOf(along(ON_BASE, () => ({ roll }), 3)), [0, 9.81 * Math.sin(roll), 9.81 * Math.cos(roll)]);
    expectVector(forceOf(along({ mount: { z: 0, roll: Math.PI } }, () => ({}), 3)), [0, 0, -9.81]);
    expectVector(forceOf(along({ mount: { z: 0, yaw: Math.PI / 2 } }, () => ({ ax: 2 }), 3)), [0, -2, 9.81]);
  });

  it('feels a body that swings about its roll axis', () => {
    // small: the tangential acceleration of a point 1 m up is −φ̈, which as a difference of differences is one period old
    const [size, frequency] = [0.01, 2];
    const swing = (t: number) => ({ roll: size * Math.sin(frequency * t) });
    const runner = along({ mount: { z: 1 } }, swing, 31);
    const t = 30 * PERIOD;
    const [, fy] = forceOf(runner);
    expect(ratesOf(runner)[0]).toBeCloseTo(size * frequency * Math.cos(frequency * (t - PERIOD / 2)), 5);
    expect(fy).toBeCloseTo(
      9.81 * Math.sin(size * Math.sin(frequency * t)) + size * frequency ** 2 * Math.sin(frequency * (t - PERIOD)),
      5,
    );
  });

  it('gives the angular velocity of a tilted body that turns, in its own axes', () => {
    const runner = along(ON_BASE, () => ({ roll: 0.2, pitch: 0.1, yaw_rate: 0.7 }), 3);
    const { value } = runner.outputs.imu;
    // back in map it is about the vertical
    expectVector(rotate(value.orientation, ratesOf(runner)), [0, 0, 0.7]);
    // and the force at rest is upwards
    expectVector(
      rotate(value.orientation, forceOf(along({ mount: { x: 0, z: 0 } }, () => ({ roll: 0.2, pitch: 0.1 }), 3))),
      [0, 0, 9.81],
    );
  });

  it('says where its axes point in map', () => {
    const { orientation } = along({ mount: { z: 0, yaw: Math.PI / 2 } }, () => ({ yaw: Math.PI / 3 }), 1).outputs.imu
      .value;
    expectVector(rotate(orientation, [1, 0, 0]), [Math.cos((5 * Math.PI) / 6), Math.sin((5 * Math.PI) / 6), 0]);
    // nose down: forward points below the horizon
    const dive = along(ON_BASE, () => ({ pitch: 0.2 }), 1).outputs.imu.value.orientation;
    expectVector(rotate(dive, [1, 0, 0]), [Math.cos(0.2), 0, -Math.sin(0.2)]);
  });

  it('scatters by density over the root of the period, as its covariances say', () => {
    const params = {
      ...ON_BASE,
      accelerometer: { noiseDensity: 0.02 },
      gyroscope: { noiseDensity: 0.001 },
      orientationNoise: 0.01,
    };
    const runner = along(params, () => ({}), 1);
    const { value } = runner.outputs.imu;
    expect(value.linear_acceleration_covariance[0]).toBeCloseTo(0.04, 12);
    expect(value.angular_velocity_covariance[8]).toBeCloseTo(1e-4, 12);
    expect(value.orientation_covariance[4]).toBeCloseTo(1e-4, 12);
    const of = (read: () => number) =>
      spread(4000, () => {
        runner.step();
        return read();
      });
    const force = of(() => value.linear_acceleration.z);
    expect(force.mean).toBeCloseTo(9.81, 1);
    expect(force.deviation / 0.2).toBeCloseTo(1, 1);
    expect(of(() => value.angular_velocity.x).deviation / 0.01).toBeCloseTo(1, 1);
    expect(of(() => 2 * value.orientation.z).deviation / 0.01).toBeCloseTo(1, 1);
  });

  it('has a bias that walks off by walk √t', () => {
    const ends = spread(
      300,
      (() => {
        let seed = 0;
        return () => ratesOf(along({ ...ON_BASE, gyroscope: { biasWalk: 0.02 } }, () => ({}), 100, ++seed))[2];
      })(),
    );
    // after 1 s; 300 ends give ±4 %
    expect(Math.abs(ends.deviation / 0.02 - 1)).toBeLessThan(0.15);
    expect(Math.abs(ends.mean)).toBeLessThan(0.005);
  });

  it('says nothing before the first state', () => {
    const runner = new BlockRunner(imu, {});
    runner.step();
    expect(runner.outputs.imu.publish).toBe(false);
  });
});
