/**
 * sin, cos and both at once from + − × ÷ alone, so that every engine gives the same bits.
 *
 *   x = n·π/2 + r,  |r| ≤ π/4;   sin r = r + r³ S(r²),   cos r = 1 − r²/2 + r⁴ C(r²)
 *
 * These are the hottest functions of all, and written for it: engines box a double that crosses a call they do not
 * inline, and reload a module's constant. So each body is one piece with its constants written out, short enough to be
 * inlined; the reduction repeats `reduceByHalfPi`, and `sinCos` repeats the polynomials (a test holds the bits equal).
 *
 * Coefficients: the minimax polynomials of fdlibm 5.3 (K. C. Ng, Sun Microsystems, k_sin.c, k_cos.c).
 * Valid for every double: NaN for NaN and ±∞, −0 for −0.
 * Checked against: mpmath; the largest errors seen are in README.md, below 1 ulp.
 */
import { reduced, reduceExactly } from './half-pi-reduction.ts';

/** Below 2⁻²⁷ sin x = x and cos x = 1 to the last bit. */
const TINY = 7.450580596923828e-9;

/** sin(x) [rad]. */
export function sin(x: number): number {
  return Math.abs(x) < TINY ? x : quarterWave(x, 0);
}

/** cos(x) [rad]. */
export function cos(x: number): number {
  return quarterWave(x, 1);
}

/** sin(x + shift·π/2). */
function quarterWave(x: number, shift: number): number {
  let r = x;
  let tail = 0;
  let quadrant = shift;
  if (!(x <= 0.7853981633974483 && x >= -0.7853981633974483)) {
    const n = x * 0.6366197723675814 + 6755399441055744 - 6755399441055744;
    const a = x - n * 1.5707963267341256;
    const b = n * 6.077100506303966e-11;
    const c = a - b;
    const rest = n * 2.0222662487959506e-21 - (a - c - b);
    r = c - rest;
    tail = c - r - rest;
    quadrant += n;
    // many turns and nearly cancelled angles go the exact way: unless |n| < 2¹⁹ and |r| > |n| 2⁻⁵⁶
    const square = n * n;
    if (!(square < 274877906944 && r * r > square * 1.925929944387236e-34)) {
      quadrant = shift + reduceExactly(x);
      r = reduced[0];
      tail = reduced[1];
    }
  }
  const z = r * r;
  let value: number;
  if ((quadrant & 1) === 0) {
    // sin(r + t) ≈ r + r³ S(r²) + t (1 − r²/2)
    const cube = z * r;
    const series =
      8.33333333332248946124e-3 +
      z * (-1.98412698298579493134e-4 + z * 2.75573137070700676789e-6) +
      z * z * z * (-2.50507602534068634195e-8 + z * 1.58969099521155010221e-10);
    value = r + (cube * -1.66666666666666324348e-1 + (z * (cube * series - 0.5 * tail) + tail));
  } else {
    // cos(r + t) ≈ 1 − r²/2 + r⁴ C(r²) − t r, the first difference with its rounding error
    const w = z * z;
    const series =
      z * (4.16666666666666019037e-2 + z * (-1.38888888888741095749e-3 + z * 2.48015872894767294178e-5)) +
      w * w * (-2.75573143513906633035e-7 + z * (2.0875723212981748279e-9 + z * -1.13596475577881948265e-11));
    const half = 0.5 * z;
    const head = 1 - half;
    value = head + (1 - head - half + (z * series - r * tail));
  }
  return (quadrant & 2) === 0 ? value : -value;
}

/** out[0] = sin(x), out[1] = cos(x), for the price of little more than one of them. */
export function sinCos(x: number, out: Float64Array): void {
  if (x > -TINY && x < TINY) {
    out[0] = x;
    out[1] = 1;
    return;
  }
  let r = x;
  let tail = 0;
  let quadrant = 0;
  if (!(x <= 0.7853981633974483 && x >= -0.7853981633974483)) {
    const n = x * 0.6366197723675814 + 6755399441055744 - 6755399441055744;
    const a = x - n * 1.5707963267341256;
    const b = n * 6.077100506303966e-11;
    const c = a - b;
    const rest = n * 2.0222662487959506e-21 - (a - c - b);
    r = c - rest;
    tail = c - r - rest;
    quadrant = n | 0;
    const square = n * n;
    if (!(square < 274877906944 && r * r > square * 1.925929944387236e-34)) {
      quadrant = reduceExactly(x);
      r = reduced[0];
      tail = reduced[1];
    }
  }
  const z = r * r;
  const w = z * z;
  const cube = z * r;
  const sinSeries =
    8.33333333332248946124e-3 +
    z * (-1.98412698298579493134e-4 + z * 2.75573137070700676789e-6) +
    w * z * (-2.50507602534068634195e-8 + z * 1.58969099521155010221e-10);
  const s = r + (cube * -1.66666666666666324348e-1 + (z * (cube * sinSeries - 0.5 * tail) + tail));
  const cosSeries =
    z * (4.16666666666666019037e-2 + z * (-1.38888888888741095749e-3 + z * 2.48015872894767294178e-5)) +
    w * w * (-2.75573143513906633035e-7 + z * (2.0875723212981748279e-9 + z * -1.13596475577881948265e-11));
  const half = 0.5 * z;
  const head = 1 - half;
  const c = head + (1 - head - half + (z * cosSeries - r * tail));
  // an odd quadrant swaps the two; sin is negative in quadrants 2 and 3, cos in 1 and 2
  const odd = quadrant & 1;
  out[odd] = (quadrant & 2) === 0 ? s : -s;
  out[1 - odd] = (quadrant & 2) === 0 ? c : -c;
  if (odd === 1) out[1] = -out[1];
}
