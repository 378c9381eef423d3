/** The laws below the kinematic vehicles, one by one. */
import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import type { AnyBlock } from '../../core/block.ts';
import { Signal } from '../../core/signal.ts';
import { Twist, TwistStamped } from '../../msgs/index.ts';
import { Body } from '../vehicle-body.ts';
import { fourWheel } from '../four-wheel/four-wheel.ts';
import { singleTrack } from '../single-track/single-track.ts';
import { bicycle } from './bicycle.ts';
import { isNearerReversed, steeringForTwist } from './bicycle-kinematics.ts';
import { leftWheelVelocity, overspeed, rightWheelVelocity } from './differential-kinematics.ts';
import { differential } from './differential.ts';
import { omni } from './omni.ts';
import { advancePose } from './planar-motion.ts';
import { readTwistReference } from './twist-reference.ts';

describe('planar motion', () => {
  const moved = (pose: number[], velocity: number[], dt: number): number[] => {
    const place = Float64Array.from(pose);
    advancePose(place, Float64Array.from([7, ...velocity]), 1, dt);
    return [...place];
  };
  const near = (values: number[]) => values.map((value) => expect.closeTo(value, 12));

  it('goes straight ahead and sideways in any direction', () => {
    for (const yaw of [0, 0.3, 2, 4.5, 6.2]) {
      const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
      expect(moved([1, 2, yaw], [3, 0.5, 0], 0.5)).toEqual(
        near([1 + 0.5 * (3 * c - 0.5 * s), 2 + 0.5 * (3 * s + 0.5 * c), yaw]),
      );
    }
  });

  it('goes along the mean heading of the step, and turns to both sides alike', () => {
    for (const turn of [0.4, -0.4])
      expect(moved([0, 0, 1], [2, 0, turn], 0.5)).toEqual(
        near([Math.cos(1 + 0.25 * turn), Math.sin(1 + 0.25 * turn), 1 + 0.5 * turn]),
      );
  });

  it('keeps its heading in [0, 2π), in both directions and on the edge', () => {
    const turned = (yaw: number, turn: number) => moved([0, 0, yaw], [0, 0, turn], 1)[2];
    expect(turned(6, 0.5)).toBeCloseTo(6.5 - 2 * Math.PI, 12);
    expect(turned(0.2, -0.5)).toBeCloseTo(2 * Math.PI - 0.3, 12);
    expect(turned(Math.PI, Math.PI)).toBe(0);
    expect(turned(1, -1)).toBe(0);
    expect(turned(0.5, 0.1)).toBe(0.6);
    // the mean heading may lie beyond the edge while the place follows it
    expect(moved([0, 0, 0.1], [1, 0, -0.4], 1)).toEqual(near([Math.cos(0.1), -Math.sin(0.1), 2 * Math.PI - 0.3]));
    expect(moved([0, 0, 6.2], [1, 0, 0.4], 1)).toEqual(near([Math.cos(6.4), Math.sin(6.4), 6.6 - 2 * Math.PI]));
  });

  it('is that of its own heading, whatever another vehicle did before', () => {
    const straight = moved([0, 0, 0.7], [1, 0, 0], 1);
    moved([0, 0, 2.2], [1, 0, 0], 1);
    expect(moved([0, 0, 0.7], [1, 0, 0], 1)).toEqual(straight);
    expect(moved([0, 0, 0.7], [1, 0, 0], 1)).toEqual(straight);
    expect(moved([0, 0, 0], [1, 0, 0], 1)).toEqual([1, 0, 0]);
  });
});

describe('the twist that counts', () => {
  const read = (stampedNs: number | undefined, twistNs: number | undefined, stampNs = stampedNs ?? 0): number[] => {
    const twist = new Signal(Twist);
    const stamped = new Signal(TwistStamped);
    Object.assign(twist.value.linear, { x: 1, y: 0.3 });
    twist.value.angular.z = 0.2;
    Object.assign(stamped.value.twist.linear, { x: 2, y: 0.6 });
    stamped.value.twist.angular.z = 0.4;
    Object.assign(stamped.value.header.stamp, { sec: Math.floor(stampNs / 1e9), nanosec: stampNs % 1e9 });
    if (stampedNs !== undefined) Object.assign(stamped, { sequence: 1, publishedNs: stampedNs });
    if (twistNs !== undefined) Object.assign(twist, { sequence: 1, publishedNs: twistNs });
    const body = new Float64Array(30).fill(5);
    body[Body.TIME_NS] = 10e9;
    readTwistReference(body, { commandTimeout: 0.5, baseLinkOffset: 0.5 }, { twist, twist_stamped: stamped });
    return [body[Body.WANTED_VX], body[Body.WANTED_VY], body[Body.WANTED_YAW_RATE]];
  };
  const near = (values: number[]) => values.map((value) => expect.closeTo(value, 12));
  // v_y of the axle is v_y − offset ω
  const TWIST = near([1, 0.3 - 0.1, 0.2]);
  const STAMPED = near([2, 0.6 - 0.2, 0.4]);

  it('is zero before the first, then whichever was published last, the stamped one when both came at once', () => {
    expect(read(undefined, undefined)).toEqual([0, 0, 0]);
    expect(read(undefined, 9.9e9)).toEqual(TWIST);
    expect(read(9.9e9, undefined)).toEqual(STAMPED);
    expect(read(9.8e9, 9.9e9)).toEqual(TWIST);
    expect(read(9.9e9, 9.8e9)).toEqual(STAMPED);
    expect(read(9.9e9, 9.9e9)).toEqual(STAMPED);
  });

  it('is zero once it is older than the limit: a stamped one by its stamp, another by its publication', () => {
    expect(read(undefined, 9.5e9)).toEqual(TWIST);
    expect(read(undefined, 9.499e9)).toEqual([0, 0, 0]);
    expect(read(9.9e9, undefined, 9.5e9)).toEqual(STAMPED);
    expect(read(9.9e9, undefined, 9.499e9)).toEqual([0, 0, 0]);
    expect(read(9e9, undefined, 9.9e9)).toEqual(STAMPED);
  });
});

