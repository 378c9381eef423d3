/**
 * Scan matching by Gauss–Newton on occupancy grids, coarse to fine, as Hector does.
 *
 *   minimise Σᵢ (1 − M(Sᵢ(ξ)))² / σ²  +  (ξ − ξ₀)ᵀ Λ₀ (ξ − ξ₀)         ξ = (x, y, θ)
 *   Sᵢ(ξ) = (x, y) + R(θ) pᵢ,    Jᵢ = ∇M · ∂Sᵢ/∂ξ,    ∂Sᵢ/∂θ = (−s pₓ − c p_y,  c pₓ − s p_y)
 *   H = Σ JᵢᵀJᵢ / σ² + Λ₀,       Δξ = H⁻¹ (Σ Jᵢᵀ (1 − M) / σ² − Λ₀ (ξ − ξ₀)),      |Δθ| ≤ 0.2 rad
 *
 * M   occupancy, interpolated bilinearly between cell centres
 * Λ₀  information of a prediction: the prior of a Kalman filter. The result then is the iterated filter's posterior and H its
 *     information, also where the walls leave a direction open (a corridor). Hector has none of it: Λ₀ = 0
 * σ   standard deviation of a residual; scales how much a scan counts beside the prior
 *
 * Reference: Kohlbrecher et al., SSRR 2011, eq. 7–14; steps per level (1 + 3, finest 1 + 5) and the bound of the turn are those of
 * hector_mapping. Its code weights ∂M/∂x by the fraction along x and ∂M/∂y by that along y, where the paper has the opposite ones;
 * `published` does as the code does.
 * Checked against: numeric differences of M and of the cost; a room with known walls.
 */
import { invert3 } from '../../math/linear-algebra.ts';
import { wrapToPi } from '../../math/angle.ts';
import type { Pose2 } from '../../math/pose2.ts';
import { sinCos } from '../../math/trig.ts';
import type { GridPyramid } from '../mapping/grid-pyramid.ts';
import type { OccupancyGrid } from '../mapping/occupancy-grid.ts';
import { PROBABILITY, PROBABILITY_OFFSET } from '../mapping/occupancy-grid.ts';
import type { ScanPoints } from '../mapping/scan-points.ts';

export interface MatchOptions {
  /** Standard deviation of a residual. */
  readonly sigma: number;
  /** Weights of the gradient as hector_mapping's code has them. */
  readonly published?: boolean;
  /** Steps at each level but the finest, and at that. */
  readonly coarseSteps?: number;
  readonly fineSteps?: number;
}

export interface Match {
  readonly pose: Pose2;
  /** H at the result, 3×3. */
  readonly information: Float64Array;
  /** Mean occupancy at the end points; 0 without any. */
  score: number;
}

export const createMatch = (): Match => ({
  pose: { x: 0, y: 0, heading: 0 },
  information: new Float64Array(9),
  score: 0,
});

const COARSE_STEPS = 4;
const FINE_STEPS = 6;
const MAX_TURN = 0.2;
/** Shorter steps than this, in cells, do not change a result that matters. */
const CONVERGED = 1e-4;

const direction = new Float64Array(2);
const hessian = new Float64Array(9);
const inverse = new Float64Array(9);
const slope = new Float64Array(3);
/** M, ∂M/∂x and ∂M/∂y [1/m]. */
const sample = new Float64Array(3);

/** Occupancy and its gradient at a point [m]; false outside the grid. */
export function interpolate(
  grid: OccupancyGrid,
  x: number,
  y: number,
  published: boolean,
  out: Float64Array = sample,
): boolean {
  const { width, resolution, cells } = grid;
  const u = (x - grid.originX) / resolution;
  const v = (y - grid.originY) / resolution;
  if (!(u >= 0 && v >= 0 && u < width - 1 && v < grid.height - 1)) return false;
  const i = Math.floor(u);
  const j = Math.floor(v);
  const fx = u - i;
  const fy = v - j;
  const at = j * width + i;
  const m00 = PROBABILITY[cells[at] + PROBABILITY_OFFSET];
  const m10 = PROBABILITY[cells[at + 1] + PROBABILITY_OFFSET];
  const m01 = PROBABILITY[cells[at + width] + PROBABILITY_OFFSET];
  const m11 = PROBABILITY[cells[at + width + 1] + PROBABILITY_OFFSET];
  const alongX = published ? fx : fy;
  const alongY = published ? fy : fx;
  out[0] = (1 - fy) * ((1 - fx) * m00 + fx * m10) + fy * ((1 - fx) * m01 + fx * m11);
  out[1] = ((1 - alongX) * (m10 - m00) + alongX * (m11 - m01)) / resolution;
  out[2] = ((1 - alongY) * (m01 - m00) + alongY * (m11 - m10)) / resolution;
  return true;
}

