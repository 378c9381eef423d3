import { describe, expect, it } from 'vitest';
import type { StepTime } from '../core/block.ts';
import { Signal } from '../core/signal.ts';
import { Odometry, Twist } from '../msgs/index.ts';
import { waypointFollower } from './waypoint-follower.ts';

const params = {
  waypoints: [
    { x: 3, y: 0 },
    { x: 3, y: 3 },
  ],
  speed: 1,
  gain: 2,
  maxYawRate: 1.5,
  reach: 0.3,
  slowRadius: 1,
};
const time: StepTime = { now: 0, nowNs: 0, tick: 0, dt: 0.02, elapsed: 0.02, activation: 0 };

function follower(given: Partial<typeof params> = {}) {
  const odom = new Signal(Odometry);
  const state = { next: 0 };
  const twist = { value: Twist.create(), publish: true, frame: (size: number) => new Uint8Array(size) };
  const all = { ...params, ...given };
  /** The command at a pose, as [speed, yaw rate]. */
  const at = (x: number, y: number, heading: number): [number, number] => {
    const { position, orientation } = odom.value.pose.pose;
    [position.x, position.y] = [x, y];
    [orientation.z, orientation.w] = [Math.sin(heading / 2), Math.cos(heading / 2)];
    odom.sequence++;
    waypointFollower.step(all, state, { odom }, { twist }, time, undefined);
    return [twist.value.linear.x, twist.value.angular.z];
  };
  return {
    odom,
    state,
    twist,
    at,
    step: () => waypointFollower.step(all, state, { odom }, { twist }, time, undefined),
  };
}

describe('the waypoint follower', () => {
  it('says nothing before the first odometry', () => {
    const { step, twist } = follower();
    step();
    expect(twist.publish).toBe(false);
  });

  it('drives straight at full speed towards a waypoint ahead', () => {
    expect(follower().at(0, 0, 0)).toEqual([1, 0]);
  });

  it('turns by the sine of the heading error, and slows down by its cosine', () => {
    for (const error of [-0.6, -0.1, 0.3, 0.7]) {
      const [v, yawRate] = follower().at(0, 0, -error);
      expect(v).toBeCloseTo(Math.cos(error), 12);
      expect(yawRate).toBeCloseTo(2 * Math.sin(error), 12);
    }
  });

  it('turns at its limit, and creeps, when the waypoint is behind', () => {
    expect(follower().at(6, 1, 0)).toEqual([0.2, -1.5]);
    expect(follower().at(6, -1, 0)).toEqual([0.2, 1.5]);
    expect(follower().at(6, 0, 0)).toEqual([0.2, 1.5]);
  });

  it('mirrors left and right', () => {
    const left = follower({ waypoints: [{ x: 2, y: 1 }] }).at(0, 0, 0.2);
    const right = follower({ waypoints: [{ x: 2, y: -1 }] }).at(0, 0, -0.2);
    expect([right[0], -right[1]]).toEqual(left);
  });

  it('passes several waypoints within reach at once', () => {
    const { at, state } = follower({
      waypoints: [
        { x: 0, y: 0 },
        { x: 0.1, y: 0 },
        { x: 5, y: 0 },
      ],
    });
    at(0, 0, 0);
    expect(state.next).toBe(2);
  });

  it('slows down linearly before the last waypoint only', () => {
    expect(follower({ waypoints: [{ x: 0.5, y: 0 }] }).at(0, 0, 0)[0]).toBe(0.5);
    expect(
      follower({
        waypoints: [
          { x: 0.5, y: 0 },
          { x: 9, y: 0 },
        ],
      }).at(0, 0, 0)[0],
    ).toBe(1);
  });

  it('brings a differential drive through all waypoints and stops it at the last', () => {
    const { at, state } = follower({
      waypoints: [
        { x: 3, y: 0 },
        { x: 3, y: 3 },
        { x: -2, y: 3 },
        { x: -2, y: -2 },
      ],
    });
    let [x, y, heading, v, yawRate] = [0, 0, Math.PI, 0, 0];
    let steps = 0;
    do {
      [v, yawRate] = at(x, y, heading);
      x += 0.02 * v * Math.cos(heading);
      y += 0.02 * v * Math.sin(heading);
      heading += 0.02 * yawRate;
    } while (state.next < 4 && ++steps < 5000);
    expect([v, yawRate]).toEqual([0, 0]);
    expect((x + 2) * (x + 2) + (y + 2) * (y + 2)).toBeLessThan(0.3 * 0.3);
    // 19.6 m of legs at 1 m/s, with turns
    expect(steps * 0.02).toBeLessThan(40);
  });
});
