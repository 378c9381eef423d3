/**
 * sin, cos and tan from + − × ÷ alone, so that every engine gives the same bits.
 *
 *   x = n·π/2 + r,  |r| ≤ π/4;   sin r = r + r³ S(r²),   cos r = 1 − r²/2 + r⁴ C(r²),   tan r = r + r³ T(r²)
 *
 * Coefficients: the minimax polynomials of fdlibm 5.3 (K. C. Ng, Sun Microsystems, k_sin.c, k_cos.c, k_tan.c).
 * Valid for every double: NaN for NaN and ±∞, −0 for −0.
 * Checked against: mpmath; the largest errors seen are in README.md, all below 1 ulp.
 */
import { reduceByHalfPi, reduced } from './half-pi-reduction.ts';

export { acos, asin, atan, atan2 } from './inverse-trig.ts';

const QUARTER_PI = 0.7853981633974483;
/** Below 2⁻²⁷ sin x = tan x = x and cos x = 1 to the last bit. */
const TINY = 7.450580596923828e-9;

/** sin(x) [rad]. */
export function sin(x: number): number {
  if (Math.abs(x) <= QUARTER_PI) return Math.abs(x) < TINY ? x : sinNear0(x, 0);
  const quadrant = reduceByHalfPi(x);
  return quarterWave(reduced[0], reduced[1], quadrant);
}

/** cos(x) [rad]. */
export function cos(x: number): number {
  if (Math.abs(x) <= QUARTER_PI) return cosNear0(x, 0);
  const quadrant = reduceByHalfPi(x);
  return quarterWave(reduced[0], reduced[1], quadrant + 1);
}

/** out[0] = sin(x), out[1] = cos(x): the same bits as the single functions, for one reduction. */
export function sinCos(x: number, out: Float64Array): void {
  if (Math.abs(x) <= QUARTER_PI) {
    out[0] = Math.abs(x) < TINY ? x : sinNear0(x, 0);
    out[1] = cosNear0(x, 0);
    return;
  }
  const quadrant = reduceByHalfPi(x);
  const s = sinNear0(reduced[0], reduced[1]);
  const c = cosNear0(reduced[0], reduced[1]);
  const first = (quadrant & 1) === 0 ? s : c;
  const second = (quadrant & 1) === 0 ? c : s;
  out[0] = (quadrant & 2) === 0 ? first : -first;
  out[1] = ((quadrant + 1) & 2) === 0 ? second : -second;
}

/** sin(r + tail + quadrant·π/2). */
function quarterWave(r: number, tail: number, quadrant: number): number {
  const value = (quadrant & 1) === 0 ? sinNear0(r, tail) : cosNear0(r, tail);
  return (quadrant & 2) === 0 ? value : -value;
}

/** tan(x) [rad]. */
export function tan(x: number): number {
  if (Math.abs(x) <= QUARTER_PI) return Math.abs(x) < TINY ? x : tanNear0(x, 0, false);
  const quadrant = reduceByHalfPi(x);
  return tanNear0(reduced[0], reduced[1], (quadrant & 1) === 1);
}

/** sin(r + tail), |r| ≤ π/4, |tail| ≤ ulp(r). */
function sinNear0(r: number, tail: number): number {
  const z = r * r;
  const cube = z * r;
  const rest =
    8.33333333332248946124e-3 +
    z * (-1.98412698298579493134e-4 + z * 2.75573137070700676789e-6) +
    z * z * z * (-2.50507602534068634195e-8 + z * 1.58969099521155010221e-10);
  // sin(r + t) ≈ sin r + t (1 − r²/2)
  return r + (cube * -1.66666666666666324348e-1 + (z * (cube * rest - 0.5 * tail) + tail));
}

/** cos(r + tail), |r| ≤ π/4, |tail| ≤ ulp(r). */
function cosNear0(r: number, tail: number): number {
  const z = r * r;
  const w = z * z;
  const rest =
    z * (4.16666666666666019037e-2 + z * (-1.38888888888741095749e-3 + z * 2.48015872894767294178e-5)) +
    w * w * (-2.75573143513906633035e-7 + z * (2.08757232129817482790e-9 + z * -1.13596475577881948265e-11));
  // 1 − r²/2 with its rounding error; cos(r + t) ≈ cos r − t r
  const half = 0.5 * z;
  const head = 1 - half;
  return head + (1 - head - half + (z * rest - r * tail));
}

const QUARTER_PI_TAIL = 3.061616997868383e-17;
/** Beyond it tan is computed from the complement to π/4, where the polynomial is still accurate. */
const FOLD = 0.67434;

/** tan(r + tail), or −1/tan(r + tail), for |r| ≤ π/4, |tail| ≤ ulp(r). */
function tanNear0(r: number, tail: number, reciprocal: boolean): number {
  if (Math.abs(r) >= FOLD) return tanNearQuarterPi(r, tail, reciprocal);
  const z = r * r;
  const correction = tail + z * (z * r * tanSeries(z) + tail) + 3.33333333333334091986e-1 * (z * r);
  const value = r + correction;
  if (!reciprocal) return value;
  // −1/value, corrected for what the sum and the division lost
  const high = Math.fround(value);
  const low = correction - (high - r);
  const inverse = -1 / value;
  const inverseHigh = Math.fround(inverse);
  return inverseHigh + inverse * (1 + inverseHigh * high + inverseHigh * low);
}

/** tan(π/4 − d) = 1 − 2 (u − u²/(1 + u)) with u = tan d; the cotangent likewise. */
function tanNearQuarterPi(r: number, tail: number, reciprocal: boolean): number {
  const sign = r < 0 ? -1 : 1;
  const d = QUARTER_PI - sign * r + (QUARTER_PI_TAIL - sign * tail);
  const z = d * d;
  const excess = z * (z * d * tanSeries(z)) + 3.33333333333334091986e-1 * (z * d);
  const u = d + excess;
  const numerator = reciprocal ? -1 : 1;
  return sign * (numerator - 2 * (d - (u * u) / (u + numerator) + excess));
}

/** (tan r − r − r³/3) / r⁵ in z = r². */
function tanSeries(z: number): number {
  const w = z * z;
  const even =
    1.33333333333201242699e-1 +
    w * (2.18694882948595424599e-2 + w * (3.59207910759131235356e-3 +
    w * (5.88041240820264096874e-4 + w * (7.81794442939557092300e-5 + w * -1.85586374855275456654e-5))));
  const odd =
    5.39682539762260521377e-2 +
    w * (8.86323982359930005737e-3 + w * (1.45620945432529025516e-3 +
    w * (2.46463134818469906812e-4 + w * (7.14072491382608190305e-5 + w * 2.59073051863633712884e-5))));
  return even + z * odd;
}
