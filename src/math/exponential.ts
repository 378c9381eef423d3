/**
 * exp and expm1 from + − × ÷ alone, so that every engine gives the same bits; also the door to log, pow, sinh, hypot …
 *
 *   eˣ = 2ᵏ eʳ,   x = k ln 2 + r,   |r| ≤ ½ ln 2
 *
 * Valid for every double: overflow gives ∞, underflow is gradual.
 * Checked against: mpmath; the largest errors seen are in README.md, all below 1 ulp.
 */
import { expPair, expReduced, expSeries } from './exp-kernel.ts';
import { powerOfTwo, scaleByPowerOfTwo } from './float-bits.ts';

export { cosh, sinh, tanh } from './hyperbolic.ts';
export { log, log10, log1p, log2 } from './logarithm.ts';
export { pow } from './power.ts';
export { cbrt, hypot } from './roots.ts';

const HALF_LN2 = 0.34657359027997264;
const OVERFLOW = 709.782712893384;
const UNDERFLOW = -745.1332191019412;

/** eˣ. */
export function exp(x: number): number {
  if (!(x <= OVERFLOW && x >= UNDERFLOW)) return x > OVERFLOW ? Infinity : x < UNDERFLOW ? 0 : NaN;
  const k = expReduced(x);
  return scaleByPowerOfTwo(expPair[0] + expPair[1], k);
}

/** eˣ − 1, accurate near zero. */
export function expm1(x: number): number {
  if (Math.abs(x) < HALF_LN2) return expm1Near0(x);
  // −1 is eˣ − 1 to the last bit below −40, and eˣ is above 40
  if (!(x > -40)) return x <= -40 ? -1 : NaN;
  if (x > 40) return exp(x);
  const scale = powerOfTwo(expReduced(x));
  const e = expPair[0] * scale;
  const value = e - 1;
  const lost = e > 1 ? e - value - 1 : e - (value + 1);
  return value + (lost + expPair[1] * scale);
}

/** x + x²/2 + x³ P(x), the square in two pieces. */
function expm1Near0(x: number): number {
  if (Math.abs(x) < 1.1102230246251565e-16) return x;
  const single = Math.fround(x);
  const square = 0.5 * single * single;
  const value = x + square;
  return value + (x - value + square + (0.5 * (x - single) * (x + single) + x * x * x * expSeries(x)));
}
