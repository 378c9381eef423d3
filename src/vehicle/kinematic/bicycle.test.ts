import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { bicycle } from './bicycle.ts';

const IDEAL = {
  driveActuator: { deadTime: 0, timeConstant: 0, maxVelocity: 0, maxAcceleration: 0 },
  steeringActuator: { deadTime: 0, timeConstant: 0, maxVelocity: 0, maxPosition: 1.2 },
};

const wrap = (angle: number) =>
  Math.abs(angle) <= Math.PI ? angle : angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value));

/** The update law as the reference states it, with lists, Math and no shared code. */
class PlainBicycle {
  x = 0;
  y = 0;
  heading = 0;
  v = 0;
  w = 0;
  private steering = 0;
  private speed = 0;
  private readonly queues: [number, number][][] = [[], []];

  constructor(private readonly p: any) {}

  private delayed(queue: [number, number][], ms: number, value: number, deadMs: number): number {
    queue.push([ms, value]);
    while (queue.length > 1 && queue[1][0] < ms - deadMs) queue.shift();
    return queue[0][0] <= ms - deadMs ? queue[0][1] : 0;
  }

  update(ms: number, vx: number, wz: number): void {
    const { p } = this;
    const dt = 1e-3;
    const rm = p.reverse ? -1 : 1;
    const L = p.wheelBase;
    const known = Math.abs(vx) > 1e-12 || (p.driveOnSteeredWheel && Math.abs(wz) > 1e-12);
    const ref = known ? Math.atan2(rm * L * wz, vx) : 0;
    const invert = Math.abs(wrap(ref - this.steering)) > Math.abs(wrap(ref - this.steering + Math.PI));
    const s = p.steeringActuator;
    let target = this.delayed(this.queues[0], ms, wrap(ref + (invert ? Math.PI : 0)), s.deadTime * 1000);
    if (s.maxPosition !== 0) target = clamp(target, s.maxPosition);
    this.steering = wrap(
      this.steering + clamp((1 - Math.exp(-dt / s.timeConstant)) * wrap(target - this.steering), s.maxVelocity * dt),
    );
    const d = p.driveActuator;
    const wanted = p.driveOnSteeredWheel ? (invert ? -1 : 1) * Math.hypot(vx, L * wz) : vx;
    const aim = clamp(this.delayed(this.queues[1], ms, wanted, d.deadTime * 1000), d.maxVelocity);
    this.speed += clamp((1 - Math.exp(-dt / d.timeConstant)) * (aim - this.speed), d.maxAcceleration * dt);
    this.v = p.driveOnSteeredWheel ? this.speed * Math.cos(this.steering) : this.speed;
    this.w = p.driveOnSteeredWheel
      ? (this.speed / (rm * L)) * Math.sin(this.steering)
      : (this.v * Math.tan(this.steering)) / (rm * L);
    const mean = this.heading + 0.5 * dt * this.w;
    this.x += Math.cos(mean) * dt * this.v;
    this.y += Math.sin(mean) * dt * this.v;
    this.heading += dt * this.w;
  }
}

const twist = (runner: BlockRunner<any, any, any, any>, vx: number, yawRate: number) =>
  runner.send('twist', (value: any) => {
    value.linear.x = vx;
    value.angular.z = yawRate;
  });

