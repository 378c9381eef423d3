/** What all four lane keepers share, checked on each. */
import { describe, expect, it } from 'vitest';
import { driveLane } from '../../../test/fixtures/control/lane-loop.ts';
import type { LoopSample } from '../../../test/fixtures/control/lane-loop.ts';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import type { BlockDefinition } from '../../core/block.ts';
import { laneMpc } from './lane-mpc.ts';
import { lanePid } from './lane-pid.ts';
import { purePursuit } from './pure-pursuit.ts';
import { stanley } from './stanley.ts';

const keepers: [string, BlockDefinition<any, any, any, any>][] = [lanePid, laneMpc, purePursuit, stanley].map(
  (block) => [block.type, block as any],
);

const at = (samples: readonly LoopSample[], now: number): LoopSample => samples[Math.round(now / 0.1)];

/** A runner on a straight lane with an offset to the left. */
function onStraight(block: BlockDefinition<any, any, any, any>, params: unknown = {}) {
  const runner = new BlockRunner<any, any, any, any>(block, params);
  let x = 0;
  const step = (offset: number, tilt = 0, speed = 2.5): { v: number; yawRate: number; steering: number } => {
    runner.send('odom', (odom: any) => {
      odom.pose.pose.position.x = x;
      odom.twist.twist.linear.x = speed;
    });
    runner.send('lane', (lane: any) => {
      Object.assign(lane, { detected: true, x_min: 2.5, x_max: 9 });
      lane.centre.set([offset, tilt, 0, 0]);
    });
    x += speed * 0.1;
    runner.step();
    const { linear, angular } = (runner.outputs.twist as any).value;
    return { v: linear.x, yawRate: angular.z, steering: (runner.outputs.steer as any).value.drive.steering_angle };
  };
  return { runner, step, position: () => x, moveTo: (position: number) => (x = position) };
}

