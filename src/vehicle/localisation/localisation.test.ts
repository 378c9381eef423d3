import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { createPose2, relativePoseInto, yawFromQuaternion } from '../../math/pose2.ts';
import { createStream } from '../../math/random.ts';
import { writeCovariance } from './drift-covariance.ts';
import { beginDrift, createDrift, driftOn, setPose } from './localisation-noise.ts';
import { localisation } from './localisation.ts';

type Runner = BlockRunner<typeof localisation.params, typeof localisation.inputs, typeof localisation.outputs, any>;

const PERIOD = 0.02;
const QUIET = {
  odomWalkVelocityTranslation: 0,
  odomWalkVelocityRotation: 0,
  mapSampleNoiseTranslation: 0,
  mapSampleNoiseRotation: 0,
};

/** A runner that is told the pose at every release. */
function along(
  params: object,
  path: (t: number) => readonly [number, number, number],
  samples: number,
  seen?: (runner: Runner) => void,
  seed = 1,
) {
  const runner = new BlockRunner(localisation, params, { seed });
  for (let k = 0; k < samples; k++) {
    runner.send('state', (state) => {
      [state.x, state.y, state.yaw] = path(k * PERIOD);
      state.vx = 1;
      state.yaw_rate = 0.1;
      state.stamp.sec = Math.floor(k / 50);
      state.stamp.nanosec = (k % 50) * 2e7;
    });
    runner.step();
    seen?.(runner);
  }
  return runner;
}

const poseOf = (transform: any) => ({
  x: transform.transform.translation.x,
  y: transform.transform.translation.y,
  heading: yawFromQuaternion(transform.transform.rotation),
});
const meanSquare = (values: readonly number[]) => values.reduce((sum, v) => sum + v * v, 0) / values.length;

/** Compares the covariance after 100 samples of the path, with the block's own noise, with the spread of many runs. */
function holdsSpread(path: (k: number) => readonly [number, number, number]): void {
  const runs = 3000;
  const own = new BlockRunner(localisation, {}).params;
  const covariance = new Float64Array(36);
  const sums = new Float64Array(3);
  const ends: number[][] = [];
  for (let run = 0; run < runs; run++) {
    const drift = createDrift();
    const stream = createStream(run, 'noise');
    const truth = createPose2();
    setPose(truth, ...path(0));
    beginDrift(drift, truth);
    for (let k = 1; k <= 100; k++) {
      setPose(truth, ...path(k));
      driftOn(own, drift, stream, truth, PERIOD);
    }
    const turned = drift.odom.heading - truth.heading;
    const end = [drift.odom.x, drift.odom.y, turned - 2 * Math.PI * Math.round(turned / (2 * Math.PI))];
    end.forEach((value, i) => (sums[i] += value / runs));
    ends.push(end);
    writeCovariance(drift.spread, covariance);
  }
  const spread = (i: number, j: number) =>
    ends.reduce((sum, end) => sum + (end[i] - sums[i]) * (end[j] - sums[j]), 0) / (runs - 1);
  // places of x, y and heading; along a straight x has long tails (kurtosis 11.5), which leave 6 % of uncertainty in its variance
  const places = [0, 1, 5];
  for (const i of [0, 1, 2]) {
    for (const j of [0, 1, 2]) {
      const scale = Math.sqrt(spread(i, i) * spread(j, j));
      expect(Math.abs(spread(i, j) - covariance[6 * places[i] + places[j]]) / scale).toBeLessThan(0.18);
    }
  }
}

describe('localisation without noise', () => {
  it('publishes map → odom once as the static identity and odom → base_link as the truth', () => {
    let statics = 0;
    const runner = along(
      {},
      (t) => [t, 2 * t, 0.3],
      10,
      (r) => {
        if (r.outputs.tf_static.publish) statics++;
      },
    );
    expect(statics).toBe(1);
    const [identity] = runner.outputs.tf_static.value.transforms;
    expect([identity.header.frame_id, identity.child_frame_id]).toEqual(['map', 'odom']);
    expect(poseOf(identity)).toEqual({ x: 0, y: 0, heading: 0 });
    expect(runner.outputs.tf.value.transforms.map((t) => [t.header.frame_id, t.child_frame_id])).toEqual([
      ['odom', 'base_link'],
    ]);
    expect(poseOf(runner.outputs.tf.value.transforms[0]).y).toBeCloseTo(0.36, 12);
  });

  it('publishes exact odometry in odom, and the actual twist in base_link', () => {
    const runner = along({}, (t) => [3 + t, 0, 0.3], 5);
    const { odom, twist_actual: twist } = runner.outputs;
    expect([odom.value.header.frame_id, odom.value.child_frame_id]).toEqual(['odom', 'base_link']);
    expect(odom.value.pose.pose.position.x).toBe(3.08);
    expect(odom.value.twist.twist.linear.x).toBe(1);
    expect(Array.from(odom.value.pose.covariance).every((c) => c === 0)).toBe(true);
    expect([twist.value.header.frame_id, twist.value.twist.angular.z, twist.value.header.stamp.nanosec]).toEqual([
      'base_link',
      0.1,
      8e7,
    ]);
  });

  it('stays silent until there is a state, and when there is no new one', () => {
    const runner = new BlockRunner(localisation, {});
    const published = () => Object.values(runner.outputs).some((output) => output.publish);
    runner.step();
    expect(published()).toBe(false);
    runner.send('state', (state) => {
      state.stamp.nanosec = 1e6;
    });
    runner.step();
    expect(published()).toBe(true);
    runner.step();
    expect(published()).toBe(false);
  });
});