describe('the steered wheel of a bicycle', () => {
  it('points along the velocity of its hub', () => {
    for (const [base, vx, yawRate] of [
      [2, 1, 0.5],
      [-2, 1, 0.5],
      [2, -1, 0.5],
      [2, -1, -0.5],
    ])
      expect(steeringForTwist(base, vx, yawRate, true)).toBeCloseTo(Math.atan2(base * yawRate, vx), 12);
  });

  it('is straight when a twist does not say, and turned on the spot only where it is driven itself', () => {
    expect(steeringForTwist(2, 0, 0, true)).toBe(0);
    expect(steeringForTwist(2, 0, 0.5, false)).toBe(0);
    expect(steeringForTwist(2, 0, 0.5, true)).toBeCloseTo(Math.PI / 2, 12);
    expect(steeringForTwist(2, 0, -0.5, true)).toBeCloseTo(-Math.PI / 2, 12);
    expect(steeringForTwist(2, 1e-13, 1e-13, true)).toBe(0);
    expect(steeringForTwist(2, 1e-11, 1e-11, false)).toBeCloseTo(Math.atan(2), 9);
    // without a speed that says anything, atan2(0, −0) would point backwards
    expect(steeringForTwist(2, -0, 0, true)).toBe(0);
  });

  it('turns by a quarter at most, to the direction or to its opposite', () => {
    const nearer = (wanted: number, current: number) => isNearerReversed(wanted, current);
    expect([nearer(1.6, 0), nearer(1.55, 0), nearer(-1.6, 0), nearer(-1.55, 0)]).toEqual([true, false, true, false]);
    expect([nearer(3, -3), nearer(3, 0), nearer(0.4, 3.1), nearer(2.9, 0.1)]).toEqual([false, true, true, true]);
    expect([nearer(1.4, 0), nearer(3, 1.7), nearer(-3, 3)]).toEqual([false, false, false]);
    // 1.6 rad short of a whole turn
    expect([nearer(3.1, -1.6), nearer(3.1, -1.5)]).toEqual([true, true]);
  });
});

describe('the wheels of a differential drive', () => {
  it('run at v ∓ T ω/2, all slower when the fastest cannot follow', () => {
    expect([leftWheelVelocity(1, 0.5, 1.2), rightWheelVelocity(1, 0.5, 1.2)]).toEqual([0.7, 1.3]);
    expect([overspeed(3, 2), overspeed(2, 2), overspeed(1, 2), overspeed(3, 0)]).toEqual([1.5, 1, 1, 1]);
  });

  it('turn to the other side with the same factor', () => {
    const wheels = (yawRate: number) => {
      const ideal = { deadTime: 0, timeConstant: 0, maxVelocity: 1, maxAcceleration: 0, deadZone: 0.25 };
      const runner = new BlockRunner(differential, { track: 2, driveActuators: ideal });
      runner.runUntil(0.1, () => runner.send('twist', (twist) => ((twist.linear.x = 1), (twist.angular.z = yawRate))));
      const { vx, yaw_rate } = runner.outputs.state.value;
      return [vx, yaw_rate];
    };
    // 2 and 0 m/s become 1 and 0, of which the dead zone takes a quarter
    expect(wheels(1)).toEqual([0.375, 0.375]);
    expect(wheels(-1)).toEqual([0.375, -0.375]);
  });

  it('roll as far as each of them has gone, and not at all without a size', () => {
    const turned = (visWheelDiameter: number) => {
      const ideal = { deadTime: 0, timeConstant: 0, maxVelocity: 0, maxAcceleration: 0 };
      const runner = new BlockRunner(differential, {
        track: 2,
        visWheelDiameter,
        driveActuators: ideal,
        publishRateHz: 1000,
      });
      runner.send('twist', (twist) => ((twist.linear.x = 0.3), (twist.angular.z = 0.1)));
      runner.runUntil(0.5);
      return [...runner.outputs.joint_states.value.position];
    };
    expect(turned(0.5)).toEqual([expect.closeTo((0.2 * 0.5) / 0.25, 9), expect.closeTo((0.4 * 0.5) / 0.25, 9)]);
    expect(turned(0)).toEqual([0, 0]);
  });
});

