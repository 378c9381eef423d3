/**
 * Lens and board poses that together minimise the reprojection error, by Levenberg–Marquardt.
 *
 *   min Σ_views Σ_corners ‖(u, v) − project(lens, R_i p + t_i)‖²
 *
 * Each view's pose touches only its own corners, so the normal equations are an arrow: the lens in one small block A, each
 * pose in its 6×6 block Cᵢ, joined by Bᵢ. Poses are eliminated,
 *
 *   S δ_lens = g − Σ Bᵢ Cᵢ⁻¹ gᵢ,   S = A − Σ Bᵢ Cᵢ⁻¹ Bᵢᵀ,   δᵢ = Cᵢ⁻¹ (gᵢ − Bᵢᵀ δ_lens)
 *
 * and σ² S⁻¹ of the undamped system is the covariance of the lens. Damping multiplies the diagonals by 1 + λ.
 *
 * Reference: B. Triggs et al., Bundle Adjustment – A Modern Synthesis, 2000; D. W. Marquardt, SIAM J. Appl. Math. 11 (1963).
 * Checked against: OpenCV's calibrateCamera and fisheye.calibrate.
 */
import type { Lens } from '../../camera-model/lens.ts';
import { choleskyFactor, choleskySolve } from '../../math/linear-algebra.ts';
import type { BoardView } from './board.ts';
import type { BoardPose } from './board-pose.ts';
import { movePose } from './board-pose.ts';
import { createDerivatives, intrinsicCount, projectWithDerivatives, SECOND } from './projection-derivatives.ts';

export interface Bundle {
  readonly lens: Lens;
  readonly poses: readonly BoardPose[];
  /** Σ squared distances [px²]. */
  readonly error: number;
}

const LARGEST_ITERATION = 200;

/** Improves lens and poses; only the first `free` of fx, fy, cx, cy, k… may change (0: poses alone). */
export function adjustBundle(
  start: Pick<Bundle, 'lens' | 'poses'>,
  views: readonly BoardView[],
  free = intrinsicCount(start.lens.kind),
): Bundle {
  let best: Bundle = { ...start, error: bundleError(start.lens, start.poses, views) };
  let damping = 1e-3;
  let settled = 0;
  for (let iteration = 0; iteration < LARGEST_ITERATION && settled < 3; iteration++) {
    const blocks = normalBlocks(best, views, free);
    // raise the damping until a step helps
    let next: Bundle | null = null;
    while (next === null && damping < 1e12) {
      next = tryStep(best, views, blocks, free, damping);
      damping *= next === null ? 10 : 0.1;
    }
    if (next === null) break;
    settled = best.error - next.error <= 1e-12 * best.error ? settled + 1 : 0;
    damping = Math.max(damping, 1e-12);
    best = next;
  }
  return best;
}

/** Σ squared reprojection errors [px²]; infinite when a point is behind the camera. */
function bundleError(lens: Lens, poses: readonly BoardPose[], views: readonly BoardView[]): number {
  return views.reduce(
    (sum, view, i) => sum + viewErrors(lens, poses[i], view).reduce((total, square) => total + square, 0),
    0,
  );
}

/** The squared distance of every corner from where it should be [px²]. */
export function viewErrors(
  lens: Lens,
  { rotation: r, translation: t }: BoardPose,
  { board, image }: BoardView,
): Float64Array {
  const out = createDerivatives();
  return Float64Array.from({ length: board.length / 2 }, (_, n) => {
    const x = board[2 * n];
    const y = board[2 * n + 1];
    if (
      !projectWithDerivatives(
        lens,
        r[0] * x + r[1] * y + t[0],
        r[3] * x + r[4] * y + t[1],
        r[6] * x + r[7] * y + t[2],
        out,
      )
    )
      return Infinity;
    const du = image[2 * n] - out.u;
    const dv = image[2 * n + 1] - out.v;
    return du * du + dv * dv;
  });
}

interface NormalBlocks {
  /** Lens with lens (n×n), its right-hand side (n). */
  readonly a: Float64Array;
  readonly g: Float64Array;
  readonly views: readonly { readonly b: Float64Array; readonly c: Float64Array; readonly g: Float64Array }[];
}

function normalBlocks({ lens, poses }: Bundle, views: readonly BoardView[], free: number): NormalBlocks {
  const a = new Float64Array(free * free);
  const g = new Float64Array(free);
  const blocks = views.map((view, i) => {
    const block = { b: new Float64Array(free * 6), c: new Float64Array(36), g: new Float64Array(6) };
    addView(lens, poses[i], view, free, { a, g, b: block.b, c: block.c, poseG: block.g });
    return block;
  });
  return { a, g, views: blocks };
}

interface ViewSums {
  readonly a: Float64Array;
  readonly g: Float64Array;
  readonly b: Float64Array;
  readonly c: Float64Array;
  readonly poseG: Float64Array;
}

