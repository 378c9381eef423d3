/**
 * asin, acos, atan and atan2 from + − × ÷ and sqrt alone, so that every engine gives the same bits.
 *
 *   |x| ≤ ½    asin x = x + x·R(x²)
 *   |x| > ½    asin x = π/2 − 2 asin √((1 − x)/2),   acos x = 2 asin √((1 − x)/2)
 *   atan x = atan c + atan u,   u = (x − c)/(1 + c x),   c ∈ {0, ½, 1, 3/2, ∞},   atan u = u − u·A(u²)
 *
 * Coefficients: the minimax approximations of fdlibm 5.3 (K. C. Ng, Sun Microsystems, e_asin.c, s_atan.c).
 * Differs: atan2 folds numerator and denominator before dividing, so that it is as accurate as atan.
 * Checked against: mpmath; the largest errors seen are in README.md.
 */
import { exponentOf, productError, scaleByPowerOfTwo } from './float-bits.ts';

const PI = 3.141592653589793;
const PI_TAIL = 1.2246467991473532e-16;
const HALF_PI = 1.5707963267948966;
const HALF_PI_TAIL = 6.123233995736766e-17;
const QUARTER_PI = 0.7853981633974483;
const QUARTER_PI_TAIL = 3.061616997868383e-17;
const ATAN_HALF = 0.4636476090008061;
const ATAN_HALF_TAIL = 2.2698777452961687e-17;
/** Below 2⁻²⁷ asin x = atan x = x to the last bit. */
const TINY = 7.450580596923828e-9;

/** (asin x − x) / x in z = x², for |x| ≤ ½. */
function asinSeries(z: number): number {
  const p =
    z *
    (1.66666666666666657415e-1 +
      z *
        (-3.25565818622400915405e-1 +
          z *
            (2.01212532134862925881e-1 +
              z * (-4.00555345006794114027e-2 + z * (7.91534994289814532176e-4 + z * 3.4793310759602116757e-5)))));
  const q =
    1 +
    z *
      (-2.40339491173441421878 +
        z * (2.02094576023350569471 + z * (-6.8828397160545329303e-1 + z * 7.70381505559019352791e-2)));
  return p / q;
}

/** asin(x) [rad] in [−π/2, π/2]; NaN outside |x| ≤ 1. */
export function asin(x: number): number {
  const size = Math.abs(x);
  if (size < 0.5) return size < TINY ? x : x + x * asinSeries(x * x);
  if (!(size < 1)) return size === 1 ? x * HALF_PI : NaN;
  const z = 0.5 * (1 - size);
  const root = Math.sqrt(z);
  // √z = high + low, and π/2 − 2 (high + low)(1 + R) in falling order of size
  const high = Math.fround(root);
  const low = (z - high * high) / (root + high);
  const angle = QUARTER_PI - (2 * root * asinSeries(z) - (HALF_PI_TAIL - 2 * low) - (QUARTER_PI - 2 * high));
  return x < 0 ? -angle : angle;
}

/** acos(x) [rad] in [0, π]; NaN outside |x| ≤ 1. */
export function acos(x: number): number {
  const size = Math.abs(x);
  if (size < 0.5) return HALF_PI - (x - (HALF_PI_TAIL - x * asinSeries(x * x)));
  if (!(size <= 1)) return NaN;
  const z = 0.5 * (1 - size);
  const root = Math.sqrt(z);
  if (x < 0) return PI - 2 * (root + (root * asinSeries(z) - HALF_PI_TAIL));
  if (z === 0) return 0;
  const high = Math.fround(root);
  const low = (z - high * high) / (root + high);
  return 2 * (high + (root * asinSeries(z) + low));
}

/** atan(x) [rad] in [−π/2, π/2]. */
export function atan(x: number): number {
  const size = Math.abs(x);
  if (size < TINY) return x;
  if (size < 0.4375) return x - x * atanSeries(x * x);
  const angle = atanFolded(size);
  return x < 0 ? -angle : angle;
}

/** atan(x) for x ≥ 7/16: atan c + atan u about c = ½, 1, 3/2 or ∞. */
function atanFolded(x: number): number {
  let u: number;
  let fold: number;
  let foldTail: number;
  if (x < 0.6875) {
    u = (2 * x - 1) / (2 + x);
    fold = ATAN_HALF;
    foldTail = ATAN_HALF_TAIL;
  } else if (x < 1.1875) {
    u = (x - 1) / (x + 1);
    fold = QUARTER_PI;
    foldTail = QUARTER_PI_TAIL;
  } else if (x < 2.4375) {
    u = (x - 1.5) / (1 + 1.5 * x);
    fold = 0.982793723247329;
    foldTail = 1.3903311031231e-17;
  } else {
    u = -1 / x;
    fold = HALF_PI;
    foldTail = HALF_PI_TAIL;
  }
  return fold - (u * atanSeries(u * u) - foldTail - u);
}

