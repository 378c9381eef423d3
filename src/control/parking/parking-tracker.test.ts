import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { parseFields } from '../../core/schema.ts';
import { parkingSchedule, pointsOf } from './parking-schedule.ts';
import { parkingTracker } from './parking-tracker.ts';

const PERIOD = 0.02;
const BASE = 2.5113;
const STOP = 0.61;

interface Pose {
  x: number;
  y: number;
  yaw: number;
  v: number;
}
type Leg = { length: number; curvature?: number; speed?: number };
const planOf = (legs: readonly Leg[]) =>
  pointsOf(parseFields(parkingSchedule.params, { legs }, 'params') as unknown as Parameters<typeof pointsOf>[0]);

/** A quarter turn into a slot, backwards: 1.5 m, an arc of 1/0.23 m, 4 m. */
const QUARTER: readonly Leg[] = [
  { length: -1.5, speed: 1.5 },
  { length: -Math.PI / 2 / 0.23, curvature: -0.23, speed: 1.5 },
  { length: -4, speed: 1.5 },
];

/**
 * A kinematic car whose engine and brakes do as the tracker believes: idling, throttle and brake; its steering turns at `rate` at most. Odometry is `age` old and commands
 * act `delay` later, both whole cycles.
 */
class DelayedCar {
  readonly tracker: BlockRunner<any, any, any, any>;
  readonly seen: Pose[] = [];
  readonly commands: { throttle: number; brake: number; steer: number; gear: number }[] = [];
  readonly pose: Pose = { x: 0, y: 0, yaw: 0, v: 0 };
  steering = 0;
  readonly track: (Pose & { steering: number; phase: number })[] = [];

  constructor(
    readonly options: { age: number; delay: number; rate: number; law?: string; hold?: (cycle: number) => boolean },
    legs: readonly Leg[] = QUARTER,
  ) {
    const { law = 'corrected', delay } = options;
    const params = { law, latency: delay * PERIOD, steeringLag: 0, steeringRate: options.rate };
    this.tracker = new BlockRunner(parkingTracker, params, { period: PERIOD });
    this.tracker.send('trajectory', (message: any) => Object.assign(message, { id: 1, points: planOf(legs) }));
  }

  run(cycles: number): this {
    for (let i = 0; i < cycles; i++) this.cycle(this.seen.length);
    return this;
  }

  private cycle(i: number): void {
    const { tracker, options, pose } = this;
    this.seen.push({ ...pose });
    const old = this.seen.at(-1 - options.age);
    if (old !== undefined)
      tracker.send('odom', (message: any) => {
        const ns = Math.round((i - options.age) * PERIOD * 1e9);
        message.header.stamp.sec = Math.floor(ns / 1e9);
        message.header.stamp.nanosec = ns % 1e9;
        Object.assign(message.pose.pose.position, { x: old.x, y: old.y });
        Object.assign(message.pose.pose.orientation, { z: Math.sin(old.yaw / 2), w: Math.cos(old.yaw / 2) });
        message.twist.twist.linear.x = old.v;
      });
    if (options.hold !== undefined) tracker.send('hold', (message: any) => (message.data = options.hold!(i)));
    tracker.step();
    const { control, status } = tracker.outputs as any;
    const { throttle, brake, steer, shift_gears: gear } = control.value;
    this.commands.push({ throttle, brake, steer, gear });
    this.move(this.commands.at(-1 - options.delay));
    this.track.push({ ...pose, steering: this.steering, phase: status.value.phase });
  }

  private move(command: DelayedCar['commands'][number] | undefined): void {
    if (command === undefined) return;
    const { pose, options } = this;
    const direction = command.gear === 2 ? 1 : command.gear === 3 ? -1 : 0;
    for (let part = 0; part < 10; part++) {
      const dt = PERIOD / 10;
      const most = options.rate * dt;
      this.steering += Math.max(-most, Math.min(most, command.steer * STOP - this.steering));
      const idle = Math.max(0, 0.06 * 5.5 * (1 - Math.abs(pose.v) / 1.9));
      const pushed = pose.v + direction * Math.max(command.throttle * 5.5, idle) * dt;
      const loss = command.brake * 9.7 * dt;
      pose.v = Math.abs(pushed) <= loss ? 0 : pushed - Math.sign(pushed) * loss;
      pose.yaw += ((pose.v * Math.tan(this.steering)) / BASE) * dt;
      pose.x += pose.v * Math.cos(pose.yaw) * dt;
      pose.y += pose.v * Math.sin(pose.yaw) * dt;
    }
  }