describe('localisation with noise', () => {
  it('keeps map → odom → base_link consistent and never publishes static transforms', () => {
    along(
      { simulateLocalisation: true, ...QUIET },
      (t) => [5 + t, -t, t],
      100,
      (runner) => {
        const [mapToOdom, odomToBase] = runner.outputs.tf.value.transforms;
        expect([mapToOdom.header.frame_id, mapToOdom.child_frame_id]).toEqual(['map', 'odom']);
        const { x, y, heading } = poseOf(mapToOdom);
        [x, y, heading].forEach((v) => expect(Math.abs(v)).toBeLessThan(1e-9));
        expect(poseOf(odomToBase).x).toBeCloseTo(5 + (runner.time.tick - 1) * PERIOD, 9);
        expect(runner.outputs.tf_static.publish).toBe(false);
      },
    );
  });

  it('walks by the variance per metre that its parameters say, in the direction of travel and across', () => {
    const q = { odomWalkVelocityTranslation: 0.0025, odomWalkVelocityRotation: 0.0076 };
    const steps: { x: number; y: number; heading: number }[] = [];
    let before = { x: 0, y: 0, heading: 0 };
    along(
      { simulateLocalisation: true, ...QUIET, ...q },
      (t) => [1.5 * t, 0, 0],
      20000,
      (runner) => {
        const after = poseOf(runner.outputs.tf.value.transforms[1]);
        const step = createPose2();
        relativePoseInto(before, after, step);
        if (runner.time.tick > 1) steps.push(step);
        before = after;
      },
    );
    const metres = 1.5 * PERIOD;
    // relative error of a variance from n samples: √(2/n) = 1 %
    expect(meanSquare(steps.map((s) => s.x - metres)) / (metres * q.odomWalkVelocityTranslation)).toBeCloseTo(1, 1);
    expect(meanSquare(steps.map((s) => s.y)) / (metres * q.odomWalkVelocityTranslation)).toBeCloseTo(1, 1);
    expect(meanSquare(steps.map((s) => s.heading)) / (metres * q.odomWalkVelocityRotation)).toBeCloseTo(1, 1);
  });

  it('does not drift at standstill', () => {
    const runner = along({ simulateLocalisation: true }, () => [2, 1, 0.5], 100);
    expect(runner.outputs.odom.value.pose.pose.position.x).toBe(2);
    expect(runner.outputs.odom.value.pose.covariance[0]).toBe(0);
  });

  it.each([0.02, 0.1])('scatters in the map by noise density over the sample period (%f s)', (dt) => {
    const own = { ...QUIET, mapSampleNoiseTranslation: 2.5e-5, mapSampleNoiseRotation: 3.1e-6 };
    const drift = createDrift();
    const stream = createStream(5, 'noise');
    const pose = { x: 0, y: 0, heading: 0 };
    const errors = Array.from({ length: 20000 }, () => {
      driftOn(own, drift, stream, pose, dt);
      return { ...drift.mapToOdom };
    });
    expect((meanSquare(errors.map((e) => e.x)) * dt) / 2.5e-5).toBeCloseTo(1, 1);
    expect((meanSquare(errors.map((e) => e.y)) * dt) / 2.5e-5).toBeCloseTo(1, 1);
    expect((meanSquare(errors.map((e) => e.heading)) * dt) / 3.1e-6).toBeCloseTo(1, 1);
    // independent from sample to sample
    const correlation =
      errors.slice(1).reduce((sum, e, i) => sum + e.x * errors[i].x, 0) /
      errors.length /
      meanSquare(errors.map((e) => e.x));
    expect(Math.abs(correlation)).toBeLessThan(0.03);
  });

  it('at 50 Hz and by default scatters by 35 mm and 12.3 mrad', () => {
    const { params } = new BlockRunner(localisation, {});
    expect(Math.sqrt(params.mapSampleNoiseTranslation / PERIOD)).toBeCloseTo(0.0354, 4);
    expect(Math.sqrt(params.mapSampleNoiseRotation / PERIOD)).toBeCloseTo(0.0123, 4);
  });

  it.each([0, 0.7, Math.PI / 2, 2.5, -2])(
    'reports the spread of many runs after 20 m straight on (heading %f)',
    (yaw) => {
      holdsSpread((k) => [0.2 * k * Math.cos(yaw), 0.2 * k * Math.sin(yaw), yaw]);
    },
  );

  it('reports the spread of many runs after an arc of 20 m', () => {
    const radius = 6;
    holdsSpread((k) => {
      const angle = (0.2 * k) / radius;
      return [radius * Math.sin(angle), radius - radius * Math.cos(angle), angle];
    });
  });

  it('spreads along a straight by q² S⁴/12 from its heading alone', () => {
    const drift = createDrift();
    const stream = createStream(1, 'noise');
    for (let k = 0; k <= 2000; k++)
      driftOn({ ...QUIET, odomWalkVelocityRotation: 1e-6 }, drift, stream, { x: 0.01 * k, y: 0, heading: 0 }, PERIOD);
    const covariance = new Float64Array(36);
    writeCovariance(drift.spread, covariance);
    expect(covariance[0] / ((1e-12 * 20 ** 4) / 12)).toBeCloseTo(1, 2);
    expect(covariance[7] / ((1e-6 * 20 ** 3) / 3)).toBeCloseTo(1, 2);
    expect(covariance[11] / ((1e-6 * 20 ** 2) / 2)).toBeCloseTo(1, 2);
  });

  it('fills the symmetric 6 × 6 covariance of the odometry', () => {
    const runner = along({ simulateLocalisation: true }, (t) => [t, 0.3 * t, 0.3], 200);
    const c = runner.outputs.odom.value.pose.covariance;
    for (let i = 0; i < 6; i++) for (let j = 0; j < 6; j++) expect(c[6 * i + j]).toBe(c[6 * j + i]);
    expect(c[0] * c[7]).toBeGreaterThan(c[1] * c[1]);
    expect(c[35]).toBeCloseTo(199 * PERIOD * Math.hypot(1, 0.3) * ((5 * Math.PI) / 180) ** 2, 9);
    expect([c[14], c[21], c[28]]).toEqual([0, 0, 0]);
  });

  it('repeats itself with the same seed and differs with another', () => {
    const end = (seed: number) =>
      along({ simulateLocalisation: true }, (t) => [t, 0, 0], 50, undefined, seed).outputs.odom.value.pose.pose.position
        .x;
    expect(end(1)).toBe(end(1));
    expect(end(1)).not.toBe(end(2));
  });
});