/** The angle [rad] in [−π, π] of the direction (x, y), with the signs of zero as in IEEE 754. */
export function atan2(y: number, x: number): number {
  const across = Math.abs(y);
  const along = Math.abs(x);
  if (y === 0 || !(across < Infinity && along < Infinity)) return atan2OnAxis(y, x);
  let angle: number;
  if (across > along) angle = octantAngle(along, across, HALF_PI, HALF_PI_TAIL, x > 0 ? -1 : 1);
  else if (x > 0) angle = octantAngle(across, along, 0, 0, 1);
  else angle = octantAngle(across, along, PI, PI_TAIL, -1);
  return y < 0 ? -angle : angle;
}

/** atan2 where y is zero or a coordinate is not finite. */
function atan2OnAxis(y: number, x: number): number {
  if (x !== x || y !== y) return NaN;
  const leftward = x < 0 || (x === 0 && 1 / x < 0);
  const downward = y < 0 || (y === 0 && 1 / y < 0);
  let angle: number;
  if (Math.abs(y) === Infinity) angle = Math.abs(x) !== Infinity ? HALF_PI : leftward ? 3 * QUARTER_PI : QUARTER_PI;
  else angle = leftward ? PI : 0;
  return downward ? -angle : angle;
}

const HUGE = 1.2676506002282294e30;
const SMALL = 7.888609052210118e-31;
/** Below 2⁻⁶⁰ the arctangent of a ratio is the ratio. */
const FLAT = 8.673617379884035e-19;

/**
 * base ± atan(small / large) for 0 ≤ small ≤ large, large > 0 and a base of 0, π/2 or π given with its tail.
 *
 * The fold about c needs no quotient beforehand: u = (small − c large) / (large + c small), whose numerator is exact;
 * the rounding errors of the denominator and of the division go on as a tail of u.
 */
function octantAngle(small: number, large: number, base: number, baseTail: number, sign: number): number {
  if (small < large * FLAT) return base + (sign * (small / large) + baseTail);
  if (large > HUGE || large < SMALL) {
    // 2¹⁰⁷⁴ in two steps lifts the smallest subnormal to 1
    const up = large < SMALL ? scaleByPowerOfTwo(large, 537) : large;
    const lift = large < SMALL ? 537 : 0;
    const shift = lift - exponentOf(up);
    return octantAngle(scaleByPowerOfTwo(small, shift), scaleByPowerOfTwo(large, shift), base, baseTail, sign);
  }
  // the nearest of the angles 0, atan ½ and π/4
  let c = 0;
  let fold = 0;
  let foldTail = 0;
  if (small >= 0.6875 * large) {
    c = 1;
    fold = QUARTER_PI;
    foldTail = QUARTER_PI_TAIL;
  } else if (small >= 0.4375 * large) {
    c = 0.5;
    fold = ATAN_HALF;
    foldTail = ATAN_HALF_TAIL;
  }
  // u and its tail
  const numerator = small - c * large;
  const denominator = large + c * small;
  const inverse = 1 / denominator;
  const u = numerator * inverse;
  const denominatorTail = c * small - (denominator - large);
  const uTail = -(productError(u, denominator, numerator) + u * denominatorTail) * inverse;
  // fold + atan u, then the base, carrying both rounding errors
  const head = fold + u;
  const tail = fold - head + u + (uTail + foldTail - u * atanSeries(u * u));
  if (base === 0) return head + tail;
  const total = base + sign * head;
  return total + (base - total + sign * head + (sign * tail + baseTail));
}

/** 1 − atan(u)/u in z = u², for |u| ≤ 7/16. */
function atanSeries(z: number): number {
  const w = z * z;
  const even =
    3.33333333333329318027e-1 +
    w *
      (1.42857142725034663711e-1 +
        w *
          (9.09088713343650656196e-2 +
            w * (6.66107313738753120669e-2 + w * (4.97687799461593236017e-2 + w * 1.62858201153657823623e-2))));
  const odd =
    -1.99999999998764832476e-1 +
    w *
      (-1.1111110405462355788e-1 +
        w * (-7.69187620504482999495e-2 + w * (-5.83357013379057348645e-2 + w * -3.6531572744216915527e-2)));
  return z * (even + z * odd);
}
