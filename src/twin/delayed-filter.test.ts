import { describe, expect, it } from 'vitest';
import { createStream, gaussian } from '../math/random.ts';
import type { FilterModel } from './delayed-filter.ts';
import { advance, correct, createDelayedFilter } from './delayed-filter.ts';
import { moveOn, STATES } from './robot-model.ts';

const MODEL: FilterModel = {
  wheelBase: 0.162,
  drive: { gain: 1, offset: 0, timeConstant: 0.2 },
  steering: { gain: 1, offset: 0, timeConstant: 0.1 },
  positionNoise: 1e-6,
  headingNoise: 1e-5,
  speedNoise: 1e-3,
  steeringNoise: 1e-3,
  measuredPosition: 0.01,
  measuredHeading: 0.01,
  driveDeadTime: 0.15,
  steeringDeadTime: 0.05,
};
const PERIOD = 0.01;
const speedAt = (t: number) => (t < 1 ? 0 : 0.4 + 0.1 * Math.sin(t));
const steeringAt = (t: number) => 0.25 * Math.sin(0.7 * t);

/** The robot of the model, stepped at 1 ms with commands that were held for 10 ms: its poses at every millisecond. */
function drivenPoses(duration: number): Float64Array[] {
  const s = new Float64Array(STATES);
  const jacobian = new Float64Array(STATES * STATES);
  const held = (t: number) => Math.floor(t / PERIOD + 1e-9) * PERIOD;
  return Array.from({ length: Math.round(duration * 1000) + 1 }, (_, i) => {
    const pose = s.slice();
    const t = (i + 0.5) / 1000;
    const [a, b] = [t - MODEL.driveDeadTime, t - MODEL.steeringDeadTime];
    moveOn(MODEL, s, a < 0 ? 0 : speedAt(held(a)), b < 0 ? 0 : steeringAt(held(b)), 0.001, jacobian);
    return pose;
  });
}

interface Arrival {
  readonly at: number;
  readonly stamp: number;
  readonly pose: readonly number[];
}

/** Errors of the belief against the truth at every step. */
function errorsOf(truth: readonly Float64Array[], arrivals: readonly Arrival[], duration: number, isCorrected = true) {
  const filter = createDelayedFilter(100);
  const waiting = [...arrivals].sort((a, b) => a.at - b.at);
  const errors: number[] = [];
  const beliefs: number[][] = [];
  for (let k = 0; k * PERIOD < duration; k++) {
    const now = k * PERIOD;
    advance(filter, MODEL, now, speedAt(now), steeringAt(now));
    while (isCorrected && waiting.length > 0 && waiting[0].at <= now + 1e-9) {
      const { stamp, pose } = waiting.shift()!;
      correct(filter, MODEL, stamp, pose);
    }
    const [x, y] = truth[Math.round(now * 1000)];
    if (filter.isLocated && now > 3) errors.push(Math.hypot(filter.belief[0] - x, filter.belief[1] - y));
    beliefs.push([...filter.belief, ...filter.covariance]);
  }
  return { errors, beliefs, filter };
}

const measurements = (
  truth: readonly Float64Array[],
  duration: number,
  delay: (k: number) => number,
  noise: number,
): Arrival[] => {
  const stream = createStream(1, 'slam');
  return Array.from({ length: Math.floor(duration * 10) }, (_, k) => {
    const stamp = k / 10 + 0.003;
    const [x, y, yaw] = truth[Math.round(stamp * 1000)];
    return { at: stamp + delay(k), stamp, pose: [x, y, yaw].map((value) => value + noise * gaussian(stream)) };
  });
};

