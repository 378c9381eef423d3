/**
 * Sub-pixel corners: the point q to which every brightness gradient in a window is perpendicular.
 *
 *   Σ w ∇I ∇Iᵀ (q − p) = 0,   w = exp(−(Δu² + Δv²) / h²)
 *
 * Around a corner the gradient is either zero or across an edge that runs through the corner. Solved for q, moved there,
 * repeated. The window has half-size h, at most ~0.4 of the distance to the next corner, so that it sees no other.
 *
 * Reference: W. Förstner, E. Gülch, ISPRS Intercommission Workshop, Interlaken 1987; OpenCV's cornerSubPix iterates the same
 * equations. Checked against: cornerSubPix, and rendered corners of known position.
 */
import { exp } from '../../math/exponential.ts';
import type { GreyImage } from './grey-image.ts';
import { sampleAt } from './grey-image.ts';

const LARGEST_HALF_WINDOW = 9;

/** Moves a lattice of corners (u and v in turn, row by row) to their sub-pixel positions. */
export function refineCorners(image: GreyImage, corners: Float64Array, columns: number, rows: number): void {
  const start = corners.slice();
  for (let n = 0; n < columns * rows; n++) {
    const step = leastStep(start, columns, rows, n);
    refineCorner(
      image,
      corners,
      n,
      Math.min(LARGEST_HALF_WINDOW, Math.max(2, Math.floor(0.4 * step))),
      Math.max(1, 0.1 * step),
    );
  }
}

/** Distance to the nearest neighbour along the lattice, diagonals included [px]. */
function leastStep(corners: Float64Array, columns: number, rows: number, n: number): number {
  const i = n % columns;
  const j = Math.floor(n / columns);
  let least = Infinity;
  for (let y = Math.max(0, j - 1); y <= Math.min(rows - 1, j + 1); y++) {
    for (let x = Math.max(0, i - 1); x <= Math.min(columns - 1, i + 1); x++) {
      if (x === i && y === j) continue;
      const du = corners[2 * (y * columns + x)] - corners[2 * n];
      const dv = corners[2 * (y * columns + x) + 1] - corners[2 * n + 1];
      least = Math.min(least, Math.sqrt(du * du + dv * dv));
    }
  }
  return least;
}

/**
 * Moves corner n to the middle of the gradients around it. One that wanders further than `reach` [px] stays where it was,
 * and the answer is false: heavy blur mixes the gradients of neighbouring edges.
 */
export function refineCorner(image: GreyImage, corners: Float64Array, n: number, half: number, reach: number): boolean {
  const weights = Float64Array.from({ length: half + 1 }, (_, i) => exp((-i * i) / (half * half)));
  const size = 2 * half + 3;
  const patch = new Float64Array(size * size);
  let u = corners[2 * n];
  let v = corners[2 * n + 1];
  for (let iteration = 0; iteration < 40; iteration++) {
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) patch[y * size + x] = sampleAt(image, u + x - half - 1, v + y - half - 1);
    let [xx, xy, yy, bx, by] = [0, 0, 0, 0, 0];
    for (let y = -half; y <= half; y++) {
      for (let x = -half; x <= half; x++) {
        const i = (y + half + 1) * size + x + half + 1;
        const weight = weights[Math.abs(x)] * weights[Math.abs(y)];
        const gx = patch[i + 1] - patch[i - 1];
        const gy = patch[i + size] - patch[i - size];
        xx += weight * gx * gx;
        xy += weight * gx * gy;
        yy += weight * gy * gy;
        bx += weight * (gx * gx * x + gx * gy * y);
        by += weight * (gx * gy * x + gy * gy * y);
      }
    }
    const determinant = xx * yy - xy * xy;
    if (!(determinant > 1e-9 * xx * yy)) return false;
    const du = (yy * bx - xy * by) / determinant;
    const dv = (xx * by - xy * bx) / determinant;
    u += du;
    v += dv;
    if (Math.abs(u - corners[2 * n]) > reach || Math.abs(v - corners[2 * n + 1]) > reach) return false;
    if (du * du + dv * dv < 1e-6) break;
  }
  corners[2 * n] = u;
  corners[2 * n + 1] = v;
  return true;
}
