import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { priusCamera } from '../../../test/fixtures/course/prius-course.ts';
import { cameraParams } from '../../camera-model/camera-params.ts';
import { parse } from '../../core/schema.ts';
import { LineCoords } from '../../msgs/index.ts';
import { lineTruth } from '../../world/referees/line-truth.ts';
import {
  pursuitSteering,
  createSteeringState,
  endsOnGround,
  pursuedPoint,
  usefulSteering,
} from './line-steering-law.ts';
import { lineSteering } from './line-steering.ts';

const DT = 1 / 30;
const camera = parse(cameraParams, priusCamera, 'camera');
const lineOf = (values: object) => Object.assign(LineCoords.create(), { detected: true }, values);

describe('the law', () => {
  it('puts both ends of a line back on the ground from where they were projected, in any order', () => {
    const world = { track: { segments: { elements: [{ straight: 200 }] }, laneWidth: 8 } };
    for (const ends of ['columns', 'distance']) {
      const eye = new BlockRunner(lineTruth, { world, camera, ends });
      eye.send('state', (state) => Object.assign(state, { x: 50, y: -1.2, yaw: -0.06 }));
      eye.step();
      const ground = new Float64Array(4);
      expect(endsOnGround(camera, eye.outputs.line.value, ground)).toBe(true);
      for (const i of [0, 2]) {
        expect(ground[i]).toBeCloseTo(i === 0 ? 13.25 : 31.85, 6);
        expect(-1.2 + ground[i] * Math.sin(-0.06) + ground[i + 1] * Math.cos(-0.06)).toBeCloseTo(0, 6);
      }
    }
  });

  it('knows that what is above the horizon is not on the ground', () => {
    expect(endsOnGround(camera, lineOf({ x1: 400, y1: 500, x2: 400, y2: 370 }), new Float64Array(4))).toBe(false);
  });

  it('pursues the point at the distance it is told, and the near end when that is farther', () => {
    const target = new Float64Array(2);
    pursuedPoint(Float64Array.of(13, 1, 30, 3), 20, target);
    expect(Math.hypot(target[0], target[1])).toBeCloseTo(20, 12);
    pursuedPoint(Float64Array.of(13, 1, 30, 3), 5, target);
    expect([...target]).toEqual([13, 1]);
    pursuedPoint(Float64Array.of(13, 1, 30, 3), 50, target);
    expect([...target]).toEqual([30, 3]);
  });

  it('is pure pursuit with g K_P = 1: it steers onto the circle through the point', () => {
    const radius = 40;
    const angle = 0.3;
    const distance = 2 * radius * Math.sin(angle);
    const own = {
      kp: 10,
      ki: 0,
      kd: 0,
      gainUnit: 0.1,
      wheelBase: 2.86,
      maxSteering: 0.6458,
      grip: 8.8,
      slip: 0.15,
      derivativeLag: 0.1,
    };
    expect(pursuitSteering(own, createSteeringState(), Math.sin(angle), distance, 0.6458, DT)).toBeCloseTo(
      Math.atan(2.86 / radius),
      12,
    );
  });

  it('damps with K_D, and does not wind up at full lock', () => {
    const own = {
      kp: 10,
      ki: 1,
      kd: 1,
      gainUnit: 0.1,
      wheelBase: 2.86,
      maxSteering: 0.1,
      grip: 8.8,
      slip: 0.15,
      derivativeLag: 0,
    };
    const state = createSteeringState();
    pursuitSteering({ ...own, ki: 0 }, state, 0.1, 14, 0.1, DT);
    expect(pursuitSteering({ ...own, ki: 0 }, state, 0.09, 14, 0.1, DT)).toBeLessThan(Math.atan((5.72 / 14) * 0.09));
    state.integral = 0;
    for (let k = 0; k < 100; k++) pursuitSteering(own, state, 0.5, 14, 0.1, DT);
    expect(state.integral).toBe(0);
  });

  it('does not turn the wheels further than the tyres can follow', () => {
    const own = {
      kp: 10,
      ki: 0,
      kd: 0,
      gainUnit: 0.1,
      wheelBase: 2.86,
      maxSteering: 0.6458,
      grip: 8.8,
      slip: 0.15,
      derivativeLag: 0,
    };
    expect(usefulSteering(own, 15)).toBeCloseTo(Math.atan((2.86 * 8.8) / 225) + 0.15, 12);
    expect(usefulSteering(own, 3)).toBe(0.6458);
  });

  it('drives on to where a lost line was, then has no wish any more', () => {
    const runner = new BlockRunner(lineSteering, { camera, holdTime: 0.2 });
    runner.send('car_info', (info) => Object.assign(info, { speed: 13, latitude: 1.45, longitude: 0, heading: 1.57 }));
    runner.send('line', (line) => Object.assign(line, lineOf({ x1: 350, y1: 500, x2: 380, y2: 425 })));
    runner.step();
    const { steer } = runner.outputs.steering.value;
    expect(steer).toBeGreaterThan(0);
    runner.send('line', (line) => (line.detected = false));
    runner.send('car_info', (info) => (info.latitude = 3.45));
    runner.step();
    expect(runner.outputs.steering.value.active).toBe(true);
    expect(runner.outputs.steering.value.steer).toBeGreaterThan(0);
    runner.runUntil(0.3);
    expect(runner.outputs.steering.value.active).toBe(false);
  });
});

