/**
 * Second-order lag, exact for a target that is constant over the step.
 *
 *   ë + 2ζω ė + ω² e = 0,   e = target − x
 *   e(h) = φ₁₁ e + φ₁₂ ė,   ė(h) = φ₂₁ e + φ₂₂ ė,   φ = the transition matrix over h
 *
 * ω  natural frequency [rad/s]     ζ  damping ratio, any value ≥ 0
 *
 * The matrix costs an exponential and is kept for the last step length.
 * Reference: K. Ogata, Modern Control Engineering, 5th ed., section 5-3.
 * Checked against: the closed-form step response, and scipy's matrix exponential.
 */
import { exp } from '../../math/exponential.ts';
import { sinCos } from '../../math/trig.ts';

export interface SecondOrderLag {
  /** Step length the matrix is for [ns]; −1 at first. */
  stepNs: number;
  phi11: number;
  phi12: number;
  phi21: number;
  phi22: number;
}

export const createSecondOrderLag = (): SecondOrderLag => ({ stepNs: -1, phi11: 1, phi12: 0, phi21: 0, phi22: 1 });

const wave = new Float64Array(2);

/** Fills in the transition matrix over `stepNs` unless it is there already. */
export function prepareSecondOrderLag(lag: SecondOrderLag, stepNs: number, frequency: number, damping: number): void {
  if (lag.stepNs === stepNs) return;
  lag.stepNs = stepNs;
  const h = stepNs / 1e9;
  const decay = damping * frequency;
  const discriminant = (damping * damping - 1) * frequency * frequency;
  // e(t) = exp(−decay t) (e₀ c(t) + (ė₀ + decay e₀) s(t)) with c, s = cos, sin/ω_d or cosh, sinh/ω_d
  let envelope = exp(-decay * h);
  let c = 1;
  let s = h;
  if (discriminant < 0) {
    const damped = Math.sqrt(-discriminant);
    sinCos(damped * h, wave);
    c = wave[1];
    s = wave[0] / damped;
  } else if (discriminant > 0) {
    // both decaying exponentials directly: the product of a tiny envelope and a huge cosh would overflow
    const split = Math.sqrt(discriminant);
    const slow = exp((split - decay) * h);
    const fast = exp((-split - decay) * h);
    envelope = 1;
    c = (slow + fast) / 2;
    s = (slow - fast) / (2 * split);
  }
  lag.phi11 = envelope * (c + decay * s);
  lag.phi12 = envelope * s;
  lag.phi21 = -envelope * frequency * frequency * s;
  lag.phi22 = envelope * (c - decay * s);
}
