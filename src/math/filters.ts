/**
 * Small signal shapers: lags that are exact for piecewise constant input, and the usual non-linear elements.
 *
 *   first-order lag    τ ẏ + y = u                  y⁺ = u + (y − u) e^(−h/τ)
 *   second-order lag   ÿ + 2ζωₙ ẏ + ωₙ² (y − u) = 0  [y − u, ẏ]⁺ = Φ(h) [y − u, ẏ],  Φ = the matrix exponential
 *
 * h [s] is the step. Because the lags are exact, two steps of h equal one step of 2h up to rounding.
 * Reference: K. J. Åström, B. Wittenmark, Computer-Controlled Systems, 3rd ed., section 2.3 (zero-order hold).
 * Checked against: closed-form step responses in all three damping cases.
 */
import { exp } from './exponential.ts';
import { cos, sin } from './trig.ts';

export const clamp = (x: number, low: number, high: number): number => (x < low ? low : x > high ? high : x);

/** The share e^(−h/τ) of the old value that remains after a step; 0 when τ is 0. */
export const lagDecay = (h: number, timeConstant: number): number => (timeConstant > 0 ? exp(-h / timeConstant) : 0);

/** One step of the first-order lag towards the input. */
export const firstOrderLag = (value: number, input: number, decay: number): number => input + (value - input) * decay;

export interface SecondOrderLagState {
  value: number;
  rate: number;
}

/** Φ(h) row by row, for [value − input, rate]. */
export interface SecondOrderLagStep {
  valueToValue: number;
  rateToValue: number;
  valueToRate: number;
  rateToRate: number;
}

/**
 * Φ(h) for natural frequency ωₙ [rad/s] ≥ 0 and damping ratio ζ ≥ 0.
 *
 * With a = ζωₙh and q = (1 − ζ²)(ωₙh)²: C = e⁻ᵃ cos √q and S = e⁻ᵃ sin √q / √q, continued to cosh and sinh for q < 0,
 * give Φ = [C + a S,  h S;  −ωₙ² h S,  C − a S].
 */
export function secondOrderLagStep(h: number, naturalFrequency: number, dampingRatio: number): SecondOrderLagStep {
  const phase = naturalFrequency * h;
  const a = dampingRatio * phase;
  const q = (1 - dampingRatio) * (1 + dampingRatio) * phase * phase;
  let c: number;
  let s: number;
  if (Math.abs(q) < 1e-3) {
    // near critical damping: the series of cos √q and sin √q / √q, good to q⁶/13!
    const decay = exp(-a);
    c = decay * (1 - (q / 2) * (1 - (q / 12) * (1 - (q / 30) * (1 - (q / 56) * (1 - q / 90)))));
    s = decay * (1 - (q / 6) * (1 - (q / 20) * (1 - (q / 42) * (1 - (q / 72) * (1 - q / 110)))));
  } else if (q > 0) {
    const root = Math.sqrt(q);
    c = exp(-a) * cos(root);
    s = (exp(-a) * sin(root)) / root;
  } else {
    // two real poles; the slow one as phase²/(a + root) avoids cancellation
    const root = Math.sqrt(-q);
    const slow = exp((-phase * phase) / (a + root));
    const fast = exp(-a - root);
    c = 0.5 * (slow + fast);
    s = (0.5 * (slow - fast)) / root;
  }
  return {
    valueToValue: c + a * s,
    rateToValue: h * s,
    valueToRate: -naturalFrequency * phase * s,
    rateToRate: c - a * s,
  };
}

/** One step of the second-order lag towards the input, in place. */
export function secondOrderLag(state: SecondOrderLagState, input: number, step: SecondOrderLagStep): void {
  const error = state.value - input;
  const rate = state.rate;
  state.value = input + step.valueToValue * error + step.rateToValue * rate;
  state.rate = step.valueToRate * error + step.rateToRate * rate;
}

/** The target, approached by at most maxRate·h. */
export function rateLimit(previous: number, target: number, maxRate: number, h: number): number {
  const reach = maxRate * h;
  return clamp(target, previous - reach, previous + reach);
}

/** Zero within ±halfWidth, beyond it the excess. */
export const deadBand = (x: number, halfWidth: number): number =>
  x > halfWidth ? x - halfWidth : x < -halfWidth ? x + halfWidth : 0;

/** Play of total width `gap`: the output stands still until the input pushes it by an edge of the gap. */
export const backlash = (output: number, input: number, gap: number): number =>
  clamp(output, input - 0.5 * gap, input + 0.5 * gap);

/** The nearest multiple of the step, halves upwards; the value itself when the step is 0. */
export const quantise = (x: number, step: number): number => (step > 0 ? Math.floor(x / step + 0.5) * step : x);
