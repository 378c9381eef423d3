/**
 * log, log1p, log2 and log10 from + − × ÷ alone, so that every engine gives the same bits.
 *
 *   x = 2ᵏ (1 + f),  √½ ≤ 1 + f < √2,   s = f/(2 + f)
 *   ln(1 + f) = f − f²/2 + s (f²/2 + R(s²)),   R(z) = ⅔ z + ⅖ z² + … (minimax)
 *
 * Coefficients: fdlibm 5.3 (K. C. Ng, Sun Microsystems, e_log.c). log2 and log10 multiply the two-piece logarithm by a
 * two-piece 1/ln 2 or 1/ln 10; powers of two and ten come out exact.
 * NaN for x < 0, −∞ at zero. Checked against: mpmath; the largest errors seen are in README.md, all below 1 ulp.
 */
import { exponentOf, powerOfTwo } from './float-bits.ts';

const LN2_HIGH = 0.6931471806019545;
const LN2_LOW = -4.2009150726810846e-11;
const SQRT2 = 1.4142135623730951;
const MIN_NORMAL = 2.2250738585072014e-308;
const TWO_TO_54 = 18014398509481984;

/** ln(1 + f) = f − (f²/2 − logRest), for √½ ≤ 1 + f < √2. */
function logRest(f: number): number {
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const odd = w * (3.999999999940941908e-1 + w * (2.222219843214978396e-1 + w * 1.531383769920937332e-1));
  const even =
    z *
    (6.66666666666673513e-1 +
      w * (2.857142874366239149e-1 + w * (1.818357216161805012e-1 + w * 1.479819860511658591e-1)));
  return s * (0.5 * f * f + (odd + even));
}

/** The exponent found by the last `mantissaMinusOne`. */
let exponent = 0;

/** Splits x = 2ᵏ (1 + f): returns f and leaves k in `exponent`. x is positive and finite. */
function mantissaMinusOne(x: number): number {
  const lifted = x < MIN_NORMAL ? x * TWO_TO_54 : x;
  let k = exponentOf(lifted);
  if (lifted * powerOfTwo(-k) >= SQRT2) k++;
  exponent = x < MIN_NORMAL ? k - 54 : k;
  return lifted * powerOfTwo(-k) - 1;
}

/** Every logarithm of a number that is not positive and finite. */
const logOutsideDomain = (x: number): number => (x === 0 ? -Infinity : x > 0 ? x : NaN);

/** Natural logarithm. */
export function log(x: number): number {
  if (!(x > 0 && x < Infinity)) return logOutsideDomain(x);
  const f = mantissaMinusOne(x);
  const k = exponent;
  return k * LN2_HIGH - (0.5 * f * f - (logRest(f) + k * LN2_LOW) - f);
}

/** ln(1 + x), accurate near zero. */
export function log1p(x: number): number {
  if (x > -0.2928 && x < 0.4142) return Math.abs(x) < 5.551115123125783e-17 ? x : x - (0.5 * x * x - logRest(x));
  const sum = 1 + x;
  if (!(sum > 0 && sum < Infinity)) return logOutsideDomain(sum);
  // the part of x lost in 1 + x moves the logarithm by lost/sum
  const lost = x >= 1 ? 1 - (sum - x) : x - (sum - 1);
  const f = mantissaMinusOne(sum);
  const k = exponent;
  return k * LN2_HIGH - (0.5 * f * f - (logRest(f) + (k * LN2_LOW + lost / sum)) - f);
}

const ONE_OVER_LN2_HIGH = 1.4426950216293335;
const ONE_OVER_LN2_LOW = 1.9259629911266175e-8;

/** Logarithm to base 2. */
export function log2(x: number): number {
  if (!(x > 0 && x < Infinity)) return logOutsideDomain(x);
  const f = mantissaMinusOne(x);
  const k = exponent;
  // ln(1 + f) = high + low
  const half = 0.5 * f * f;
  const high = Math.fround(f - half);
  const low = f - high - half + logRest(f);
  const major = high * ONE_OVER_LN2_HIGH;
  const minor = (high + low) * ONE_OVER_LN2_LOW + low * ONE_OVER_LN2_HIGH;
  const sum = k + major;
  return sum + (k - sum + major + minor);
}

const ONE_OVER_LN10_HIGH = 0.4342944920063019;
const ONE_OVER_LN10_LOW = -1.0103050052231683e-8;
const LOG10_OF_2_HIGH = 0.3010299956658855;
const LOG10_OF_2_LOW = -1.9043128467164274e-12;

/** Logarithm to base 10. */
export function log10(x: number): number {
  if (!(x > 0 && x < Infinity)) return logOutsideDomain(x);
  const f = mantissaMinusOne(x);
  const k = exponent;
  // ln(1 + f) = high + low
  const half = 0.5 * f * f;
  const high = Math.fround(f - half);
  const low = f - high - half + logRest(f);
  const major = high * ONE_OVER_LN10_HIGH;
  const minor = (high + low) * ONE_OVER_LN10_LOW + low * ONE_OVER_LN10_HIGH + k * LOG10_OF_2_LOW;
  const scale = k * LOG10_OF_2_HIGH;
  const sum = scale + major;
  return sum + (scale - sum + major + minor);
}