/** hessian, slope ← Σ JᵀJ / σ², Σ Jᵀ(1 − M) / σ² at a pose; returns the mean occupancy. */
function accumulate(grid: OccupancyGrid, points: ScanPoints, pose: Pose2, options: MatchOptions): number {
  const published = options.published === true;
  sinCos(pose.heading, direction);
  const s = direction[0];
  const c = direction[1];
  let h00 = 0;
  let h01 = 0;
  let h02 = 0;
  let h11 = 0;
  let h12 = 0;
  let h22 = 0;
  let g0 = 0;
  let g1 = 0;
  let g2 = 0;
  let total = 0;
  for (let k = 0; k < points.count; k++) {
    const rx = c * points.x[k] - s * points.y[k];
    const ry = s * points.x[k] + c * points.y[k];
    if (!interpolate(grid, pose.x + rx, pose.y + ry, published)) continue;
    const gx = sample[1];
    const gy = sample[2];
    const gt = gy * rx - gx * ry;
    const residual = 1 - sample[0];
    total += sample[0];
    h00 += gx * gx;
    h01 += gx * gy;
    h02 += gx * gt;
    h11 += gy * gy;
    h12 += gy * gt;
    h22 += gt * gt;
    g0 += gx * residual;
    g1 += gy * residual;
    g2 += gt * residual;
  }
  const weight = 1 / (options.sigma * options.sigma);
  hessian[0] = weight * h00;
  hessian[1] = hessian[3] = weight * h01;
  hessian[2] = hessian[6] = weight * h02;
  hessian[4] = weight * h11;
  hessian[5] = hessian[7] = weight * h12;
  hessian[8] = weight * h22;
  slope[0] = weight * g0;
  slope[1] = weight * g1;
  slope[2] = weight * g2;
  return points.count === 0 ? 0 : total / points.count;
}

/** One step at a pose, in place; returns its length in cells, 0 when the walls say nothing. */
function gaussNewtonStep(
  grid: OccupancyGrid,
  points: ScanPoints,
  pose: Pose2,
  prior: Prior | undefined,
  options: MatchOptions,
): number {
  accumulate(grid, points, pose, options);
  if (prior !== undefined) addPrior(prior, pose);
  if (hessian[0] === 0 || hessian[4] === 0 || invert3(hessian, inverse) === 0) return 0;
  const dx = inverse[0] * slope[0] + inverse[1] * slope[1] + inverse[2] * slope[2];
  const dy = inverse[3] * slope[0] + inverse[4] * slope[1] + inverse[5] * slope[2];
  const turn = inverse[6] * slope[0] + inverse[7] * slope[1] + inverse[8] * slope[2];
  if (!Number.isFinite(dx + dy + turn)) return 0;
  pose.x += dx;
  pose.y += dy;
  pose.heading = wrapToPi(pose.heading + Math.max(-MAX_TURN, Math.min(MAX_TURN, turn)));
  return (Math.abs(dx) + Math.abs(dy) + Math.abs(turn)) / grid.resolution;
}

/** A prediction and how much is known about it. */
export interface Prior {
  readonly pose: Pose2;
  /** Λ₀, 3×3. */
  readonly information: Float64Array;
}

function addPrior({ pose, information }: Prior, at: Pose2): void {
  const ex = at.x - pose.x;
  const ey = at.y - pose.y;
  const et = wrapToPi(at.heading - pose.heading);
  for (let i = 0; i < 3; i++) {
    const row = 3 * i;
    slope[i] -= information[row] * ex + information[row + 1] * ey + information[row + 2] * et;
    for (let j = 0; j < 3; j++) hessian[row + j] += information[row + j];
  }
}

/** Matches points to a map from out.pose on; out ← the result, its information and its score. */
export function matchScan(
  map: GridPyramid,
  points: ScanPoints,
  prior: Prior | undefined,
  options: MatchOptions,
  out: Match,
): void {
  const { coarseSteps = COARSE_STEPS, fineSteps = FINE_STEPS } = options;
  for (let k = map.levels.length - 1; k >= 0; k--) {
    const steps = k === 0 ? fineSteps : coarseSteps;
    for (let i = 0; i < steps; i++) {
      if (gaussNewtonStep(map.levels[k], points, out.pose, prior, options) < CONVERGED) break;
    }
  }
  out.score = accumulate(map.levels[0], points, out.pose, options);
  if (prior !== undefined) addPrior(prior, out.pose);
  out.information.set(hessian);
}
