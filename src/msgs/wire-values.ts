/**
 * 64-bit integers are held in a number. Whole numbers within ±(2⁵³ − 1) are exact; what lies beyond saturates there,
 * fractions are cut off, NaN becomes 0.
 */
export function toInt64(value: number): number {
  if (Number.isSafeInteger(value)) return value + 0;
  if (value !== value) return 0;
  const whole = Math.trunc(value) + 0;
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, whole));
}

/** The same without the negative ones, which become 0. */
export const toUint64 = (value: number): number => (value > 0 ? toInt64(value) : 0);

export function wrongLength(path: string, expected: number, got: number): never {
  throw new RangeError(`${path}: expected an array of ${expected} elements, got ${got}.`);
}