describe('an omni vehicle', () => {
  const ideal = { deadTime: 0, timeConstant: 0, maxVelocity: 1, maxAcceleration: 0 };

  it.each([
    [1, 1, 0],
    [1, -1, 0],
    [-1, 1, 0],
    [-1, -1, 0],
    [0.5, 0.5, 6],
    [0.5, 0.5, -6],
    [0.5, -0.5, 6],
    [0.5, -0.5, -6],
  ])('slows all of (%s, %s, %s) by what its fastest wheel lacks', (vx, vy, yawRate) => {
    const runner = new BlockRunner(omni, { wheelBase: 1.4, track: 1.2, driveActuators: ideal });
    runner.send('twist', (twist) => {
      Object.assign(twist.linear, { x: vx, y: vy });
      twist.angular.z = yawRate;
    });
    runner.runUntil(0.01);
    // wheels at v_y ± v_x ± 0.1 ω
    const fastest = Math.max(
      ...[vy + vx + 0.1 * yawRate, vy - vx - 0.1 * yawRate, vy + vx - 0.1 * yawRate, vy - vx + 0.1 * yawRate].map(
        Math.abs,
      ),
    );
    const { vx: foundX, vy: foundY, yaw_rate } = runner.outputs.state.value;
    expect([foundX, foundY, yaw_rate]).toEqual([vx, vy, yawRate].map((value) => expect.closeTo(value / fastest, 9)));
  });
});

/** Without dead time the very first step shows how long it was. */
const drive = { deadTime: 0, timeConstant: 0.1 };
const steering = { deadTime: 0, timeConstant: 0.2, maxVelocity: 1, maxPosition: 0.5 };
/** Vehicles that are sent a twist. */
const vehicles: [string, AnyBlock, object][] = [
  ['bicycle', bicycle as AnyBlock, { driveActuator: drive, steeringActuator: steering }],
  ['differential', differential as AnyBlock, { driveActuators: drive }],
  ['omni', omni as AnyBlock, { driveActuators: drive }],
  ['single track', singleTrack as AnyBlock, { driveActuator: drive, steeringActuator: steering }],
  ['four wheels', fourWheel as AnyBlock, { steeringActuator: steering }],
];

describe.each(vehicles)('a vehicle (%s)', (_name, block, params) => {
  const path = (startNs: number): number[] => {
    const runner = new BlockRunner<any, any, any, any>(block as any, params, { period: 0.01 });
    runner.time.nowNs = startNs;
    runner.time.now = startNs / 1e9;
    const seen: number[] = [];
    for (let k = 0; k < 60; k++) {
      runner.send('twist', (twist: any) => ((twist.linear.x = 1.5), (twist.angular.z = k < 30 ? 0.4 : -0.3)));
      runner.step();
      const { x, y, yaw, vx, vy, yaw_rate, ax, ay, steering } = (runner.outputs.state as any).value;
      seen.push(x, y, yaw, vx, vy, yaw_rate, ax, ay, steering);
    }
    return seen;
  };

  it('drives the same whenever it begins', () => expect(path(70e9)).toEqual(path(0)));

  it('publishes its joints at their rate, whenever it begins', () => {
    const published = (startNs: number) => {
      const runner = new BlockRunner<any, any, any, any>(
        block as any,
        { ...params, publishRateHz: 40 },
        { period: 0.01 },
      );
      runner.time.nowNs = startNs;
      return Array.from({ length: 12 }, () => {
        runner.step();
        return (runner.outputs.joint_states as any).publish;
      }).flatMap((isPublished, k) => (isPublished ? [k + 1] : []));
    };
    // at the first step, then at the first that ends at or after each 25 ms
    expect(published(0)).toEqual([1, 3, 5, 8, 10]);
    expect(published(70e9)).toEqual([1, 3, 5, 8, 10]);
  });

  it('is a plant of a thousand steps in a second, unless told otherwise', () => {
    expect([block.plant, block.defaultPeriod]).toEqual([true, 0.001]);
  });

  it('stamps its state with the end of the step, and moves', () => {
    const runner = new BlockRunner<any, any, any, any>(block as any, params, { period: 0.01 });
    runner.time.nowNs = 3_990_000_000;
    runner.step();
    expect((runner.outputs.state as any).value.stamp).toEqual({ sec: 4, nanosec: 0 });
    expect(path(0).at(-9)).toBeGreaterThan(0.01);
  });
});
