/**
 * Small signal shapers: a lag that is exact for piecewise constant input, and limits.
 *
 *   first-order lag    τ ẏ + y = u                  y⁺ = u + (y − u) e^(−h/τ)
 *
 * h [s] is the step. Because the lag is exact, two steps of h equal one step of 2h up to rounding.
 * Reference: K. J. Åström, B. Wittenmark, Computer-Controlled Systems, 3rd ed., section 2.3 (zero-order hold).
 * Checked against: the closed-form step response.
 */
import { exp } from './exponential.ts';

export const clamp = (x: number, low: number, high: number): number => (x < low ? low : x > high ? high : x);

/** The share e^(−h/τ) of the old value that remains after a step; 0 when τ is 0. */
export const lagDecay = (h: number, timeConstant: number): number => (timeConstant > 0 ? exp(-h / timeConstant) : 0);

/** One step of the first-order lag towards the input. */
export const firstOrderLag = (value: number, input: number, decay: number): number => input + (value - input) * decay;

/** The target, approached by at most maxRate·h. */
export function rateLimit(previous: number, target: number, maxRate: number, h: number): number {
  const reach = maxRate * h;
  return clamp(target, previous - reach, previous + reach);
}

/** The nearest multiple of the step, halves upwards; the value itself when the step is 0. */
export const quantise = (x: number, step: number): number => (step > 0 ? Math.floor(x / step + 0.5) * step : x);
