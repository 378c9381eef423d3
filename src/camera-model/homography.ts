/**
 * Plane to plane: 3×3 matrices, row by row, up to scale.
 *
 *   (u, v, 1)ᵀ ~ H (x, y, 1)ᵀ
 *
 * Reference: R. Hartley, A. Zisserman, Multiple View Geometry, 2nd ed., section 2.3.
 */
import { invert3 } from '../math/linear-algebra.ts';

/** out ← H (x, y, 1), divided by its last element. */
export function applyHomography(h: Float64Array, x: number, y: number, out: Float64Array): void {
  const w = h[6] * x + h[7] * y + h[8];
  out[0] = (h[0] * x + h[1] * y + h[2]) / w;
  out[1] = (h[3] * x + h[4] * y + h[5]) / w;
}

/** H⁻¹ with last element 1, or undefined when there is none. */
export function invertHomography(h: Float64Array): Float64Array | undefined {
  const inverse = new Float64Array(9);
  if (invert3(h, inverse) === 0) return undefined;
  const last = inverse[8];
  return last === 0 ? inverse : inverse.map((element) => element / last);
}
