import { describe, expect, it } from 'vitest';
import { driveLane } from '../../../test/fixtures/control/lane-loop.ts';
import { circleTrack, straightTrack } from '../../../test/fixtures/control/monosim-track.ts';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { lanePidReleased } from '../published/lane-pid-released.ts';
import { lanePid } from './lane-pid.ts';

const bare = { integral: 0, derivative: 0, heading: 0 };

describe('the lane-keeping PID', () => {
  it('brings an offset to zero as s² + KP x_L s + KP v says', () => {
    const params = { ...bare, proportional: 1.6, lookAhead: 2.5, acceleration: 100 };
    const { samples } = driveLane(lanePid, params, {
      track: straightTrack(100),
      duration: 6,
      period: 0.01,
      start: { lateral: 0.1, speed: 2.5 },
      sight: [2.46, 9],
    });
    // s² + 4 s + 4 = (s + 2)², sampled at 100 Hz
    for (const { now, lateral } of samples.filter((_, i) => i % 50 === 0))
      expect(lateral).toBeCloseTo(0.1 * (1 + 2 * now) * Math.exp(-2 * now), 2);
  });

  it('damps by its derivative as (1 + KD x_L) s² + (KP x_L + KD v) s + KP v says', () => {
    // KD = 0.16 rad/m, x_L = 2.5 m, v = 2.5 m/s: 1.4 (s + a)² with 1.4 a² − 2.8 a + 0.4 = 0
    const a = 1 + Math.sqrt(5 / 7);
    const params = { ...bare, proportional: (1.4 * a * a) / 2.5, derivative: 0.16, derivativeLag: 0, lookAhead: 2.5 };
    const { samples } = driveLane(
      lanePid,
      { ...params, acceleration: 100 },
      { track: straightTrack(100), duration: 5, period: 0.01, start: { lateral: 0.1, speed: 2.5 }, sight: [2.46, 9] },
    );
    for (const { now, lateral } of samples.filter((_, i) => i % 50 === 0))
      expect(lateral).toBeCloseTo(0.1 * (1 + a * now) * Math.exp(-a * now), 2);
  });

  it('answers a step of the error with KD Δe/(T + Δt), which decays by T/(T + Δt) per step', () => {
    const [lag, gain, jump] = [0.3, 0.5, 0.02];
    const runner = new BlockRunner(lanePid, { ...bare, proportional: 0, derivative: gain, derivativeLag: lag });
    const yawRateAt = (offset: number): number => {
      runner.send('odom', (odom) => (odom.twist.twist.linear.x = 2.5));
      runner.send('lane', (lane) => {
        Object.assign(lane, { detected: true, x_min: 2.5, x_max: 9 });
        lane.centre.set([offset, 0, 0, 0]);
      });
      runner.step();
      return runner.outputs.twist.value.angular.z;
    };
    for (let i = 0; i < 20; i++) expect(yawRateAt(0)).toBeCloseTo(0, 12);
    for (let i = 0; i < 10; i++)
      expect(yawRateAt(jump)).toBeCloseTo(((gain * jump) / (lag + 0.1)) * (lag / (lag + 0.1)) ** i, 9);
  });

  it('holds a circle by feed-forward alone', () => {
    const { samples } = driveLane(
      lanePid,
      { ...bare, proportional: 0.5 },
      { track: circleTrack(8), duration: 18, sight: [2.46, 6] },
    );
    const last = samples.at(-1)!;
    expect(last.steering).toBeCloseTo(Math.atan(1.3 / 8), 2);
    expect(Math.abs(last.lateral)).toBeLessThan(0.03);
  });

  it('without feed-forward needs an error to turn, which its integral removes', () => {
    const options = { track: circleTrack(20), duration: 60 };
    const offset = (params: object): number =>
      Math.abs(driveLane(lanePid, { ...bare, feedForward: 0, ...params }, options).samples.at(-1)!.lateral);
    expect(offset({ lookAhead: 1, proportional: 1 })).toBeGreaterThan(0.06);
    expect(offset({ lookAhead: 1, proportional: 1, integral: 0.5 })).toBeLessThan(0.03);
  });

  it('does not wind up while the wheels are at their stop', () => {
    const runner = new BlockRunner(lanePid, { integral: 1, integralLimit: 5 });
    const step = (offset: number): void => {
      runner.send('odom', (odom) => (odom.twist.twist.linear.x = 2.5));
      runner.send('lane', (lane) => {
        Object.assign(lane, { detected: true, x_min: 2.5, x_max: 9 });
        lane.centre.set([offset, 0, 0, 0]);
      });
      runner.step();
    };
    step(0.2);
    const before = runner.state.integral;
    expect(before).toBeGreaterThan(0);
    for (let i = 0; i < 50; i++) step(3);
    expect(runner.outputs.steer.value.drive.steering_angle).toBeCloseTo(Math.PI / 6, 6);
    expect(runner.state.integral).toBe(before);
  });

  it('gives the same at 10 Hz and at 50 Hz, but for sampling', () => {
    const [slow, fast] = [0.1, 0.02].map((period) =>
      driveLane(
        lanePid,
        { integral: 0.3, derivative: 0.2 },
        { period, duration: 20, start: { lateral: 0.3, speed: 2.5 } },
      ),
    );
    for (let now = 0.5; now < 20; now += 0.5) {
      expect(
        Math.abs(slow.samples[Math.round(now / 0.1)].lateral - fast.samples[Math.round(now / 0.02)].lateral),
      ).toBeLessThan(0.06);
    }
  });
});

describe('the PID that MonoSIM released', () => {
  it('is KP e + KI Σe + KD (e − e₋₁) at x = 34/63.297478 m, once per lane', () => {
    const runner = new BlockRunner(lanePidReleased, { integral: 0.1 });
    const x = 34 / 63.297478;
    let [error, previous, sum] = [0, 0, 0];
    for (let i = 0; i < 20; i++) {
      if (i % 3 !== 2) {
        const centre = [0.3 * Math.sin(i), 0.1 * Math.cos(i), 0.02, -0.003];
        runner.send('lane', (lane) => {
          lane.detected = true;
          lane.centre.set(centre);
        });
        previous = error;
        error = centre[0] + centre[1] * x + centre[2] * x ** 2 + centre[3] * x ** 3;
        sum += error;
      }
      runner.step();
      expect(runner.outputs.twist.value.linear.x).toBe(2.5);
      expect(runner.outputs.twist.value.angular.z).toBeCloseTo(2 * error + 0.1 * sum + 0.01 * (error - previous), 12);
      expect(runner.outputs.error.value.data).toBeCloseTo(error, 12);
    }
  });

  it('drives straight on before the first lane, and is not limited', () => {
    const runner = new BlockRunner(lanePidReleased);
    runner.step();
    expect([runner.outputs.twist.value.linear.x, runner.outputs.twist.value.angular.z]).toEqual([2.5, 0]);
    runner.send('lane', (lane) => {
      lane.detected = true;
      lane.centre.set([100, 0, 0, 0]);
    });
    runner.step();
    expect(runner.outputs.twist.value.angular.z).toBeCloseTo(201, 9);
  });
});
