/**
 * Argument reduction by quarter turns:  x = n·π/2 + r,  |r| ≤ π/4.
 *
 *   |x| < 2¹⁹·π/2   Cody–Waite: π/2 = P₁ + P₂ + P₃ with 33 + 33 + 53 bits, n·P₁ and n·P₂ exact
 *   otherwise       Payne–Hanek: x·(2/π) modulo 4 in integers, with 1216 bits of 2/π
 *
 * The second way is also taken when r nearly vanishes, where the first would lose digits. It allocates integers and
 * takes about half a microsecond; the angles of vehicles do not go there.
 *
 * References: W. J. Cody, W. Waite, Software Manual for the Elementary Functions, 1980; M. H. Payne, R. N. Hanek,
 * SIGNUM Newsletter 18 (1983). Checked against: mpmath, through sin, cos and tan, also at doubles from all over the range
 * that nearly are multiples of π/2, and at 6381956970095103·2⁷⁹⁷, the worst of all.
 */
import { exponentOf, powerOfTwo } from './float-bits.ts';

/** r as an unevaluated sum: reduced[0] + reduced[1], relative error below 2⁻⁶⁰. */
export const reduced = new Float64Array(2);

const TWO_OVER_PI = 0.6366197723675814;
const P1 = 1.5707963267341256;
const P2 = 6.077100506303966e-11;
const P3 = 2.0222662487959506e-21;
/** 2³⁸: |n| < 2¹⁹ keeps n·P₁ and n·P₂ exact. */
const MAX_TURNS_SQUARED = 274877906944;

/** Adding and subtracting 3·2⁵¹ rounds to the nearest integer. */
const ROUND = 6755399441055744;

/** 2⁻¹¹²: with |r| below |n|·2⁻⁵⁶ the rounding of n·P₃ shows. */
const CANCELLED_SQUARED = 1.925929944387236e-34;

/** Leaves r in `reduced` and returns n modulo 4; r is NaN when x is not finite. */
export function reduceByHalfPi(x: number): number {
  const n = x * TWO_OVER_PI + ROUND - ROUND;
  // r ← (x − n P₁) − n P₂, with its rounding error
  const a = x - n * P1;
  const b = n * P2;
  const c = a - b;
  // the rest of π/2
  const rest = n * P3 - (a - c - b);
  const high = c - rest;
  if (!(n * n < MAX_TURNS_SQUARED && high * high > n * n * CANCELLED_SQUARED)) return reduceExactly(x);
  reduced[0] = high;
  reduced[1] = c - high - rest;
  return n & 3;
}

/** 2/π in units of 2⁻¹²¹⁶, and π/2 in units of 2⁻¹⁹². */
const TWO_OVER_PI_BITS = 1216n;
const TWO_OVER_PI_DIGITS = BigInt(
  '0xa2f9836e4e441529fc2757d1f534ddc0db6295993c439041fe5163abdebbc561b7246e3a424dd2e006492eea09d1921c' +
    'fe1deb1cb129a73ee88235f52ebb4484e99c7026b45f7e413991d639835339f49c845f8bbdf9283b1ff897ffde05980f' +
    'ef2f118b5a0a6d1f6d367ecf27cb09b74f463f669e5fea2d7527bac7ebe5f17b3d0739f78a5292ea6bfb5fb11f8d5d08' +
    '56033046fc7b6bab',
);
const HALF_PI_DIGITS = 0x1921fb54442d18469898cc51701b839a252049c1114cf98e8n;
const FRACTION_BITS = 192n;
const HALF = 1n << (FRACTION_BITS - 1n);

export function reduceExactly(x: number): number {
  if (!(Math.abs(x) < Infinity)) {
    reduced[0] = reduced[1] = NaN;
    return 0;
  }
  // |x| = mantissa · 2^exponent, both integers
  const exponent = exponentOf(x) - 52;
  const mantissa = BigInt(Math.abs(x) * powerOfTwo(-exponent));
  // quarter turns in units of 2⁻¹⁹²
  const shift = TWO_OVER_PI_BITS - FRACTION_BITS - BigInt(exponent);
  const turns = (mantissa * TWO_OVER_PI_DIGITS) >> shift;
  const whole = (turns + HALF) >> FRACTION_BITS;
  // the fraction, in radians, as a sum of two doubles
  const angle = (turns - (whole << FRACTION_BITS)) * HALF_PI_DIGITS;
  const high = Number(angle);
  const unit = x < 0 ? -powerOfTwo(-384) : powerOfTwo(-384);
  reduced[0] = high * unit;
  reduced[1] = Number(angle - BigInt(high)) * unit;
  return Number((x < 0 ? -whole : whole) & 3n);
}
