import { describe, expect, it } from 'vitest';
import { createStream, gaussian } from '../../math/random.ts';
import { createSteeredClock, holdOver, steer, steeringNs } from './servo.ts';

const GAINS = { kp: 0.7, ki: 0.3, stepThreshold: 1, maxAdjustment: 1e-3 };
const T = 0.125;

/** The offsets [ns] that a clock has from a master, on an oscillator that drifts; measured with noise. */
function follow(own: typeof GAINS, start: number, drift: number, samples: number, noise = () => 0): number[] {
  const clock = createSteeredClock();
  clock.offsetNs = start;
  return Array.from({ length: samples }, (_, k) => {
    const truthNs = k * T * 1e9;
    const localNs = truthNs * (1 + drift);
    const offset = localNs + steeringNs(clock, localNs) - truthNs;
    steer(own, clock, { localNs, offsetNs: offset + noise(), rateRatio: 1, interval: T, isFirst: false });
    return offset;
  });
}

/** How a unit of measured offset shows afterwards: G(z) = −((kₚ + kᵢ) z − kₚ) / (z² − (2 − kₚ − kᵢ) z + 1 − kₚ). */
function impulseResponse({ kp, ki }: typeof GAINS, length: number): number[] {
  const g = [0, -(kp + ki), kp - (2 - kp - ki) * (kp + ki)];
  while (g.length < length) g.push((2 - kp - ki) * g.at(-1)! - (1 - kp) * g.at(-2)!);
  return g;
}

describe('the servo', () => {
  it('takes offsets back as its characteristic equation says', () => {
    const [a, b, ...rest] = follow(GAINS, 1000, 0, 40);
    const expected = [a, b];
    for (let k = 2; k < 40; k++) expected.push(1.0 * expected[k - 1] - 0.3 * expected[k - 2]);
    expect(b).toBeCloseTo(0, 6); // 1 − kₚ − kᵢ
    rest.forEach((offset, k) => expect(offset).toBeCloseTo(expected[k + 2], 4));
  });

  it('learns a drift, and then errs no more', () => {
    const offsets = follow(GAINS, 0, 50e-6, 100);
    expect(Math.max(...offsets.map(Math.abs))).toBeGreaterThan(5000);
    expect(Math.abs(offsets.at(-1)!)).toBeLessThan(1e-3);
  });

  it('makes of white noise what its transfer function makes of it', () => {
    const stream = createStream(1, 'noise');
    const offsets = follow(GAINS, 0, 0, 50_000, () => 10 * gaussian(stream)).slice(100);
    const variance = offsets.reduce((sum, x) => sum + x * x, 0) / offsets.length;
    const expected = 100 * impulseResponse(GAINS, 200).reduce((sum, g) => sum + g * g, 0);
    expect(Math.abs(variance / expected - 1)).toBeLessThan(0.03);
  });

  it('sets the clock beyond its threshold, and begins at the rate of the master', () => {
    const clock = createSteeredClock();
    const own = { ...GAINS, stepThreshold: 1e-6 };
    const sample = { localNs: 5e9, offsetNs: 2000, rateRatio: 1 + 30e-6, interval: T, isFirst: false };
    expect(steer(own, clock, sample)).toBe(true);
    expect(steeringNs(clock, 5e9)).toBe(-2000);
    expect(clock.adjustment).toBeCloseTo(30e-6, 15);
    expect(steer(own, clock, { ...sample, offsetNs: 999 })).toBe(false);
    expect(clock.steps).toBe(1);
  });

  it('never turns the rate by more than it may', () => {
    const clock = createSteeredClock();
    steer(GAINS, clock, { localNs: 0, offsetNs: 9e8, rateRatio: 1, interval: T, isFirst: false });
    expect(clock.adjustment).toBe(-1e-3);
  });

  it('goes on at the rate that it has learnt when there is nobody to follow', () => {
    const clock = createSteeredClock();
    for (let k = 0; k < 60; k++) {
      const localNs = k * T * 1e9 * (1 + 50e-6);
      const offsetNs = localNs + steeringNs(clock, localNs) - k * T * 1e9;
      steer(GAINS, clock, { localNs, offsetNs, rateRatio: 1, interval: T, isFirst: false });
    }
    const last = 60 * T * 1e9;
    holdOver(GAINS, clock, last * (1 + 50e-6));
    const error = (timeNs: number) => timeNs * 50e-6 + steeringNs(clock, timeNs * (1 + 50e-6));
    expect(error(last + 100e9) - error(last)).toBeCloseTo(0, 0);
  });
});