describe.each(keepers)('%s', (_type, block) => {
  it('stands still before the first lane and the first odometry', () => {
    const runner = new BlockRunner<any, any, any, any>(block);
    runner.step();
    expect((runner.outputs.twist as any).value.linear.x).toBe(0);
    runner.send('odom', () => {});
    runner.step();
    runner.send('lane', (lane: any) => (lane.detected = false));
    runner.step();
    expect((runner.outputs.twist as any).value).toEqual({
      linear: { x: 0, y: 0, z: 0 },
      angular: { x: 0, y: 0, z: 0 },
    });
  });

  it('steers towards the lane, the same to both sides, within its limit', () => {
    const [left, right] = [0.4, -0.4].map((offset) => onStraight(block).step(offset));
    expect(left.yawRate).toBeGreaterThan(0.01);
    expect(right.yawRate).toBeCloseTo(-left.yawRate, 12);
    expect(onStraight(block).step(20).steering).toBeLessThanOrEqual(Math.PI / 6 + 1e-7);
  });

  it('sends the yaw rate from which the vehicle gets back the steering angle', () => {
    const { v, yawRate, steering } = onStraight(block).step(0.3, 0.05);
    expect(Math.atan((1.3 * yawRate) / v)).toBeCloseTo(steering, 6);
  });

  it('ramps its speed up and takes over a vehicle that rolls already', () => {
    const still = onStraight(block, { acceleration: 2 });
    expect([0, 0.2, 0.4].map((speed) => still.step(0, 0, speed).v)).toEqual([0.2, 0.4, expect.closeTo(0.6, 12)]);
    expect(onStraight(block, { acceleration: 2 }).step(0, 0, 1.5).v).toBeCloseTo(1.7, 12);
  });

  it('goes on along the remembered lane for a while after losing it, then brakes to standstill, and recovers', () => {
    const lost = (now: number): boolean => now > 8.05 && now < 12.05;
    const options = { duration: 25, spoil: (lane: any, now: number) => lost(now) && (lane.detected = false) };
    const { samples, worst } = driveLane(block, { holdTime: 0.6, safeDeceleration: 2 }, options);
    expect(at(samples, 8).command.speed).toBeCloseTo(2.5, 9);
    expect(at(samples, 8.6).command.speed).toBeCloseTo(2.5, 9);
    expect(at(samples, 9.1).command.speed).toBeCloseTo(1.5, 9);
    expect(at(samples, 9.6).command.speed).toBeCloseTo(0.5, 9);
    expect(at(samples, 11).command).toEqual({ speed: 0, yawRate: 0 });
    expect(at(samples, 18).command.speed).toBeCloseTo(2.5, 9);
    expect(worst).toBeLessThan(0.2);
  });

  it('treats a lane that stops coming as lost', () => {
    const { samples } = driveLane(
      block,
      { timeout: 0.35, holdTime: 0.5 },
      { duration: 12, silent: (now) => now > 8.05 },
    );
    expect(at(samples, 8.7).command.speed).toBeCloseTo(2.5, 9);
    expect(at(samples, 9.2).command.speed).toBeLessThan(2.5);
    expect(at(samples, 11).command.speed).toBe(0);
  });

  it('survives a lane of nonsense as if it were lost', () => {
    const spoil = (lane: any, now: number): void => {
      if (now > 8.05 && now < 8.45) lane.centre.fill(NaN);
    };
    const { samples, worst } = driveLane(block, {}, { duration: 15, spoil });
    expect(worst).toBeLessThan(0.2);
    expect(samples.every(({ command }) => Number.isFinite(command.speed + command.yawRate))).toBe(true);
  });

  it('survives odometry of nonsense', () => {
    const { runner, step } = onStraight(block);
    for (let i = 0; i < 10; i++) step(0.1);
    runner.send('odom', (odom: any) => (odom.twist.twist.linear.x = NaN));
    runner.step();
    const { linear, angular } = (runner.outputs.twist as any).value;
    expect(Number.isFinite(linear.x + angular.z)).toBe(true);
    expect(Number.isFinite(step(0.1).yawRate)).toBe(true);
  });

  it('slows down before bends when its lateral acceleration is limited', () => {
    const { samples } = driveLane(block, { speed: 5, lateralAcceleration: 2, deceleration: 2 }, { duration: 75 });
    // a cubic shows the tightest bend, of 5 m/s² at this speed, fully only when it is near
    const lateral = samples.map(({ command, speed }) => Math.abs(command.yawRate * speed));
    expect(Math.max(...lateral)).toBeLessThan(2.9);
    expect(Math.max(...samples.map(({ speed }) => speed))).toBeGreaterThan(4.9);
    expect(Math.min(...samples.slice(70).map(({ speed }) => speed))).toBeLessThan(4);
  });

  it('finds back to the lane from the side', () => {
    const { samples } = driveLane(block, {}, { duration: 12, start: { lateral: 0.4, heading: -0.1, speed: 2.5 } });
    expect(Math.abs(samples.at(-1)!.lateral)).toBeLessThan(0.15);
    expect(Math.max(...samples.map(({ lateral }) => Math.abs(lateral)))).toBeLessThan(0.6);
  });

  it('goes on from a restored state to the last bit', () => {
    const first = onStraight(block);
    for (let i = 0; i < 40; i++) first.step(0.3 * Math.sin(0.2 * i), 0.05 * Math.cos(0.3 * i), 2 + 0.5 * Math.sin(i));
    const second = onStraight(block);
    Object.assign(second.runner, {
      state: structuredClone(first.runner.state),
      time: structuredClone(first.runner.time),
    });
    for (const signal of Object.values(second.runner.inputs)) (signal as any).sequence = 40;
    for (let i = 40; i < 80; i++) {
      const [offset, tilt, speed] = [0.3 * Math.sin(0.2 * i), 0.05 * Math.cos(0.3 * i), 2 + 0.5 * Math.sin(i)];
      second.moveTo(first.position());
      expect(second.step(offset, tilt, speed)).toEqual(first.step(offset, tilt, speed));
    }
  });

  it('is not disturbed by lanes that are late', () => {
    const [prompt, late] = [0, 0.2].map((laneLatency) => driveLane(block, {}, { duration: 50, laneLatency }));
    expect(late.worst).toBeLessThan(prompt.worst + 0.03);
  });
});

