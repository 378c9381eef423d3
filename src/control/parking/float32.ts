/**
 * Arithmetic of a small floating-point unit: every operation is rounded to float32 once, in the order of firmware/parking/float32.h, so that both give
 * the same bits.
 *
 *   sin, cos   x = k π/2 + r with |r| ≤ π/4, then Taylor to r⁹ and r⁸: truncated by less than 2 · 10⁻⁸
 *   atan       |x| > tan 3π/8: ±π/2 − atan(1/x);  |x| > tan π/8: ±π/4 + atan((x ∓ 1)/(1 ± x));  then Taylor to x¹⁷: less than 10⁻⁸
 *
 * Valid for angles up to some thousand turns. Checked against: src/math/trig.ts, and the compiled C.
 */
export const add = (a: number, b: number): number => Math.fround(a + b);
export const sub = (a: number, b: number): number => Math.fround(a - b);
export const mul = (a: number, b: number): number => Math.fround(a * b);
export const div = (a: number, b: number): number => Math.fround(a / b);
export const root = (a: number): number => Math.fround(Math.sqrt(a));

const PI = Math.fround(3.14159274);
const TWO_PI = Math.fround(6.28318548);
const HALF_PI = Math.fround(1.57079637);
const QUARTER_PI = Math.fround(0.785398185);
const TWO_OVER_PI = Math.fround(0.636619747);
/** π/2 in three parts; multiples of the first two by small whole numbers are exact. */
const HALF_PI_HIGH = Math.fround(1.5703125);
const HALF_PI_MIDDLE = Math.fround(0.000483751297);
const HALF_PI_LOW = Math.fround(7.54979013e-8);
const TAN_PI_8 = Math.fround(0.414213568);
const TAN_3_PI_8 = Math.fround(2.41421366);

/** From the highest power to the lowest. */
const SINE = [2.75573188e-6, -0.000198412701, 0.00833333377, -0.166666672].map(Math.fround);
const COSINE = [2.48015876e-5, -0.00138888892, 0.0416666679, -0.5].map(Math.fround);
const ARCTANGENT = [1 / 17, -1 / 15, 1 / 13, -1 / 11, 1 / 9, -1 / 7, 1 / 5, -1 / 3].map(Math.fround);

/** What is no number becomes the lower limit. */
export const clamp = (value: number, low: number, high: number): number =>
  !(value > low) ? low : value < high ? value : high;
export const magnitude = (value: number): number => (value < 0 ? -value : value);

function polynomial(coefficients: readonly number[], z: number): number {
  let sum = coefficients[0];
  for (let i = 1; i < coefficients.length; i++) sum = add(mul(sum, z), coefficients[i]);
  return sum;
}

/** To the nearest whole number; halves away from zero. */
const nearest = (value: number): number => Math.trunc(value < 0 ? sub(value, 0.5) : add(value, 0.5));

function sineOfQuarter(angle: number, quarters: number): number {
  const k = nearest(mul(angle, TWO_OVER_PI));
  const r = sub(sub(sub(angle, mul(k, HALF_PI_HIGH)), mul(k, HALF_PI_MIDDLE)), mul(k, HALF_PI_LOW));
  const z = mul(r, r);
  const quarter = (k + quarters) & 3;
  const value = quarter & 1 ? add(mul(polynomial(COSINE, z), z), 1) : add(mul(mul(polynomial(SINE, z), z), r), r);
  return quarter & 2 ? -value : value;
}

export const sine = (angle: number): number => sineOfQuarter(angle, 0);
export const cosine = (angle: number): number => sineOfQuarter(angle, 1);

export function arctangent(value: number): number {
  const x = magnitude(value);
  let offset = 0;
  let rest = x;
  if (x > TAN_3_PI_8) {
    offset = HALF_PI;
    rest = div(-1, x);
  } else if (x > TAN_PI_8) {
    offset = QUARTER_PI;
    rest = div(sub(x, 1), add(x, 1));
  }
  const z = mul(rest, rest);
  const angle = add(offset, add(mul(mul(polynomial(ARCTANGENT, z), z), rest), rest));
  return value < 0 ? -angle : angle;
}

/** Into [−π, π], of an angle that is at most a few turns away. */
export function wrapped(angle: number): number {
  let rest = angle;
  for (let i = 0; i < 8 && rest > PI; i++) rest = sub(rest, TWO_PI);
  for (let i = 0; i < 8 && rest < -PI; i++) rest = add(rest, TWO_PI);
  return rest;
}
