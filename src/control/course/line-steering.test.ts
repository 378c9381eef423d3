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
