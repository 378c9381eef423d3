/**
 * The homography between two planes, q ~ H p, from n ≥ 4 pairs of points.
 *
 *   direct linear transform   two rows of A h = 0 per pair, on points moved to their mean and scaled to √2;
 *                             h is the eigenvector of the smallest eigenvalue of AᵀA
 *   refinement                Gauss–Newton on Σ ‖q − H p‖², in the second plane's unit
 *
 * Reference: R. Hartley, A. Zisserman, Multiple View Geometry, 2nd ed., algorithm 4.2 and section 4.3.
 * Checked against: OpenCV's findHomography.
 */
import { leastSquares, multiply } from '../../math/linear-algebra.ts';
import { smallestEigenvector } from './symmetric-eigen.ts';

/** H (3×3, row by row, H₃₃ = 1) with to ~ H · from; points are x and y in turn. Null when they do not determine it. */
export function planeHomography(from: Float64Array, to: Float64Array): Float64Array | null {
  const count = from.length / 2;
  if (count < 4) return null;
  const a = centring(from);
  const b = centring(to);
  const normal = new Float64Array(81);
  for (let n = 0; n < count; n++) {
    const x = a.scale * (from[2 * n] - a.x);
    const y = a.scale * (from[2 * n + 1] - a.y);
    const u = b.scale * (to[2 * n] - b.x);
    const v = b.scale * (to[2 * n + 1] - b.y);
    addSquare(normal, [x, y, 1, 0, 0, 0, -u * x, -u * y, -u]);
    addSquare(normal, [0, 0, 0, x, y, 1, -v * x, -v * y, -v]);
  }
  const centred = smallestEigenvector(normal, 9);
  const h = uncentre(centred, a, b);
  if (!h.every(Number.isFinite)) return null;
  return refine(h, from, to);
}

interface Centring {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** Mean of the points, and the factor that makes their root-mean-square distance from it √2. */
function centring(points: Float64Array): Centring {
  const count = points.length / 2;
  let [x, y, square] = [0, 0, 0];
  for (let n = 0; n < count; n++) {
    x += points[2 * n] / count;
    y += points[2 * n + 1] / count;
  }
  for (let n = 0; n < count; n++)
    square += (points[2 * n] - x) * (points[2 * n] - x) + (points[2 * n + 1] - y) * (points[2 * n + 1] - y);
  return { x, y, scale: Math.sqrt((2 * count) / square) };
}

function addSquare(normal: Float64Array, row: readonly number[]): void {
  for (let i = 0; i < 9; i++) for (let j = 0; j < 9; j++) normal[9 * i + j] += row[i] * row[j];
}

/** T_b⁻¹ H T_a, scaled to H₃₃ = 1. */
function uncentre(h: Float64Array, a: Centring, b: Centring): Float64Array {
  const before = Float64Array.of(a.scale, 0, -a.scale * a.x, 0, a.scale, -a.scale * a.y, 0, 0, 1);
  const after = Float64Array.of(1 / b.scale, 0, b.x, 0, 1 / b.scale, b.y, 0, 0, 1);
  const half = new Float64Array(9);
  const whole = new Float64Array(9);
  multiply(h, before, 3, 3, 3, half);
  multiply(after, half, 3, 3, 3, whole);
  return whole.map((value) => value / whole[8]);
}

function refine(start: Float64Array, from: Float64Array, to: Float64Array): Float64Array {
  const count = from.length / 2;
  const rows = new Float64Array(2 * count * 8);
  const residual = new Float64Array(2 * count);
  const step = new Float64Array(8);
  let h = start;
  let error = homographyError(h, from, to);
  for (let iteration = 0; iteration < 20; iteration++) {
    for (let n = 0; n < count; n++) {
      const x = from[2 * n];
      const y = from[2 * n + 1];
      const w = 1 / (h[6] * x + h[7] * y + h[8]);
      const u = (h[0] * x + h[1] * y + h[2]) * w;
      const v = (h[3] * x + h[4] * y + h[5]) * w;
      rows.set(
        [x * w, y * w, w, 0, 0, 0, -u * x * w, -u * y * w, 0, 0, 0, x * w, y * w, w, -v * x * w, -v * y * w],
        16 * n,
      );
      residual[2 * n] = to[2 * n] - u;
      residual[2 * n + 1] = to[2 * n + 1] - v;
    }
    if (!leastSquares(rows, residual, 2 * count, 8, step)) break;
    const next = h.map((value, i) => (i < 8 ? value + step[i] : value));
    const nextError = homographyError(next, from, to);
    if (!(nextError < error)) break;
    const settled = error - nextError <= 1e-12 * error;
    [h, error] = [next, nextError];
    if (settled) break;
  }
  return h;
}

/** Σ ‖to − H from‖². */
export function homographyError(h: Float64Array, from: Float64Array, to: Float64Array): number {
  let sum = 0;
  for (let n = 0; n < from.length; n += 2) {
    const w = h[6] * from[n] + h[7] * from[n + 1] + h[8];
    const du = (h[0] * from[n] + h[1] * from[n + 1] + h[2]) / w - to[n];
    const dv = (h[3] * from[n] + h[4] * from[n + 1] + h[5]) / w - to[n + 1];
    sum += du * du + dv * dv;
  }
  return sum;
}