/** Adds the products of every residual's derivatives. */
function addView(
  lens: Lens,
  { rotation: r, translation: t }: BoardPose,
  { board, image }: BoardView,
  free: number,
  sums: ViewSums,
): void {
  const out = createDerivatives();
  const pose = new Float64Array(6);
  for (let n = 0; n < board.length; n += 2) {
    // the point relative to the board's origin, turned into the camera's frame
    const x = r[0] * board[n] + r[1] * board[n + 1];
    const y = r[3] * board[n] + r[4] * board[n + 1];
    const z = r[6] * board[n] + r[7] * board[n + 1];
    projectWithDerivatives(lens, x + t[0], y + t[1], z + t[2], out);
    for (let axis = 0; axis < 2; axis++) {
      const dX = out.point[3 * axis];
      const dY = out.point[3 * axis + 1];
      const dZ = out.point[3 * axis + 2];
      // ∂(ω × p) = −[p]× ∂ω
      pose[0] = dZ * y - dY * z;
      pose[1] = dX * z - dZ * x;
      pose[2] = dY * x - dX * y;
      pose[3] = dX;
      pose[4] = dY;
      pose[5] = dZ;
      const residual = image[n + axis] - (axis === 0 ? out.u : out.v);
      addResidual(out.lens, axis * SECOND, pose, residual, free, sums);
    }
  }
}

function addResidual(
  d: Float64Array,
  from: number,
  pose: Float64Array,
  residual: number,
  free: number,
  { a, g, b, c, poseG }: ViewSums,
): void {
  for (let i = 0; i < free; i++) {
    const di = d[from + i];
    g[i] += di * residual;
    for (let j = 0; j <= i; j++) a[i * free + j] += di * d[from + j];
    for (let j = 0; j < 6; j++) b[i * 6 + j] += di * pose[j];
  }
  for (let i = 0; i < 6; i++) {
    poseG[i] += pose[i] * residual;
    for (let j = 0; j <= i; j++) c[i * 6 + j] += pose[i] * pose[j];
  }
}

/** One damped step, or null when it does not lessen the error. */
function tryStep(
  bundle: Bundle,
  views: readonly BoardView[],
  blocks: NormalBlocks,
  free: number,
  damping: number,
): Bundle | null {
  const reduced = eliminatePoses(blocks, free, damping);
  if (reduced === null) return null;
  const lensStep = new Float64Array(free);
  if (free > 0) {
    if (!choleskyFactor(reduced.s, free, reduced.s)) return null;
    choleskySolve(reduced.s, free, reduced.g, lensStep);
  }
  const lens = moveLens(bundle.lens, lensStep);
  const poses = bundle.poses.map((pose, i) =>
    movePose(pose, poseStep(blocks.views[i], reduced.factors[i], lensStep, free)),
  );
  const error = bundleError(lens, poses, views);
  return error < bundle.error ? { lens, poses, error } : null;
}

/** S and its right-hand side, with the factors of the poses' blocks; null when a block is singular. */
function eliminatePoses(
  { a, g, views }: NormalBlocks,
  free: number,
  damping: number,
): { s: Float64Array; g: Float64Array; factors: Float64Array[] } | null {
  const s = a.slice();
  const right = g.slice();
  for (let i = 0; i < free; i++) s[i * free + i] *= 1 + damping;
  const factors: Float64Array[] = [];
  const column = new Float64Array(6);
  for (const { b, c, g: poseG } of views) {
    const factor = c.slice();
    for (let i = 0; i < 6; i++) factor[i * 6 + i] *= 1 + damping;
    if (!choleskyFactor(factor, 6, factor)) return null;
    factors.push(factor);
    for (let i = 0; i < free; i++) {
      choleskySolve(factor, 6, b.subarray(6 * i, 6 * i + 6), column);
      for (let k = 0; k < 6; k++) right[i] -= column[k] * poseG[k];
      for (let j = 0; j <= i; j++) for (let k = 0; k < 6; k++) s[i * free + j] -= column[k] * b[6 * j + k];
    }
  }
  return { s, g: right, factors };
}

/** Cᵢ⁻¹ (gᵢ − Bᵢᵀ δ_lens). */
function poseStep(
  { b, g }: { b: Float64Array; g: Float64Array },
  factor: Float64Array,
  lensStep: Float64Array,
  free: number,
): Float64Array {
  const step = g.slice();
  for (let k = 0; k < 6; k++) for (let i = 0; i < free; i++) step[k] -= b[6 * i + k] * lensStep[i];
  choleskySolve(factor, 6, step, step);
  return step;
}

function moveLens(lens: Lens, step: Float64Array): Lens {
  const at = (i: number) => (i < step.length ? step[i] : 0);
  return {
    ...lens,
    fx: lens.fx + at(0),
    fy: lens.fy + at(1),
    cx: lens.cx + at(2),
    cy: lens.cy + at(3),
    k: lens.k.map((value, i) => value + at(4 + i)),
  };
}

/**
 * Standard deviations of fx, fy, cx, cy, k… at the minimum, with σ² = error / (residuals − unknowns); infinite where the
 * views do not determine the lens.
 */
export function lensDeviations(bundle: Bundle, views: readonly BoardView[]): Float64Array {
  const n = intrinsicCount(bundle.lens.kind);
  const residuals = views.reduce((count, { image }) => count + image.length, 0);
  const reduced = eliminatePoses(normalBlocks(bundle, views, n), n, 0);
  if (reduced === null || !choleskyFactor(reduced.s, n, reduced.s)) return new Float64Array(n).fill(Infinity);
  const variance = bundle.error / Math.max(1, residuals - n - 6 * views.length);
  return Float64Array.from({ length: n }, (_, i) => {
    const unit = new Float64Array(n);
    unit[i] = 1;
    choleskySolve(reduced.s, n, unit, unit);
    return Math.sqrt(variance * unit[i]);
  });
}
