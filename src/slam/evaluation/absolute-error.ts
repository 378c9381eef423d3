/**
 * Distance of a trajectory from the truth, both laid upon each other as well as they go.
 *
 *   minimise Σ |R pᵢ + t − qᵢ|²:   θ = atan2(Σ p̃ × q̃, Σ p̃ · q̃),   t = q̄ − R p̄        p̃, q̃ about their means
 *
 * Reference: Umeyama, PAMI 13, 1991, in the plane and without scale; Sturm et al., IROS 2012 (absolute trajectory error).
 */
import { wrapToPi } from '../../math/angle.ts';
import type { Pose2 } from '../../math/pose2.ts';
import { composePoseInto } from '../../math/pose2.ts';
import { atan2, sinCos } from '../../math/trig.ts';
import type { StampedPose } from '../slam.ts';
import type { ErrorSummary } from './relations.ts';
import { poseAt, summary } from './relations.ts';

export interface AbsoluteErrors {
  /** Poses for which the truth is known. */
  readonly poses: number;
  /** [m] and [rad]. */
  readonly translation: ErrorSummary;
  readonly rotation: ErrorSummary;
  /** The frame of the trajectory in that of the truth. */
  readonly alignment: Pose2;
}

const direction = new Float64Array(2);

/** The rigid motion that brings places p nearest to places q. */
function alignPlaces(p: readonly Pose2[], q: readonly Pose2[]): Pose2 {
  const n = p.length;
  const mean = { px: 0, py: 0, qx: 0, qy: 0 };
  for (let i = 0; i < n; i++) {
    mean.px += p[i].x / n;
    mean.py += p[i].y / n;
    mean.qx += q[i].x / n;
    mean.qy += q[i].y / n;
  }
  let dot = 0;
  let cross = 0;
  for (let i = 0; i < n; i++) {
    const ax = p[i].x - mean.px;
    const ay = p[i].y - mean.py;
    const bx = q[i].x - mean.qx;
    const by = q[i].y - mean.qy;
    dot += ax * bx + ay * by;
    cross += ax * by - ay * bx;
  }
  const heading = atan2(cross, dot);
  sinCos(heading, direction);
  return {
    x: mean.qx - (direction[1] * mean.px - direction[0] * mean.py),
    y: mean.qy - (direction[0] * mean.px + direction[1] * mean.py),
    heading,
  };
}

/** Undefined where fewer than two poses have a truth. */
export function absoluteErrors(
  trajectory: readonly StampedPose[],
  truth: readonly StampedPose[],
): AbsoluteErrors | undefined {
  const own: StampedPose[] = [];
  const true_: Pose2[] = [];
  for (const pose of trajectory) {
    const at = { x: 0, y: 0, heading: 0 };
    if (!poseAt(truth, pose.stamp, at)) continue;
    own.push(pose);
    true_.push(at);
  }
  if (own.length < 2) return undefined;
  const alignment = alignPlaces(own, true_);
  const moved = { x: 0, y: 0, heading: 0 };
  const translation: number[] = [];
  const rotation: number[] = [];
  for (let i = 0; i < own.length; i++) {
    composePoseInto(alignment, own[i], moved);
    const dx = moved.x - true_[i].x;
    const dy = moved.y - true_[i].y;
    translation.push(Math.sqrt(dx * dx + dy * dy));
    rotation.push(Math.abs(wrapToPi(moved.heading - true_[i].heading)));
  }
  return { poses: own.length, translation: summary(translation), rotation: summary(rotation), alignment };
}
