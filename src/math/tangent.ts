/**
 * tan from + − × ÷ alone, so that every engine gives the same bits.
 *
 *   x = n·π/2 + r,  |r| ≤ π/4;   tan r = r + r³/3 + r⁵ T(r²);   odd n: −1/tan r
 *
 * Coefficients: the minimax polynomial of fdlibm 5.3 (K. C. Ng, Sun Microsystems, k_tan.c).
 * Valid for every double: NaN for NaN and ±∞, −0 for −0.
 * Checked against: mpmath; the largest error seen is in README.md, below 1 ulp.
 */
import { reduceByHalfPi, reduced } from './half-pi-reduction.ts';

const QUARTER_PI = 0.7853981633974483;
/** Below 2⁻²⁷ tan x = x to the last bit. */
const TINY = 7.450580596923828e-9;

/** tan(x) [rad]. */
export function tan(x: number): number {
  if (Math.abs(x) <= QUARTER_PI) return Math.abs(x) < TINY ? x : tanNear0(x, 0, false);
  const quadrant = reduceByHalfPi(x);
  return tanNear0(reduced[0], reduced[1], (quadrant & 1) === 1);
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
    w *
      (2.18694882948595424599e-2 +
        w *
          (3.59207910759131235356e-3 +
            w * (5.88041240820264096874e-4 + w * (7.817944429395570923e-5 + w * -1.85586374855275456654e-5))));
  const odd =
    5.39682539762260521377e-2 +
    w *
      (8.86323982359930005737e-3 +
        w *
          (1.45620945432529025516e-3 +
            w * (2.46463134818469906812e-4 + w * (7.14072491382608190305e-5 + w * 2.59073051863633712884e-5))));
  return even + z * odd;
}