  /** Of the pose at the end: along, across [m] and heading [rad]. */
  error(legs: readonly Leg[] = QUARTER): { along: number; across: number; heading: number } {
    const goal = planOf(legs).at(-1)!;
    const { x, y, yaw } = this.pose;
    const [c, s] = [Math.cos(goal.yaw), Math.sin(goal.yaw)];
    const [dx, dy] = [x - goal.x, y - goal.y];
    return { along: c * dx + s * dy, across: c * dy - s * dx, heading: yaw - goal.yaw };
  }
}

const distance = ({ along, across }: { along: number; across: number }): number =>
  Math.sqrt(along * along + across * across);

describe('the corrected tracker', () => {
  it.each([0, 40, 80, 120, 200, 300])('parks within 1 cm and 0.3° at %d ms of latency', (ms) => {
    const cycles = ms / 20;
    const age = Math.floor(cycles / 2);
    const car = new DelayedCar({ age, delay: cycles - age, rate: 0.6 }).run(1300);
    expect(car.track.at(-1)!.phase).toBe(5);
    expect(car.pose.v).toBe(0);
    expect(distance(car.error())).toBeLessThan(0.01);
    expect(Math.abs(car.error().heading)).toBeLessThan(0.0052);
  });

  it('takes an error out forwards and backwards alike, as (1 + σ/ℓ) exp(−σ/ℓ)', () => {
    for (const direction of [1, -1]) {
      const legs = [{ length: 8 * direction, speed: 0.5 }];
      const car = new DelayedCar({ age: 0, delay: 0, rate: 10 }, legs);
      car.pose.y = 0.05;
      car.run(1300);
      for (const { x, y } of car.track) {
        const way = Math.abs(x) / 0.7;
        expect(Math.abs(y - 0.05 * (1 + way) * Math.exp(-way))).toBeLessThan(0.003);
      }
      expect(distance(car.error(legs))).toBeLessThan(0.005);
    }
  });

  it('changes gear only at standstill, and steers before it starts', () => {
    const legs = [{ length: 3 }, { length: -4, curvature: 0.2 }];
    const car = new DelayedCar({ age: 1, delay: 1, rate: 0.6 }, legs).run(1300);
    car.commands.forEach(({ gear }, i) => {
      if (i > 0 && gear !== car.commands[i - 1].gear) expect(Math.abs(car.track[i].v)).toBeLessThan(0.001);
    });
    const begin = car.track.findIndex(({ v }) => v < -0.02);
    expect(car.track[begin].steering).toBeCloseTo(Math.atan(BASE * 0.2), 1);
    expect(distance(car.error(legs))).toBeLessThan(0.01);
  });

  it('brakes when it is held, stands, and goes on to the end', () => {
    const car = new DelayedCar({ age: 1, delay: 1, rate: 0.6, hold: (i) => i >= 150 && i < 300 }).run(1600);
    // 1.5 m/s are gone after 0.6 s of 2.5 m/s², and the latency
    expect(car.track[148].v).toBeLessThan(-0.5);
    expect(car.track.slice(190, 300).every(({ v, phase }) => v === 0 && phase === 4)).toBe(true);
    expect(distance(car.error())).toBeLessThan(0.01);
  });

  it('takes a new path while it drives without stopping', () => {
    const car = new DelayedCar({ age: 1, delay: 1, rate: 0.6 }, [{ length: 8 }]).run(120);
    car.tracker.send('trajectory', (message: any) =>
      Object.assign(message, { id: 2, points: planOf([{ length: 10 }]) }),
    );
    car.run(900);
    const speeds = car.track.slice(60, 240).map(({ v }) => v);
    expect(Math.min(...speeds)).toBeGreaterThan(0.5);
    expect(Math.abs(car.error([{ length: 10 }]).along)).toBeLessThan(0.01);
  });
});

describe('the published tracker', () => {
  /** Way along the line at which the road wheels begin to turn; the arc begins at 1.5 m. */
  const turnIn = (cycles: number): number => {
    const car = new DelayedCar({ age: cycles, delay: 0, rate: 1000, law: 'published' }, [
      { length: 6, speed: 1.5 },
      { length: 3, curvature: 0.23, speed: 1.5 },
    ]).run(700);
    return car.track.find(({ steering }) => steering > 0.25)!.x - 6;
  };

  it('turns in late by speed times latency: 0.12 m at 80 ms', () => {
    const prompt = turnIn(0);
    for (const cycles of [2, 4, 10])
      expect(Math.abs(turnIn(cycles) - prompt - 1.5 * cycles * PERIOD)).toBeLessThan(1.55 * PERIOD);
  });

  it('ends further off the longer the latency is, where the corrected one does not', () => {
    const ends = [0, 80, 160].map((ms) =>
      distance(new DelayedCar({ age: ms / 20, delay: 0, rate: 1000, law: 'published' }).run(1300).error()),
    );
    expect(ends[1]).toBeGreaterThan(ends[0] + 0.05);
    expect(ends[2]).toBeGreaterThan(ends[1] + 0.05);
  });
});
