/**
 * hypot and cbrt from + − × ÷ and sqrt alone, so that every engine gives the same bits.
 *
 *   h = √(x² + y²), then one Newton step on the exact remainder x² + y² − h²
 *   t ≈ ∛m on 1 ≤ m < 8, two Halley steps t ← t (t³ + 2m)/(2t³ + m), then a last step from t in single precision,
 *   where t² is exact
 *
 * Scaling by powers of two keeps both free of overflow and underflow.
 * References: C. F. Borges, ACM TOMS 46 (2020), for the correction of h; the cubic fit is from
 * test/fixtures/math/make_coefficients.py. Checked against: mpmath; the largest errors seen are in README.md, below 1 ulp.
 */
import { exponentOf, powerOfTwo, productError, scaleByPowerOfTwo } from './float-bits.ts';

const LARGE = 1.2676506002282294e30;
const SMALL = 7.888609052210118e-31;
const MIN_NORMAL = 2.2250738585072014e-308;

/** √(x² + y²); ∞ when either is infinite, even beside NaN. */
export function hypot(x: number, y: number): number {
  const a = Math.max(Math.abs(x), Math.abs(y));
  const b = Math.min(Math.abs(x), Math.abs(y));
  if (a < LARGE && b > SMALL) return hypotInRange(a, b);
  if (Math.abs(x) === Infinity || Math.abs(y) === Infinity) return Infinity;
  // a + b is a when b is below its last bit, and NaN when either is NaN
  if (!(b > a * 2.7755575615628914e-17)) return a + b;
  // bring a near 1, where b cannot be small any more
  const scale = a < MIN_NORMAL ? 1023 : -exponentOf(a);
  return scaleByPowerOfTwo(hypotInRange(a * powerOfTwo(scale), b * powerOfTwo(scale)), -scale);
}

/** hypot for a ≥ b > 0 whose squares and split products stay exact. */
function hypotInRange(a: number, b: number): number {
  const aa = a * a;
  const bb = b * b;
  const h = Math.sqrt(aa + bb);
  const hh = h * h;
  // x² + y² − h², the large parts first
  const remainder = aa - hh + bb + (productError(a, a, aa) + productError(b, b, bb) - productError(h, h, hh));
  return h + remainder / (2 * h);
}

/** Cube root. */
export function cbrt(x: number): number {
  const size = Math.abs(x);
  if (!(size > 0 && size < Infinity)) return x;
  // |x| = 8^q m with 1 ≤ m < 8
  const lifted = size < MIN_NORMAL ? size * powerOfTwo(54) : size;
  const third = Math.floor(exponentOf(lifted) / 3);
  const m = lifted * powerOfTwo(-3 * third);
  let t = 0.7167346418604423 + m * (0.3288364544631474 + m * (-0.03402605365290486 + m * 0.0016274953380330931));
  t = (t * (t * t * t + 2 * m)) / (2 * t * t * t + m);
  t = (t * (t * t * t + 2 * m)) / (2 * t * t * t + m);
  // the last step, from a t whose square is exact: t + t (m/t² − t)/(2t + m/t²)
  t = Math.fround(t);
  const r = m / (t * t);
  t += (t * (r - t)) / (t + t + r);
  const root = scaleByPowerOfTwo(t, size < MIN_NORMAL ? third - 18 : third);
  return x < 0 ? -root : root;
}
