import { describe, expect, it } from 'vitest';
import { Signal } from '../../core/signal.ts';
import { Lane, Odometry } from '../../msgs/index.ts';
import { createLaneMemory, isUsable, latestTwist, poseAt, rememberOdometry } from './lane-memory.ts';

interface Sample {
  readonly x?: number;
  readonly y?: number;
  readonly yaw?: number;
  readonly twist?: readonly [number, number, number];
}

/** A memory of odometry that was published at these instants [ms]. */
function remembered(samples: readonly (readonly [ms: number, sample: Sample])[]) {
  const memory = createLaneMemory();
  const odom = new Signal(Odometry);
  for (const [ms, { x = 0, y = 0, yaw = 0, twist = [0, 0, 0] }] of samples) {
    odom.sequence++;
    odom.publishedNs = ms * 1e6;
    Object.assign(odom.value.pose.pose.position, { x, y });
    Object.assign(odom.value.pose.pose.orientation, { z: Math.sin(yaw / 2), w: Math.cos(yaw / 2) });
    Object.assign(odom.value.twist.twist.linear, { x: twist[0], y: twist[1] });
    odom.value.twist.twist.angular.z = twist[2];
    rememberOdometry(memory, odom);
  }
  const at = (ms: number): number[] => {
    const pose = new Float64Array(3);
    poseAt(memory, ms * 1e6, pose);
    return [...pose];
  };
  return { memory, odom, at };
}
const near = (values: number[]) => values.map((value) => expect.closeTo(value, 9));

describe('the pose of a vehicle at an instant', () => {
  it('lies between two samples, the short way round', () => {
    const { at } = remembered([
      [1000, { x: 2, y: 5, yaw: 3 }],
      [1100, { x: 4, y: 9, yaw: -3 }],
      [1200, { x: 5, y: 9, yaw: -3 }],
    ]);
    expect(at(1025)).toEqual(near([2.5, 6, 3 + 0.25 * (2 * Math.PI - 6)]));
    expect(at(1150)).toEqual(near([4.5, 9, -3]));
    expect(at(1100)).toEqual(near([4, 9, -3]));
    expect(at(500)).toEqual(near([2, 5, 3]));
  });

  it('goes on with the latest twist, forward and sideways along the mean heading, for half a second at most', () => {
    const { at } = remembered([[1000, { x: 2, y: 5, yaw: 0.8, twist: [3, 0.7, 0.5] }]]);
    for (const [ms, dt] of [
      [1200, 0.2],
      [1500, 0.5],
      [9000, 0.5],
    ]) {
      const mean = 0.8 + 0.25 * dt;
      const [c, s] = [Math.cos(mean), Math.sin(mean)];
      expect(at(ms)).toEqual(near([2 + dt * (3 * c - 0.7 * s), 5 + dt * (3 * s + 0.7 * c), 0.8 + 0.5 * dt]));
    }
  });

  it('is known as far back as 64 samples that are 15 ms apart', () => {
    const { at } = remembered(Array.from({ length: 100 }, (_, i) => [20 * i, { x: i }] as const));
    expect(at(20 * 50)[0]).toBe(50);
    expect(at(20 * 36)[0]).toBe(36);
    expect(at(0)[0]).toBe(36);
    // closer ones replace the latest
    const dense = remembered(Array.from({ length: 1000 }, (_, i) => [i, { x: i }] as const));
    expect(dense.at(500)[0]).toBeCloseTo(500, 6);
    expect(dense.at(999)[0]).toBe(999);
    expect(dense.memory.sampleCount).toBeLessThan(80);
  });

  it('is by the stamp of the odometry, if that has one, and counts a message once', () => {
    const { memory, odom, at } = remembered([[1000, { x: 1 }]]);
    odom.value.pose.pose.position.x = 3;
    rememberOdometry(memory, odom);
    expect(at(1000)[0]).toBe(1);
    odom.sequence++;
    odom.publishedNs = 5e9;
    Object.assign(odom.value.header.stamp, { sec: 2, nanosec: 500_000_000 });
    rememberOdometry(memory, odom);
    expect(at(2500)[0]).toBe(3);
    expect(at(1750)[0]).toBe(2);
  });

  it.each(['x', 'y'] as const)('does not count nonsense (%s)', (axis) => {
    const { memory, odom, at } = remembered([[1000, { x: 1, y: 2, twist: [4, 5, 6] }]]);
    odom.sequence++;
    odom.publishedNs = 2e9;
    odom.value.pose.pose.position[axis] = Infinity;
    rememberOdometry(memory, odom);
    expect(memory.sampleCount).toBe(1);
    expect(at(1000)).toEqual(near([1, 2, 0]));
    const twist = new Float64Array(3);
    latestTwist(memory, twist);
    expect([...twist]).toEqual([4, 5, 6]);
    latestTwist(createLaneMemory(), twist);
    expect([...twist]).toEqual([0, 0, 0]);
  });
});

describe('a lane that can be followed', () => {
  const lane = (given: object, centre = [0.1, 0.2, 0.3, 0.4]) => {
    const value = Object.assign(Lane.create(), { detected: true, x_min: 2, x_max: 9 }, given);
    value.centre.set(centre);
    return isUsable(value);
  };

  it('is detected, has a stretch, and is finite', () => {
    expect(lane({})).toBe(true);
    expect(lane({ detected: false })).toBe(false);
    expect(lane({ x_max: 2 })).toBe(false);
    expect(lane({ x_max: 1 })).toBe(false);
    expect(lane({ x_max: Infinity })).toBe(false);
    for (const i of [0, 1, 2, 3])
      for (const bad of [NaN, Infinity, -Infinity])
        expect(
          lane(
            {},
            [0.1, 0.2, 0.3, 0.4].map((c, k) => (k === i ? bad : c)),
          ),
        ).toBe(false);
  });
});
