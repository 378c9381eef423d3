/**
 * The directions that segments are looked for in, as the kernel wants them: for each angle θ = n π/angles of the normal, n = 0, 1 …
 *
 *   cos θ / step, sin θ / step          to vote with, in single precision
 *   (dx, dy) · 2¹⁶                      one step along the line (−sin θ, cos θ): a whole pixel along its longer axis
 *
 * Roundings are those of cv2.HoughLinesP: the angle's step is single, its sine and cosine are double and then rounded.
 */
import { cos, sin } from '../../math/trig.ts';

/** 32-bit numbers per angle. */
export const DIRECTION_FIELDS = 4;

export function tabulateDirections(angles: number, step: number, buffer: ArrayBufferLike, address: number): void {
  const normals = new Float32Array(buffer, address, 2 * angles);
  const steps = new Int32Array(buffer, address + 8 * angles, 2 * angles);
  const angleStep = Math.fround(Math.PI / angles);
  const scale = Math.fround(1 / Math.fround(step));
  for (let n = 0; n < angles; n++) {
    normals[n] = cos(n * angleStep) * scale;
    normals[angles + n] = sin(n * angleStep) * scale;
    const a = -normals[angles + n];
    const b = normals[n];
    const isWide = Math.abs(a) > Math.abs(b);
    steps[2 * n] = isWide ? (a > 0 ? 65536 : -65536) : fixedPoint(a, b);
    steps[2 * n + 1] = isWide ? fixedPoint(b, a) : b > 0 ? 65536 : -65536;
  }
}

/** a/|b| in 1/2¹⁶, rounded, halves to even. */
function fixedPoint(a: number, b: number): number {
  const exact = Math.fround((a * 65536) / Math.abs(b));
  const down = Math.floor(exact);
  const rest = exact - down;
  return rest > 0.5 || (rest === 0.5 && down % 2 !== 0) ? down + 1 : down;
}
