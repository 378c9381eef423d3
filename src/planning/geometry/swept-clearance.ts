/**
 * Whether the body stays clear all along an arc, by conservative advancement.
 *
 * While the rear axle moves ds, no point of the body moves further than g·ds with
 *
 *   g = √((1 + |κ| halfWidth)² + (κ·overhang)²),   overhang = max(front, rear)
 *
 * so from a pose with the distance d > margin the next (d − margin)/g metres are clear without looking. Steps never get
 * shorter than `LEAST_STEP`, over which the body can come nearer by less than half of it times g.
 */
import type { Arc, MutablePose } from '../arcs/arc-path.ts';
import { advanceInto } from '../arcs/arc-path.ts';
import type { CarShape, Pose } from '../problem.ts';
import type { ObstacleField } from './obstacle-field.ts';

/** [m] */
const LEAST_STEP = 0.02;

const at: MutablePose = { x: 0, y: 0, yaw: 0 };

/** How far the fastest point of the body moves per metre of the rear axle. */
export function sweepRate(curvature: number, { front, rear, halfWidth }: CarShape): number {
  const bend = Math.abs(curvature);
  const along = 1 + bend * halfWidth;
  const across = bend * Math.max(front, rear);
  return Math.sqrt(along * along + across * across);
}

/** Whether the body keeps at least `margin` [m] from everything along an arc that starts at `pose`. */
const isArcClear = (field: ObstacleField, pose: Pose, arc: Arc, margin: number): boolean =>
  clearLength(field, pose, arc, margin) === Math.abs(arc.length);

/** How much of an arc can be driven with that margin [m]: all of it, or as far as was looked at without coming too near. */
export function clearLength(
  field: ObstacleField,
  pose: Pose,
  arc: Arc,
  margin: number,
  leastStep = LEAST_STEP,
): number {
  const rate = sweepRate(arc.curvature, field.car);
  const total = Math.abs(arc.length);
  const sign = arc.length < 0 ? -1 : 1;
  let along = 0;
  let known = 0;
  for (;;) {
    advanceInto(pose, arc.curvature, sign * along, at);
    const distance = field.distance(at);
    const spare = distance - margin;
    // touching is too near even without a margin
    if (spare < 0 || distance === 0) return known;
    if (along >= total) return total;
    known = along;
    along = Math.min(total, along + Math.max(leastStep, spare / rate));
  }
}

/** The same along a whole path. */
export function isPathClear(field: ObstacleField, start: Pose, arcs: readonly Arc[], margin: number): boolean {
  const pose = { x: start.x, y: start.y, yaw: start.yaw };
  for (const arc of arcs) {
    if (!isArcClear(field, pose, arc, margin)) return false;
    advanceInto(pose, arc.curvature, arc.length, pose);
  }
  return true;
}