describe('bicycle', () => {
  it.each([
    [false, false, 0.6],
    [false, true, 0],
    [true, false, 0.6],
    [true, true, 0],
    [false, true, 2],
  ])(
    'follows a literal restatement of the reference (reverse %s, drive on steered wheel %s, end stop %s)',
    (reverse, steered, stop) => {
      const runner = new BlockRunner(bicycle, {
        reverse,
        driveOnSteeredWheel: steered,
        wheelBase: 1.6,
        steeringActuator: { maxPosition: stop },
      });
      const plain = new PlainBicycle(runner.params);
      const schedule = [
        [2.5, 0],
        [2, 0.5],
        [0, 0.5],
        [0, -0.5],
        [-1, 0.3],
        [0, 0],
        [1, -2],
      ];
      for (let k = 0; k < 7000; k++) {
        const [vx, w] = schedule[Math.floor(k / 1000)];
        if (k % 20 === 0) twist(runner, vx, w);
        runner.step();
        plain.update(k + 1, vx, w);
        const { value } = runner.outputs.state;
        expect(value.vx).toBeCloseTo(plain.v, 10);
        expect(value.yaw_rate).toBeCloseTo(plain.w, 10);
        expect(value.x).toBeCloseTo(plain.x, 9);
        expect(value.y).toBeCloseTo(plain.y, 9);
        expect(wrap(value.yaw - plain.heading)).toBeCloseTo(0, 9);
      }
    },
  );

  it('drives the circle its steering angle describes and comes back to where it began', () => {
    const runner = new BlockRunner(bicycle, { ...IDEAL, wheelBase: 2 });
    // one turn of 2π s at 1 rad/s on a radius of 2 m
    const radii: number[] = [];
    runner.runUntil(6.283, () => {
      if (runner.time.tick % 500 === 1) twist(runner, 2, 1);
      const { x, y } = runner.outputs.state.value;
      radii.push(Math.hypot(x, y - 2));
    });
    // the first steps pass before the command counts
    expect(runner.outputs.state.value.steering).toBeCloseTo(Math.atan(1), 12);
    // the chords make the circle wider by (ω Δt)²/24
    radii.forEach((radius) => expect(Math.abs(radius - 2)).toBeLessThan(2e-7));
    expect(Math.hypot(runner.outputs.state.value.x, runner.outputs.state.value.y)).toBeLessThan(0.02);
  });

  it('turns right as the mirror image of left', () => {
    const run = (sign: number) => {
      const runner = new BlockRunner(bicycle, {});
      runner.runUntil(3, () => runner.time.tick % 100 === 1 && twist(runner, 1.5, sign * 0.3));
      return runner.outputs.state.value;
    };
    const [left, right] = [run(1), run(-1)];
    expect(right.x).toBeCloseTo(left.x, 12);
    expect(right.y).toBeCloseTo(-left.y, 12);
    expect(right.ay).toBeCloseTo(-left.ay, 12);
  });

  it('publishes what is true at the end of the step, with that stamp', () => {
    const runner = new BlockRunner(bicycle, IDEAL);
    twist(runner, 1, 0);
    runner.step();
    const { value } = runner.outputs.state;
    expect(value.stamp).toEqual({ sec: 0, nanosec: 1_000_000 });
    expect(value.x).toBeCloseTo(1e-3, 15);
    expect(value.ax).toBeCloseTo(1000, 9);
  });

  it('says base_link, not the axle, for pose, velocity and acceleration', () => {
    const offset = 0.8;
    const axle = new BlockRunner(bicycle, { ...IDEAL, x: 3, y: -1, yaw: 0.5 });
    const base = new BlockRunner(bicycle, {
      ...IDEAL,
      baseLinkOffset: offset,
      x: 3 + offset * Math.cos(0.5),
      y: -1 + offset * Math.sin(0.5),
      yaw: 0.5,
    });
    for (const runner of [axle, base]) runner.runUntil(2, () => runner.time.tick % 100 === 1 && twist(runner, 1, 0.4));
    const a = axle.outputs.state.value;
    const b = base.outputs.state.value;
    expect(b.x).toBeCloseTo(a.x + offset * Math.cos(a.yaw), 12);
    expect(b.y).toBeCloseTo(a.y + offset * Math.sin(a.yaw), 12);
    expect([b.vx, b.vy, b.yaw_rate]).toEqual([a.vx, a.yaw_rate * offset, a.yaw_rate]);
    // steady circle: centripetal acceleration towards the turning point
    expect(a.ay).toBeCloseTo(a.yaw_rate * a.vx, 9);
    expect(b.ax).toBeCloseTo(-a.yaw_rate * a.yaw_rate * offset, 9);
  });

  it('has a pose that is the integral of its velocity, wherever base_link is', () => {
    const runner = new BlockRunner(bicycle, { baseLinkOffset: -1.3, yaw: 1 });
    let x = 0;
    let y = 0;
    let previous = { ...runner.outputs.state.value, yaw: 1 };
    runner.runUntil(4, () => {
      if (runner.time.tick % 100 === 1) twist(runner, 1.5, runner.time.now < 2 ? 0.3 : -0.4);
      const { value } = runner.outputs.state;
      const mean = value.yaw - 0.5e-3 * value.yaw_rate;
      x += 1e-3 * (value.vx * Math.cos(mean) - value.vy * Math.sin(mean));
      y += 1e-3 * (value.vx * Math.sin(mean) + value.vy * Math.cos(mean));
      previous = { ...value };
    });
    expect(previous.x).toBeCloseTo(x, 6);
    expect(previous.y).toBeCloseTo(y, 6);
  });

  it('stops when no command has come for longer than the limit', () => {
    const runner = new BlockRunner(bicycle, { ...IDEAL, commandTimeout: 0.5 });
    twist(runner, 1, 0);
    runner.runUntil(0.5);
    expect(runner.outputs.state.value.vx).toBe(1);
    // at 0.501 s the command is too old; the queue passes that on one step later
    runner.runUntil(0.502);
    expect(runner.outputs.state.value.vx).toBe(0);
  });

  it('judges a stamped command by its stamp and lets the newest input win', () => {
    const runner = new BlockRunner(bicycle, IDEAL);
    runner.runUntil(3);
    runner.send('twist_stamped', (value) => {
      value.twist.linear.x = 2;
      value.header.stamp.sec = 1;
    });
    runner.runUntil(3.1);
    expect(runner.outputs.state.value.vx).toBe(0);
    runner.send('twist_stamped', (value) => {
      value.header.stamp.sec = 3;
    });
    runner.runUntil(3.2);
    expect(runner.outputs.state.value.vx).toBe(2);
    twist(runner, 1, 0);
    runner.runUntil(3.3);
    expect(runner.outputs.state.value.vx).toBe(1);
  });

  it('publishes its description once and joint states at their rate', () => {
    const runner = new BlockRunner(bicycle, {});
    let descriptions = 0;
    const joints: number[] = [];
    runner.runUntil(1, () => {
      if (runner.outputs.robot_description.publish) descriptions++;
      if (runner.outputs.joint_states.publish)
        joints.push(runner.outputs.joint_states.value.header.stamp.nanosec / 1e6);
    });
    expect(descriptions).toBe(1);
    expect(joints.slice(0, 4)).toEqual([1, 20, 40, 60]);
    expect(joints.length).toBe(51);
    expect(runner.outputs.joint_states.value.name).toEqual(['steering_left', 'steering_right']);
  });

  it('refuses a driven fixed axle without end stops below 90°', () => {
    for (const stop of [0, Math.PI / 2, 2]) {
      expect(() => new BlockRunner(bicycle, { steeringActuator: { maxPosition: stop } })).toThrow(
        'steeringActuator.maxPosition: expected an end stop above 0 and below 90°',
      );
      expect(
        () => new BlockRunner(bicycle, { driveOnSteeredWheel: true, steeringActuator: { maxPosition: stop } }),
      ).not.toThrow();
    }
  });

  it('takes the drawn dimensions from the wheel base by default', () => {
    const { params } = new BlockRunner(bicycle, { wheelBase: 3 });
    expect([params.visTrackFixed, params.visTrackSteered, params.visWheelDiameter]).toEqual([3 * 0.7, 3 * 0.7, 0.75]);
  });
});