describe('a filter for late measurements', () => {
  const truth = drivenPoses(20);

  it('knows where the robot is now, from exact poses that are 0.4 s old, to a millimetre', () => {
    const { errors } = errorsOf(
      truth,
      measurements(truth, 20, () => 0.4, 0),
      20,
    );
    expect(Math.max(...errors)).toBeLessThan(1e-3);
    // the pose itself is 0.4 s behind
    const late = truth
      .slice(3000, 20_000)
      .map(([x, y], i) => Math.hypot(x - truth[2600 + i][0], y - truth[2600 + i][1]));
    expect(Math.max(...late)).toBeGreaterThan(0.15);
  });

  it('believes in the end what it would have believed without delay', () => {
    const noisy = (delay: (k: number) => number) => measurements(truth, 15, delay, 0.01);
    const timely = errorsOf(
      truth,
      noisy(() => 0.008),
      19,
    ).beliefs;
    const late = errorsOf(
      truth,
      noisy(() => 0.45),
      19,
    ).beliefs;
    const overtaking = errorsOf(
      truth,
      noisy((k) => 0.1 + 0.3 * ((k * 7) % 3)),
      19,
    ).beliefs;
    timely[timely.length - 1].forEach((value, i) => {
      expect(late[late.length - 1][i]).toBeCloseTo(value, 9);
      expect(overtaking[overtaking.length - 1][i]).toBeCloseTo(value, 9);
    });
  });

  it('is nearer to the truth than the poses that it gets, and as near as it says', () => {
    const { errors, filter } = errorsOf(
      truth,
      measurements(truth, 20, () => 0.3, 0.02),
      20,
    );
    const rms = Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);
    expect(rms).toBeLessThan(0.02);
    const stated = Math.sqrt(filter.covariance[0] + filter.covariance[STATES + 1]);
    expect(rms).toBeLessThan(2 * stated);
  });

  it('leaves out a pose that cannot be, and begins anew when there are many', () => {
    const wild = measurements(truth, 20, () => 0.2, 0).map((arrival, k) =>
      k === 100 ? { ...arrival, pose: [9, 9, 1] } : arrival,
    );
    expect(Math.max(...errorsOf(truth, wild, 20).errors)).toBeLessThan(2e-3);
    const carried = measurements(truth, 20, () => 0.2, 0).map((arrival) =>
      arrival.stamp > 10 ? { ...arrival, pose: [arrival.pose[0] + 3, arrival.pose[1], arrival.pose[2]] } : arrival,
    );
    const { filter } = errorsOf(truth, carried, 19.5);
    expect(filter.belief[0]).toBeCloseTo(truth[19_490][0] + 3, 1);
  });

  it('takes no notice of poses from the future, from too long ago, or of no number', () => {
    const filter = createDelayedFilter(20);
    for (let k = 0; k < 50; k++) advance(filter, MODEL, k * PERIOD, 0, 0);
    expect(correct(filter, MODEL, 0.6, [0, 0, 0])).toBe(false);
    expect(correct(filter, MODEL, 0.1, [0, 0, 0])).toBe(false);
    expect(correct(filter, MODEL, 0.4, [NaN, 0, 0])).toBe(false);
    expect(filter.isLocated).toBe(false);
    expect(correct(filter, MODEL, 0.4, [1, 2, 3])).toBe(true);
    expect([...filter.belief.subarray(0, 3)]).toEqual([1, 2, 3]);
  });
});

describe('the model of the robot', () => {
  it('has the derivatives that finite differences have', () => {
    const at = [1, 2, 0.4, 0.5, 0.2];
    const moved = (s: readonly number[]) => {
      const out = Float64Array.from(s);
      moveOn(MODEL, out, 0.6, -0.1, 0.02, new Float64Array(25));
      return out;
    };
    const jacobian = new Float64Array(25);
    moveOn(MODEL, Float64Array.from(at), 0.6, -0.1, 0.02, jacobian);
    for (let j = 0; j < STATES; j++) {
      const step = 1e-6;
      const [low, high] = [-step, step].map((by) => moved(at.map((value, i) => value + (i === j ? by : 0))));
      for (let i = 0; i < STATES; i++) expect((high[i] - low[i]) / (2 * step)).toBeCloseTo(jacobian[i * STATES + j], 6);
    }
  });

  it('drives circles of radius L/tan δ', () => {
    const s = Float64Array.from([0, 0, 0, 0.5, 0.3]);
    const radius = MODEL.wheelBase / Math.tan(0.3);
    const lap = (2 * Math.PI * radius) / 0.5;
    for (let k = 0; k < 1000; k++) moveOn(MODEL, s, 0.5, 0.3, lap / 1000, new Float64Array(25));
    expect(s[0]).toBeCloseTo(0, 5);
    expect(s[1]).toBeCloseTo(0, 5);
    expect(s[2]).toBeCloseTo(2 * Math.PI, 9);
  });
});