describe('localisation that is turned while it runs', () => {
  const links = (transforms: readonly any[]) => transforms.map((t) => [t.header.frame_id, t.child_frame_id]);
  const step = (runner: ReturnType<typeof along>, x: number) => {
    runner.send('state', (state) => {
      state.x = x;
      state.stamp.sec += 1;
    });
    runner.step();
  };

  it('names other frames, in the static transform too', () => {
    const runner = along({}, () => [1, 0, 0], 3);
    runner.turn({ mapFrame: 'hall', odomFrame: 'wheels', baseFrame: 'car' });
    step(runner, 2);
    expect(runner.outputs.tf_static.publish).toBe(true);
    expect(links(runner.outputs.tf_static.value.transforms)).toEqual([['hall', 'wheels']]);
    expect(links(runner.outputs.tf.value.transforms)).toEqual([['wheels', 'car']]);
  });

  it('begins to drift from where it is, and is exact again when the noise is turned off', () => {
    const runner = along({ ...QUIET, odomWalkVelocityTranslation: 1e-4 }, (t) => [100 * t, 0, 0], 50);
    runner.turn({ simulateLocalisation: true });
    step(runner, 99);
    expect(links(runner.outputs.tf.value.transforms)).toEqual([
      ['map', 'odom'],
      ['odom', 'base_link'],
    ]);
    // one metre of drift, not the way from the start
    expect(runner.outputs.odom.value.pose.covariance[0]).toBeCloseTo(1e-4, 12);
    runner.turn({ simulateLocalisation: false });
    step(runner, 100);
    expect(runner.outputs.odom.value.pose.pose.position.x).toBe(100);
    expect(runner.outputs.odom.value.pose.covariance[0]).toBe(0);
    expect(runner.outputs.tf_static.publish).toBe(true);
  });
});
