/**
 * Plane to plane: 3×3 matrices, row by row, up to scale.
 *
 *   (u, v, 1)ᵀ ~ H (x, y, 1)ᵀ
 *
 *   ground → picture   H = K [r₁ r₂ −R c], for a lens without distortion at c with optical axes R
 *
 * From correspondences: `homographyFromPoints`, a normalised direct linear transformation with refinement.
 * Reference: R. Hartley, A. Zisserman, Multiple View Geometry, 2nd ed., sections 4.1 and 8.1.
 * Checked against: cv2.getPerspectiveTransform, cv2.findHomography, cv2.projectPoints.
 */
import type { Lens } from '../math/lens.ts';
import { invert3 } from '../math/linear-algebra.ts';
import type { Mount } from '../math/rotation.ts';
import { opticalAxes } from './mount.ts';

export { planeHomography as homographyFromPoints } from './calibration/plane-homography.ts';

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
  return scaleToOne(inverse);
}

/** From the ground (vehicle frame, z = 0) [m] to the pixels of a lens without distortion. */
export function groundHomography(lens: Lens, mount: Mount): Float64Array {
  const a = opticalAxes(mount);
  const h = new Float64Array(9);
  for (let row = 0; row < 3; row++)
    a[3 * row + 2] = -(a[3 * row] * mount.x + a[3 * row + 1] * mount.y + a[3 * row + 2] * mount.z);
  for (let i = 0; i < 3; i++) {
    h[i] = lens.fx * a[i] + lens.cx * a[6 + i];
    h[3 + i] = lens.fy * a[3 + i] + lens.cy * a[6 + i];
    h[6 + i] = a[6 + i];
  }
  return scaleToOne(h);
}

function scaleToOne(h: Float64Array): Float64Array {
  const last = h[8];
  return last === 0 ? h : h.map((element) => element / last);
}
