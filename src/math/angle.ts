/**
 * Angles: wrapping and units.
 *
 *   wrapToPi(a)  = a − 2π·round(a/2π)   in [−π, π], ties to the even turn: C's remainder(a, 2π), exact
 *   wrapTo2Pi(a) = a − 2π·floor(a/2π)   in [0, 2π)
 *
 * 2π means the double nearest to it, so many turns drift from the true angle by 2.4e-16 rad each.
 * Checked against: Python's math.remainder, bit by bit.
 */
export const PI = 3.141592653589793;
export const TAU = 6.283185307179586;
export const HALF_PI = 1.5707963267948966;

const TWO_TURNS = 12.566370614359172;
/** A little less than 3π: up to here one subtraction is exact and no tie occurs. */
const ONE_TURN_LIMIT = 9.42;

/** The same direction in [−π, π]; NaN when a is not finite. */
export function wrapToPi(a: number): number {
  const size = Math.abs(a);
  if (size <= PI) return a;
  if (size < ONE_TURN_LIMIT) return a > 0 ? size - TAU : -(size - TAU);
  // 0 ≤ r < 4π keeps the parity of the turns
  let r = size % TWO_TURNS;
  if (r > PI) {
    r -= TAU;
    if (r >= PI) r -= TAU;
  }
  return a < 0 ? -r : r;
}

/** The same direction in [0, 2π); NaN when a is not finite. */
export function wrapTo2Pi(a: number): number {
  if (a >= 0 && a < TAU) return a + 0;
  const r = a % TAU;
  if (r >= 0) return r + 0;
  // a tiny negative rest rounds up to a full turn
  const shifted = r + TAU;
  return shifted === TAU ? 0 : shifted;
}

export const degreesToRadians = (angleDeg: number): number => angleDeg * 0.017453292519943295;
export const radiansToDegrees = (angle: number): number => angle * 57.29577951308232;
