/**
 * The pieces of a double: exponent, power of two, and the exact product error.
 *
 * Rounding to single precision splits a double without bit tricks: with h = fround(a), the rest a − h has at most
 * 29 bits, so h² (48 bits) and h·(b − fround(b)) (53 bits) are exact.
 */
const float64 = new Float64Array(1);
const words = new Uint32Array(float64.buffer);

/** Index of the high word of a double; engines in use are little-endian, and this holds for the rest too. */
const HIGH_WORD = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;

const MIN_EXPONENT = -1074;
const MAX_EXPONENT = 1023;

/** powersOfTwo[k + 1074] = 2ᵏ for −1074 ≤ k ≤ 1023, by exact doubling. */
const powersOfTwo = new Float64Array(MAX_EXPONENT - MIN_EXPONENT + 1);
powersOfTwo[0] = Number.MIN_VALUE;
for (let i = 1; i < powersOfTwo.length; i++) powersOfTwo[i] = 2 * powersOfTwo[i - 1];

/** 2ᵏ for an integer −1074 ≤ k ≤ 1023. */
export const powerOfTwo = (k: number): number => powersOfTwo[k - MIN_EXPONENT];

/** The k of |x| = m·2ᵏ, 1 ≤ m < 2, for a normal finite x. */
export function exponentOf(x: number): number {
  float64[0] = x;
  return ((words[HIGH_WORD] >>> 20) & 0x7ff) - 1023;
}

/** y·2ᵏ for moderate y and any integer |k| ≤ 2000, rounded once, with gradual underflow. */
export function scaleByPowerOfTwo(y: number, k: number): number {
  if (k > MAX_EXPONENT) return y * powerOfTwo(k - MAX_EXPONENT) * powerOfTwo(MAX_EXPONENT);
  if (k < MIN_EXPONENT) return y * powerOfTwo(k + 1000) * powerOfTwo(-1000);
  return y * powerOfTwo(k);
}

/** a·b − p for p close to a·b, as if by fused multiply-add; |a|, |b| between 2⁻¹⁰⁰ and 2¹⁰⁰. */
export function productError(a: number, b: number, p: number): number {
  const aHigh = Math.fround(a);
  const bHigh = Math.fround(b);
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  return aHigh * bHigh - p + aHigh * bLow + aLow * bHigh + aLow * bLow;
}
