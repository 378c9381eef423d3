import { describe, expect, it } from 'vitest';
import {
  createMotionFilter,
  correctMotion,
  measureGyro,
  measureSpeed,
  N,
  poseBefore,
  poseInformation,
  predictMotion,
} from './motion-filter.ts';

const START = { x: 1, y: 2, heading: 0.5, speedDeviation: 1, biasDeviation: 0.1 };
const QUIET = { acceleration: 0, yawAcceleration: 0, biasWalk: 0 };

describe('motion filter', () => {
  it('has the variance of an average after many readings of a constant speed', () => {
    const filter = createMotionFilter(START);
    for (let i = 0; i < 100; i++) measureSpeed(filter, 0.7, 0.2);
    // prior of variance 1 and 100 readings of variance 0.04
    expect(filter.covariance[3 * N + 3]).toBeCloseTo(1 / (1 + 100 / 0.04), 12);
    expect(filter.mean[3]).toBeCloseTo((0.7 * 100) / 0.04 / (1 + 100 / 0.04), 12);
  });

  it('drives an arc as closed form has it', () => {
    const filter = createMotionFilter({ ...START, x: 0, y: 0, heading: 0 });
    filter.mean[3] = 1;
    filter.mean[4] = 0.5;
    for (let i = 0; i < 2000; i++) predictMotion(filter, 0.001, QUIET);
    expect(filter.mean[0]).toBeCloseTo(2 * Math.sin(1), 5);
    expect(filter.mean[1]).toBeCloseTo(2 * (1 - Math.cos(1)), 5);
    expect(filter.mean[2]).toBeCloseTo(1, 9);
    const back = { x: 0, y: 0, heading: 0 };
    poseBefore(filter, 0.01, back);
    expect(back.x).toBeCloseTo(2 * Math.sin(0.995), 4);
  });

  it('learns the bias of a gyroscope from poses that do not turn', () => {
    const filter = createMotionFilter({ ...START, x: 0, y: 0, heading: 0 });
    const pose = { x: 0, y: 0, heading: 0 };
    const information = new Float64Array(9);
    for (let i = 0; i < 1000; i++) {
      predictMotion(filter, 0.01, { acceleration: 0.1, yawAcceleration: 0.5, biasWalk: 0.0001 });
      measureGyro(filter, 0.03, 0.01);
      measureSpeed(filter, 0, 0.01);
      if (i % 10 !== 0) continue;
      poseBefore(filter, 0, pose);
      poseInformation(filter, information);
      // what a matcher would find that sees the pose (0, 0, 0) with information L: the weighted mean of the two
      const seen = [1e4, 1e4, 1e5];
      const posterior = information.slice();
      for (let k = 0; k < 3; k++) posterior[4 * k] += seen[k];
      const step = solve3(posterior, [-seen[0] * pose.x, -seen[1] * pose.y, -seen[2] * pose.heading]);
      correctMotion(
        filter,
        pose,
        { x: pose.x + step[0], y: pose.y + step[1], heading: pose.heading + step[2] },
        posterior,
      );
    }
    expect(filter.mean[5]).toBeCloseTo(0.03, 3);
    expect(filter.mean[4]).toBeCloseTo(0, 2);
    for (let i = 0; i < N; i++) {
      expect(filter.covariance[i * N + i]).toBeGreaterThan(0);
      for (let j = 0; j < i; j++) expect(filter.covariance[i * N + j]).toBeCloseTo(filter.covariance[j * N + i], 9);
    }
  });
});

/** Cramer's rule, independent of src/math. */
function solve3(a: Float64Array, b: readonly number[]): number[] {
  const det = (m: readonly number[]): number =>
    m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
  const whole = det([...a]);
  return [0, 1, 2].map((k) => det([...a].map((value, i) => (i % 3 === k ? b[(i - k) / 3] : value))) / whole);
}
