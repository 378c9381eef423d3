/**
 * A clock that is steered: time that runs on an oscillator, at a rate and from an offset that a servo sets.
 *
 *   P(L) = L + e        de/dL = a                                              L  the oscillator's own count
 *   a = â − (kₚ θ + s) / T        s ← s + kᵢ θ                                  θ  P minus the master's time
 *
 * T is the time between two samples; kₚ and kᵢ are per sample, as in linuxptp (0.7 and 0.3). Beyond the step threshold, and at the
 * first sample of a master, P is set to the master's time and â to its rate, so that the loop begins where it would end. With the rate of the oscillator constant the
 * errors follow z² − (2 − kₚ − kᵢ) z + (1 − kₚ) = 0, which is stable for 0 < kᵢ < 4 − 2 kₚ and kₚ < 2.
 * Checked against: that recursion, and the variance it makes of white noise.
 */
import type { FieldValues } from '../../core/schema.ts';
import { param } from '../../core/schema.ts';

export const servoParams = {
  kp: param(0.7, '', 'share of a measured offset that is taken back until the next sync', { min: 0, max: 2 }),
  ki: param(0.3, '', 'share of it by which the rate is changed for good', { min: 0, max: 2 }),
  stepThreshold: param(20e-6, 's', 'offset beyond which the clock is set instead of steered', { min: 0 }),
  maxAdjustment: param(900e-6, 's/s', 'most that the rate is changed', { min: 0, max: 0.1 }),
};
type ServoParams = FieldValues<typeof servoParams>;

export interface SteeredClock {
  /** e and a from this count of the oscillator on [ns, ns, s/s]. */
  localNs: number;
  offsetNs: number;
  adjustment: number;
  /** â and s/T [s/s]. */
  base: number;
  integral: number;
  /** How often it was set. */
  steps: number;
}

export const createSteeredClock = (): SteeredClock => ({
  localNs: 0,
  offsetNs: 0,
  adjustment: 0,
  base: 0,
  integral: 0,
  steps: 0,
});

/** e = P − L at a count of the oscillator [ns]. */
export const steeringNs = (clock: SteeredClock, localNs: number): number =>
  clock.offsetNs + clock.adjustment * (localNs - clock.localNs);

export interface Sample {
  /** The oscillator's count now [ns]. */
  localNs: number;
  /** θ [ns]: what P was ahead of the master. */
  offsetNs: number;
  /** The master's rate in terms of the oscillator's. */
  rateRatio: number;
  /** T [s]. */
  interval: number;
  /** The first of this master. */
  isFirst: boolean;
}

/** Takes a sample in; whether the clock was set. */
export function steer(own: ServoParams, clock: SteeredClock, sample: Sample): boolean {
  const { localNs, offsetNs, rateRatio, interval, isFirst } = sample;
  clock.offsetNs = steeringNs(clock, localNs);
  clock.localNs = localNs;
  const isStep = Math.abs(offsetNs) > own.stepThreshold * 1e9;
  if (isStep) {
    clock.offsetNs -= offsetNs;
    clock.steps++;
  }
  if (isStep || isFirst) {
    clock.base = limited(rateRatio - 1, own.maxAdjustment);
    clock.integral = 0;
  }
  const theta = isStep ? 0 : offsetNs / 1e9;
  clock.integral = limited(clock.integral + (own.ki * theta) / interval, own.maxAdjustment);
  clock.adjustment = limited(clock.base - (own.kp * theta) / interval - clock.integral, own.maxAdjustment);
  return isStep;
}

/** Nobody to follow: the rate stays what it has become. */
export function holdOver(own: ServoParams, clock: SteeredClock, localNs: number): void {
  clock.offsetNs = steeringNs(clock, localNs);
  clock.localNs = localNs;
  clock.adjustment = limited(clock.base - clock.integral, own.maxAdjustment);
}

const limited = (x: number, most: number): number => Math.max(-most, Math.min(most, x));
