/**
 * The exponential as an unevaluated sum of two doubles, relative error below 2⁻⁵⁹.
 *
 *   x = k ln 2 + r,  |r| ≤ ½ ln 2;   eˣ = 2ᵏ eʳ,   eʳ = 1 + r + r²/2 + r³ P(r)
 *
 * ln 2 is held as 32 + 53 bits, so that k ln 2 is exact where it matters (Cody and Waite, 1980).
 * 1, r and the leading half of r² are summed with their rounding errors; only the small rest is plain arithmetic.
 * P: near-minimax, from test/fixtures/math/make_coefficients.py. Checked against: mpmath, through exp, pow and sinh.
 */

/** The last result: expPair[0] + expPair[1], where the second is up to a hundredth of the first. */
export const expPair = new Float64Array(2);

const ONE_OVER_LN2 = 1.4426950408889634;
const LN2_HIGH = 0.6931471806019545;
const LN2_LOW = -4.2009150726810846e-11;
/** Adding and subtracting 3·2⁵¹ rounds to the nearest integer. */
const ROUND = 6755399441055744;

/** eˣ = 2ᵏ (expPair[0] + expPair[1]); returns k. Finite |x| < 2000. */
export function expReduced(x: number): number {
  const k = x * ONE_OVER_LN2 + ROUND - ROUND;
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  expNear0(r, high - r - low);
  return k;
}

/** Leaves e^(r + tail) in `expPair`, for |r| ≤ ½ ln 2. */
export function expNear0(r: number, tail: number): void {
  const square = Math.fround(r) * Math.fround(r);
  const rest = (r - Math.fround(r)) * (r + Math.fround(r)) * 0.5 + r * r * r * expSeries(r) + tail * (1 + r);
  // 1 + r + r²/2, error by error
  const a = 1 + r;
  const b = a + 0.5 * square;
  expPair[0] = b;
  expPair[1] = 1 - a + r + (a - b + 0.5 * square) + rest;
}

/** P(r) = (eʳ − 1 − r − r²/2) / r³. */
export function expSeries(r: number): number {
  const z = r * r;
  const w = z * z;
  return (
    0.16666666666666669 +
    r * 0.041666666666666664 +
    z * (0.008333333333330062 + r * 0.0013888888888886552) +
    w * (1.9841269863053618e-4 + r * 2.4801587317144498e-5 + z * (2.7557268459997064e-6 + r * 2.755728296954995e-7)) +
    w * w * (2.510038549551032e-8 + r * 2.0911236630261545e-9)
  );
}
