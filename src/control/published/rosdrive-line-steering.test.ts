import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { LineCoords } from '../../msgs/index.ts';
import {
  createPublishedSteering,
  publishedHeadingError,
  publishedLineSteering,
  publishedSteering,
} from './rosdrive-line-steering.ts';

const DT = 1 / 30;
const lineOf = (values: object) => Object.assign(LineCoords.create(), { detected: true }, values);

describe("RosDrive's line follower", () => {
  it('divides the offset of the right-most end by the set point', () => {
    expect(publishedHeadingError(lineOf({ x1: 480, x2: 500, slope: -4 }), 13)).toBeCloseTo(
      (Math.asin(0.25 / 13) * 180) / Math.PI,
      12,
    );
    // a flat and wide line counts double
    expect(publishedHeadingError(lineOf({ x1: 400, x2: 500, slope: -0.7 }), 13)).toBeCloseTo(
      (Math.asin(0.25 / 6.5) * 180) / Math.PI,
      12,
    );
  });

  it('takes damping away with a positive K_D', () => {
    const [without, having] = [createPublishedSteering(), createPublishedSteering()];
    for (const state of [without, having]) publishedSteering({ kp: 10, ki: 0, kd: 0 }, state, 1, DT);
    // the error falls: a damping term would steer less to the right, this one steers more
    const plain = publishedSteering({ kp: 10, ki: 0, kd: 0 }, without, 0.9, DT);
    expect(plain).toBeCloseTo(-9, 12);
    expect(publishedSteering({ kp: 10, ki: 0, kd: 1 }, having, 0.9, DT)).toBeCloseTo(-9 - 0.1 / DT, 9);
  });

  it('never asks for more than 30°, forgets its integral below 0.1° and holds it at 30', () => {
    const state = createPublishedSteering();
    expect(publishedSteering({ kp: 10, ki: 0, kd: 0 }, state, -5, DT)).toBe(30);
    state.integral = 31;
    publishedSteering({ kp: 10, ki: 1, kd: 0 }, state, 5, DT);
    expect(state.integral).toBe(30);
    publishedSteering({ kp: 10, ki: 1, kd: 0 }, state, 0.05, DT);
    expect(state.integral).toBe(0);
  });

  it('writes its degrees as radians into a fraction of full lock: 30° become 0.5236', () => {
    const runner = new BlockRunner(publishedLineSteering);
    runner.send('car_info', (info) => (info.speed = 13));
    runner.send('line', (line) => Object.assign(line, lineOf({ x1: 0, x2: 40, y1: 430, y2: 500, slope: 1.75 })));
    runner.step();
    expect(runner.outputs.steering.value).toMatchObject({ active: true });
    expect(runner.outputs.steering.value.steer).toBeCloseTo((30 * Math.PI) / 180, 12);
    expect(runner.outputs.steering.value.error).toBeCloseTo(Math.asin(0.9 / 13), 12);
  });

  it('forgets its integral while another controller steers', () => {
    const runner = new BlockRunner(publishedLineSteering, { gains: 'PID11' });
    const { state } = runner;
    runner.send('car_info', (info) => (info.speed = 15));
    runner.send('line', (line) => Object.assign(line, lineOf({ x1: 300, y1: 500, x2: 350, y2: 425 })));
    runner.step();
    runner.step();
    const before = state.integral;
    expect(before).not.toBe(0);
    runner.send('suppressed', (request) => (request.active = true));
    runner.runUntil(1);
    expect(Math.abs(state.integral)).toBeLessThan(Math.abs(before));
  });
});

describe('the published law at its edges', () => {
  it('counts a line double from 30 pixels of width and a slope of 1 on, to both sides', () => {
    const error = (x1: number, x2: number, slope: number, setpoint = 13) =>
      publishedHeadingError(lineOf({ x1, x2, slope }), setpoint);
    const single = (Math.asin(0.25 / 13) * 180) / Math.PI;
    const double = (Math.asin(0.25 / 6.5) * 180) / Math.PI;
    expect(error(470, 500, 1)).toBeCloseTo(single, 12);
    expect(error(469, 500, 1)).toBeCloseTo(double, 12);
    expect(error(469, 500, -1)).toBeCloseTo(double, 12);
    expect(error(400, 500, 1.01)).toBeCloseTo(single, 12);
    expect(error(260, 300, 2)).toBeCloseTo(-single, 12);
    // never beyond 90°
    expect(error(700, 800, 2, 0.5)).toBeCloseTo(90, 9);
    expect(error(0, 0, 2, 0.5)).toBeCloseTo(-90, 9);
    expect(error(700, 800, 2, 0)).toBeCloseTo(90, 9);
  });

  it('integrates beyond a tenth of a degree, up to 30 of either sign, and begins without a derivative', () => {
    const state = createPublishedSteering();
    expect(state).toEqual({ integral: 0, errorBefore: NaN });
    expect(publishedSteering({ kp: 1, ki: 2, kd: 3 }, state, 1.5, 0.1)).toBeCloseTo(-(1.5 + 2 * 0.15), 12);
    expect(state).toEqual({ integral: expect.closeTo(0.15, 12), errorBefore: 1.5 });
    publishedSteering({ kp: 1, ki: 2, kd: 3 }, state, 0.11, 0.1);
    expect(state.integral).toBeCloseTo(0.161, 12);
    publishedSteering({ kp: 1, ki: 2, kd: 3 }, state, -0.1, 0.1);
    expect(state.integral).toBe(0);
    state.integral = -30;
    publishedSteering({ kp: 1, ki: 2, kd: 3 }, state, -1, 0.1);
    expect(state.integral).toBe(-30);
    state.integral = 29;
    publishedSteering({ kp: 1, ki: 2, kd: 3 }, state, 1, 0.1);
    expect(state.integral).toBeCloseTo(29.1, 12);
    expect(publishedSteering({ kp: 10, ki: 0, kd: 0 }, state, 5, 0.1)).toBe(-30);
    expect(publishedSteering({ kp: 10, ki: 0, kd: 0 }, state, 2, 0.1)).toBe(-20);
  });

  it('drives by its own set point until one is published, and says nothing before it has line and car', () => {
    const runner = new BlockRunner(publishedLineSteering, { kp: 1, ki: 0, kd: 0, setpoint: 4 });
    runner.send('line', (line) => Object.assign(line, lineOf({ x1: 480, x2: 500, slope: 4 })));
    runner.step();
    expect(runner.outputs.steering.publish).toBe(false);
    runner.send('car_info', (info) => (info.speed = 13));
    runner.step();
    expect(runner.outputs.steering.value.error).toBeCloseTo(-Math.asin(0.25 / 4), 12);
    expect(runner.outputs.steering.value.steer).toBeCloseTo(-Math.asin(0.25 / 4), 12);
    runner.send('setpoint', (setpoint) => (setpoint.data = 8));
    runner.step();
    expect(runner.outputs.steering.value.error).toBeCloseTo(-Math.asin(0.25 / 8), 12);
    expect(new BlockRunner(publishedLineSteering, { gains: 'PID5' }).params.setpoint).toBe(15);
  });
});