it('holds its integral while another controller steers', () => {
  const runner = new BlockRunner(lineSteering, { gains: 'PID11', camera });
  const { state } = runner;
  runner.send('car_info', (info) => (info.speed = 15));
  runner.send('line', (line) => Object.assign(line, lineOf({ x1: 300, y1: 500, x2: 350, y2: 425 })));
  runner.step();
  runner.step();
  const before = state.integral;
  expect(before).not.toBe(0);
  runner.send('suppressed', (request) => (request.active = true));
  runner.runUntil(1);
  expect(state.integral).toBe(before);
});

describe('the law by hand', () => {
  const own = {
    kp: 10,
    ki: 1,
    kd: 1,
    gainUnit: 0.1,
    wheelBase: 2.86,
    maxSteering: 0.6458,
    grip: 8.8,
    slip: 0.15,
    derivativeLag: 0,
  };

  it('begins without integral, rate and error', () => {
    expect(createSteeringState()).toEqual({ integral: 0, rate: 0, errorBefore: NaN });
    // so that the first steering is K_P alone
    expect(pursuitSteering(own, createSteeringState(), 0.02, 14, 0.5, DT)).toBeCloseTo(
      Math.atan((5.72 / 14) * 0.1 * 10 * 0.02),
      14,
    );
  });

  it('adds integral and rate from the second step on', () => {
    const state = createSteeringState();
    pursuitSteering(own, state, 0.02, 14, 0.5, 0.1);
    expect(pursuitSteering(own, state, 0.03, 14, 0.5, 0.1)).toBeCloseTo(
      Math.atan((5.72 / 14) * 0.1 * (10 * 0.03 + 0.02 * 0.1 + 0.01 / 0.1)),
      14,
    );
  });

  it('lets an integral that holds it at the limit shrink', () => {
    const state = Object.assign(createSteeringState(), { integral: 30 });
    pursuitSteering({ ...own, kp: 0, kd: 0 }, state, -0.1, 14, 0.1, 0.1);
    expect(state.integral).toBeCloseTo(29.99, 12);
    pursuitSteering({ ...own, kp: 0, kd: 0 }, state, 0.1, 14, 0.1, 0.1);
    expect(state.integral).toBeCloseTo(29.99, 12);
  });

  it('pursues a point of short lines, and the near end of a line without length or out of reach', () => {
    const target = new Float64Array(2);
    pursuedPoint(Float64Array.of(1, 0, 1.1, 0), 1.05, target);
    expect(target[0]).toBeCloseTo(1.05, 12);
    pursuedPoint(Float64Array.of(6, 3, 10, 6), 8, target);
    expect(Math.hypot(target[0], target[1])).toBeCloseTo(8, 12);
    // on the line through both ends
    expect((target[1] - 3) / (target[0] - 6)).toBeCloseTo(0.75, 12);
    pursuedPoint(Float64Array.of(6, 3, 6, 3), 8, target);
    expect([...target]).toEqual([6, 3]);
    pursuedPoint(Float64Array.of(6, 5, 10, 5), 4, target);
    expect([...target]).toEqual([6, 5]);
  });

  it('takes the first end for the near one when both are in the same row', () => {
    const ground = new Float64Array(4);
    endsOnGround(camera, lineOf({ x1: 300, y1: 450, x2: 500, y2: 450 }), ground);
    expect(ground[1]).toBeGreaterThan(ground[3]);
  });
});

