/**
 * Pose graph in the plane: poses, and measurements of one pose as seen from another.
 *
 *   e(a, b) = ( R(θₐ)ᵀ (t_b − tₐ) − z_t,   wrap(θ_b − θₐ − z_θ) ),      χ² = eᵀ Ω e
 *   minimise Σ ρ(χ²)
 *
 * z   pose of b in the frame of a [m, rad];   Ω its information
 *
 * Measurements of a loop may be wrong and get a robust ρ:
 *   squared      χ²
 *   huber        χ² for χ ≤ δ, else δ (2χ − δ)                                                   `scale` δ
 *   switchable   min over s of s² χ² + Φ (1 − s)² = Φ χ² / (Φ + χ²): a switch per loop, eliminated  `scale` Φ
 *
 * Reference: Grisetti et al., A tutorial on graph-based SLAM, ITSM 2010; Sünderhauf & Protzel, IROS 2012 (switchable constraints).
 * Checked against: scipy.optimize.least_squares, with every ρ.
 */
import { wrapToPi } from '../../math/angle.ts';
import type { Pose2 } from '../../math/pose2.ts';
import { sinCos } from '../../math/trig.ts';

export interface PoseEdge {
  readonly from: number;
  readonly to: number;
  readonly x: number;
  readonly y: number;
  readonly heading: number;
  /** Ω, 3×3. */
  readonly information: Float64Array;
  readonly loss: Loss;
}

export type LossKind = 'squared' | 'huber' | 'switchable';

export interface Loss {
  readonly kind: LossKind;
  readonly scale: number;
}

export const SQUARED: Loss = { kind: 'squared', scale: 1 };

export interface PoseGraph {
  readonly poses: Pose2[];
  readonly edges: PoseEdge[];
  /** These stay where they are; at least one, or the whole graph may drift. */
  readonly fixed: Set<number>;
}

export const createPoseGraph = (): PoseGraph => ({ poses: [], edges: [], fixed: new Set() });

/** e, and the Jacobian by a; that by b is R(θₐ)ᵀ and 1. */
export interface Linearised {
  readonly error: Float64Array;
  /** cos and sin of the heading of a, and ∂e_t/∂θₐ. */
  c: number;
  s: number;
  turnX: number;
  turnY: number;
}

export const createLinearised = (): Linearised => ({ error: new Float64Array(3), c: 1, s: 0, turnX: 0, turnY: 0 });

const direction = new Float64Array(2);

export function linearise(a: Pose2, b: Pose2, edge: PoseEdge, out: Linearised): void {
  sinCos(a.heading, direction);
  const s = direction[0];
  const c = direction[1];
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  out.s = s;
  out.c = c;
  out.error[0] = c * dx + s * dy - edge.x;
  out.error[1] = c * dy - s * dx - edge.y;
  out.error[2] = wrapToPi(b.heading - a.heading - edge.heading);
  out.turnX = c * dy - s * dx;
  out.turnY = -c * dx - s * dy;
}

/** χ² = eᵀ Ω e. */
export function squaredError({ error: e }: Linearised, { information: o }: PoseEdge): number {
  return (
    e[0] * (o[0] * e[0] + o[1] * e[1] + o[2] * e[2]) +
    e[1] * (o[3] * e[0] + o[4] * e[1] + o[5] * e[2]) +
    e[2] * (o[6] * e[0] + o[7] * e[1] + o[8] * e[2])
  );
}

/** ρ(χ²), with a scale that is so much wider. */
export function robustCost(loss: Loss, chiSquared: number, widening = 1): number {
  const { kind } = loss;
  const scale = loss.scale * widening;
  if (kind === 'squared') return chiSquared;
  if (kind === 'switchable') return (scale * chiSquared) / (scale + chiSquared);
  const chi = Math.sqrt(chiSquared);
  return chi <= scale ? chiSquared : scale * (2 * chi - scale);
}

/** dρ/dχ²: what an edge counts in the next step. */
export function robustWeight(loss: Loss, chiSquared: number, widening = 1): number {
  const { kind } = loss;
  const scale = loss.scale * widening;
  if (kind === 'squared') return 1;
  if (kind === 'switchable') {
    const share = scale / (scale + chiSquared);
    return share * share;
  }
  const chi = Math.sqrt(chiSquared);
  return chi <= scale ? 1 : scale / chi;
}

const scratch = createLinearised();

export function graphCost({ poses, edges }: PoseGraph, widening = 1): number {
  let cost = 0;
  for (const edge of edges) {
    linearise(poses[edge.from], poses[edge.to], edge, scratch);
    cost += robustCost(edge.loss, squaredError(scratch, edge), widening);
  }
  return cost;
}