describe('the speed of a lane keeper', () => {
  /** A keeper on a road of this curvature, at this speed; the speed that it commands. */
  function rolling(params: object, curvature: number, speed: number, centre = [0, 0, curvature / 2, 0]) {
    const runner = new BlockRunner<any, any, any, any>(purePursuit as any, params);
    const step = (measured = speed) => {
      runner.send('odom', (odom: any) => (odom.twist.twist.linear.x = measured));
      runner.send('lane', (lane: any) => {
        Object.assign(lane, { detected: true, x_min: -2, x_max: 9 });
        lane.centre.set(centre);
      });
      runner.step();
      return (runner.outputs as any).steer.value.drive;
    };
    return { runner, step };
  }

  it('is √(a_lat/|κ|) on a bend, to either side, and its own where that is more', () => {
    for (const curvature of [0.04, -0.04]) {
      const { step } = rolling(
        { speed: 9, lateralAcceleration: 1, acceleration: 1000, deceleration: 1000 },
        curvature,
        4,
      );
      expect(step().speed).toBeCloseTo(Math.sqrt(1 / 0.04), 1);
    }
    expect(rolling({ speed: 3, lateralAcceleration: 1, acceleration: 1000 }, 0.04, 3).step().speed).toBe(3);
    expect(rolling({ speed: 3, lateralAcceleration: 1, acceleration: 1000 }, 0, 3).step().speed).toBe(3);
    expect(rolling({ speed: 9, acceleration: 1000 }, 0.04, 4).step().speed).toBe(9);
  });

  it('is what braking makes of it before a bend: √(a_lat/|κ| + 2 a s)', () => {
    // straight at the vehicle, the curvature grows as 0.02 x
    const cubic = [0, 0, 0, 0.02 / 6];
    const params = { speed: 20, lateralAcceleration: 0.5, acceleration: 1000, deceleration: 1 };
    const { step } = rolling(params, 0, 4, cubic);
    const least = Math.min(
      ...Array.from({ length: 801 }, (_, i) => i / 100).map((s) => 0.5 / Math.max(1e-6, 0.02 * s) + 2 * s),
    );
    expect(step().speed / Math.sqrt(least)).toBeCloseTo(1, 1);
  });

  it('rises and falls by its own rates, which it tells, and begins with the one it finds', () => {
    const { runner, step } = rolling({ speed: 5, acceleration: 2, deceleration: 4 }, 0, 3);
    expect(step()).toMatchObject({ speed: expect.closeTo(3.2, 12), acceleration: expect.closeTo(2, 9) });
    expect(step()).toMatchObject({ speed: expect.closeTo(3.4, 12), acceleration: expect.closeTo(2, 9) });
    runner.turn({ speed: 1 });
    expect(step()).toMatchObject({ speed: expect.closeTo(3, 12), acceleration: expect.closeTo(-4, 9) });
    // not with more than it may have, nor backwards
    expect(rolling({ speed: 5 }, 0, 9).step().speed).toBe(5);
    expect(rolling({ speed: 5, acceleration: 1 }, 0, -3).step().speed).toBeCloseTo(0.1, 12);
  });

  it('is held to the instant that the lane is too old, then to the end of its patience, then falls', () => {
    const { runner, step } = rolling({ speed: 2, timeout: 0.2, holdTime: 0.3, safeDeceleration: 1.5 }, 0, 2);
    step();
    const modes = Array.from({ length: 8 }, () => {
      runner.step();
      return [(runner.state as any).keeping.mode, Number((runner.outputs as any).steer.value.drive.speed.toFixed(9))];
    });
    expect(modes).toEqual([
      ['following', 2],
      ['following', 2],
      ['holding', 2],
      ['holding', 2],
      ['holding', 2],
      ['stopping', 1.85],
      ['stopping', 1.7],
      ['stopping', 1.55],
    ]);
    for (let k = 0; k < 20; k++) runner.step();
    expect((runner.outputs as any).steer.value.drive).toMatchObject({ speed: 0, acceleration: 0 });
  });

  it('is zero, wheels straight, when it cannot follow', () => {
    const { runner, step } = rolling({}, 0.05, 2);
    step();
    (runner.state as any).keeping.memory.hasLane = false;
    runner.step();
    const { steer, twist } = runner.outputs as any;
    expect(steer.value.drive).toMatchObject({ speed: 0, acceleration: 0, steering_angle: 0 });
    expect([twist.value.linear.x, twist.value.angular.z]).toEqual([0, 0]);
    expect(steer.value.header.frame_id).toBe('base_link');
    expect((runner.state as any).keeping).toMatchObject({ mode: 'waiting', speed: 0, acceleration: 0 });
  });

  it('waits where a lane is too short for a curve', () => {
    const runner = new BlockRunner<any, any, any, any>(purePursuit as any, { pathSpacing: 5 });
    runner.send('odom', (odom: any) => (odom.twist.twist.linear.x = 2));
    runner.send('lane', (lane: any) => Object.assign(lane, { detected: true, x_min: 2, x_max: 9 }));
    runner.step();
    expect((runner.state as any).keeping.mode).toBe('waiting');
    expect((runner.outputs as any).steer.value.drive.speed).toBe(0);
  });
});
