/**
 * The line-arc planner: straight along the start's heading, one arc, straight along the goal's heading into the slot.
 *
 * With the heading difference φ = θg − θ0 and the curvature κ the arc is φ/κ long, and the lengths s₁, s₂ of the lines follow from
 *
 *   s₁ e(θ0) + chord(κ, φ) + s₂ e(θg) = goal − start
 *
 * the fillet of two lines, whose tangent length is R tan(φ/2). Both signs of κ are tried, the arc forwards or backwards, so that a
 * reverse entry is the same formula. As published, a default curvature is tried first, then larger and smaller ones, until the body
 * meets no polygon. Where the headings nearly agree (parallel slots) two opposite arcs take the place of the one: s-curve.ts.
 *
 * Reference: fillet of two lines; feasibility of the perpendicular case in closed form is in line-arc.test.ts.
 */
import { wrapToPi } from '../../math/angle.ts';
import { cos, sin } from '../../math/trig.ts';
import type { Arc } from '../arcs/arc-path.ts';
import { gearChangesOf, lengthOf, merged } from '../arcs/arc-path.ts';
import type { ObstacleField } from '../geometry/obstacle-field.ts';
import { isPathClear } from '../geometry/swept-clearance.ts';
import type { Pose } from '../problem.ts';
import { sCurvePaths } from './s-curve.ts';

/** Shares of the tightest curvature in the order in which they are tried: the default, then larger and smaller. */
const CURVATURE_SHARES = [0.8, 0.9, 0.7, 1, 0.6, 0.5, 0.4, 0.3, 0.2];
/** Below this the two lines are taken for parallel: |sin φ|. */
const LEAST_SINE = 0.05;

/** The two line-arc-line paths with this curvature, the arc driven forwards and backwards. */
export function lineArcPaths(start: Pose, goal: Pose, curvature: number): Arc[][] {
  const phi = wrapToPi(goal.yaw - start.yaw);
  const determinant = sin(phi);
  if (Math.abs(determinant) < LEAST_SINE) return [];
  return [1, -1].map((direction) => {
    const bend = curvature * direction * (phi < 0 ? -1 : 1);
    // what the arc leaves for the lines
    const restX = goal.x - start.x - (sin(goal.yaw) - sin(start.yaw)) / bend;
    const restY = goal.y - start.y + (cos(goal.yaw) - cos(start.yaw)) / bend;
    const first = (restX * sin(goal.yaw) - restY * cos(goal.yaw)) / determinant;
    const second = (cos(start.yaw) * restY - sin(start.yaw) * restX) / determinant;
    return merged([
      { curvature: 0, length: first },
      { curvature: bend, length: phi / bend },
      { curvature: 0, length: second },
    ]);
  });
}

export interface LineArcQuestion {
  readonly field: ObstacleField;
  readonly start: Pose;
  readonly goal: Pose;
  readonly maxCurvature: number;
  readonly margin: number;
  /** What a change of direction costs beside the length [m]. */
  readonly changeCost: number;
}

/** The path of the first curvature that keeps clear; of its variants the cheapest. */
export function planLineArc(question: LineArcQuestion): Arc[] | undefined {
  const { field, start, goal, maxCurvature, margin, changeCost } = question;
  const cost = (arcs: readonly Arc[]) => lengthOf(arcs) + changeCost * gearChangesOf(arcs);
  for (const share of CURVATURE_SHARES) {
    const curvature = share * maxCurvature;
    const paths = [...lineArcPaths(start, goal, curvature), ...sCurvePaths(start, goal, curvature)];
    paths.sort((a, b) => cost(a) - cost(b));
    const clear = paths.find((arcs) => isPathClear(field, start, arcs, margin));
    if (clear !== undefined) return clear;
  }
  return undefined;
}