describe('the line follower', () => {
  const line = { x1: 350, y1: 500, x2: 380, y2: 425 };
  const pose = { x: 7, y: -4, yaw: 0.8 };
  const follower = (params: object = {}) => new BlockRunner(lineSteering, { camera, ...params });
  type Follower = ReturnType<typeof follower>;
  const place = (runner: Follower, { x, y, yaw }: typeof pose, speed = 13) =>
    runner.send('car_info', (info) =>
      Object.assign(info, {
        speed,
        latitude: x + 1.45 * Math.cos(yaw),
        longitude: y + 1.45 * Math.sin(yaw),
        heading: yaw + 1.57,
      }),
    );
  const see = (runner: Follower, values: object) => runner.send('line', (seen) => Object.assign(seen, lineOf(values)));
  const lose = (runner: Follower) => runner.send('line', (seen) => (seen.detected = false));
  const bearing = (x: number, y: number) => Math.asin(y / Math.hypot(x, y));
  /** Near and far end of the line as the car sees them. */
  const ground = new Float64Array(4);
  endsOnGround(camera, lineOf(line), ground);
  const [nearX, nearY, farX, farY] = ground;

  it('says nothing before it has a line and a car', () => {
    const runner = follower();
    place(runner, pose);
    runner.step();
    expect(runner.outputs.steering.publish).toBe(false);
    const other = follower();
    see(other, line);
    other.step();
    expect(other.outputs.steering.publish).toBe(false);
    place(other, pose);
    other.step();
    expect(other.outputs.steering.publish).toBe(true);
  });

  it('steers by the bearing of the point that is λ v² away', () => {
    const runner = follower({ kp: 10, ki: 0, kd: 0, gainUnit: 0.1, lookAhead: 0.1 });
    place(runner, pose, 14);
    see(runner, line);
    runner.step();
    const target = new Float64Array(2);
    pursuedPoint(ground, 0.1 * 14 * 14, target);
    const distance = 0.1 * 14 * 14;
    expect(Math.hypot(target[0], target[1])).toBeCloseTo(distance, 9);
    const { error, steer, active } = runner.outputs.steering.value;
    expect(active).toBe(true);
    expect(error).toBeCloseTo(bearing(target[0], target[1]), 12);
    expect(steer).toBeCloseTo(Math.atan((5.72 / distance) * (target[1] / distance)) / 0.6458, 12);
  });

  it('knows where a lost line is from anywhere it drives', () => {
    const runner = follower({ lookAhead: 0.5 });
    place(runner, pose);
    see(runner, line);
    runner.step();
    // 3 m on, 0.5 m to the left and turned by −0.2 rad: the far end from there
    lose(runner);
    const [cosine, sine] = [Math.cos(pose.yaw), Math.sin(pose.yaw)];
    place(runner, { x: pose.x + 3 * cosine - 0.5 * sine, y: pose.y + 3 * sine + 0.5 * cosine, yaw: pose.yaw - 0.2 });
    runner.step();
    const [dx, dy] = [farX - 3, farY - 0.5];
    expect(runner.outputs.steering.value.error).toBeCloseTo(
      bearing(Math.cos(0.2) * dx - Math.sin(0.2) * dy, Math.sin(0.2) * dx + Math.cos(0.2) * dy),
      9,
    );
    // and the near end, where the speed asks for that
    place(runner, { ...pose, x: pose.x + 2 * cosine, y: pose.y + 2 * sine }, 1);
    runner.step();
    expect(runner.outputs.steering.value.error).toBeCloseTo(bearing(nearX - 2, nearY), 9);
  });

  it('holds its angle beyond the far end, and pursues points down to 1 m away', () => {
    const runner = follower({ holdTime: 100 });
    place(runner, { x: 0, y: 0, yaw: 0 });
    see(runner, line);
    runner.step();
    lose(runner);
    const errorAt = (x: number) => {
      place(runner, { x, y: 0, yaw: 0 });
      runner.step();
      return runner.outputs.steering.value.error;
    };
    const last = errorAt(farX - 1.2);
    expect(last).toBeCloseTo(bearing(1.2, farY), 9);
    expect(errorAt(farX - 0.9)).toBe(last);
    expect(errorAt(farX + 5)).toBe(last);
    expect(runner.outputs.steering.value.active).toBe(true);
  });

  it('has a wish for as long as it may hold, to the instant, and none before the first line', () => {
    const blind = follower();
    place(blind, pose);
    lose(blind);
    blind.step();
    expect(blind.outputs.steering.value).toMatchObject({ active: false, steer: 0 });
    const runner = new BlockRunner(lineSteering, { camera, holdTime: 0.5 }, { period: 0.25 });
    runner.time.nowNs = 20e9;
    place(runner, pose);
    see(runner, line);
    runner.step();
    lose(runner);
    const active = [1, 2, 3].map(() => {
      runner.step();
      return runner.outputs.steering.value.active;
    });
    expect(active).toEqual([true, true, false]);
    expect(runner.state.errorBefore).toBeNaN();
  });

  it('begins its derivative anew after another controller has steered', () => {
    const runner = follower({ kp: 0, ki: 0, kd: 1, derivativeLag: 0 });
    place(runner, pose);
    see(runner, line);
    runner.step();
    runner.send('suppressed', (request) => (request.active = true));
    see(runner, { ...line, x1: 370 });
    runner.step();
    expect(runner.outputs.steering.value.steer).toBeCloseTo(0, 15);
    runner.send('suppressed', (request) => (request.active = false));
    see(runner, { ...line, x1: 390 });
    runner.step();
    expect(runner.outputs.steering.value.steer).toBeLessThan(0);
  });

  it('turns by no more than its tyres hold at the speed it has', () => {
    const runner = follower({ kp: 1000 });
    place(runner, pose, 15);
    see(runner, line);
    runner.step();
    expect(runner.outputs.steering.value.steer).toBeCloseTo((Math.atan((2.86 * 8.8) / 225) + 0.12) / 0.6458, 9);
  });
});
