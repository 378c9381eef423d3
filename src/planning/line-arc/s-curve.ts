/**
 * Line, two opposite arcs, line: into a slot beside the lane, where start and goal point nearly the same way.
 *
 * In the frame of the goal the start has the heading ψ0 and the arcs of curvature κ and −κ turn it to ψm and on to 0:
 *
 *   Δy = s₁ sin ψ0 + (1 + cos ψ0 − 2 cos ψm)/κ
 *   Δx = s₁ cos ψ0 + (2 sin ψm − sin ψ0)/κ + s₂
 *
 * The straight piece s₂ into the slot is given; ψm and s₁ are found in turn, which converges because sin ψ0 is small.
 */
import { wrapToPi } from '../../math/angle.ts';
import { acos, cos, sin } from '../../math/trig.ts';
import type { Arc } from '../arcs/arc-path.ts';
import { endOf, merged, poseGap } from '../arcs/arc-path.ts';
import type { Pose } from '../problem.ts';

/** Headings further apart than this are no case for it [rad]. */
const MOST_TURN = 0.3;
/** Straight pieces at the end, signed along the goal's heading [m]. */
const LAST_PIECES = [0, -0.5, 0.5, -1.5, 1.5];

export function sCurvePaths(start: Pose, goal: Pose, curvature: number): Arc[][] {
  const heading = wrapToPi(start.yaw - goal.yaw);
  if (Math.abs(heading) > MOST_TURN) return [];
  const paths: Arc[][] = [];
  for (const bend of [curvature, -curvature])
    for (const side of [1, -1])
      for (const last of LAST_PIECES) {
        const arcs = sCurve(start, goal, { bend, side, last });
        if (arcs !== undefined && poseGap(endOf(start, arcs), goal) < 1e-9) paths.push(arcs);
      }
  return paths;
}

interface Variant {
  /** Curvature of the first arc [1/m]. */
  readonly bend: number;
  /** Sign of the heading between the arcs. */
  readonly side: number;
  readonly last: number;
}

function sCurve(start: Pose, goal: Pose, { bend, side, last }: Variant): Arc[] | undefined {
  const heading = wrapToPi(start.yaw - goal.yaw);
  const [c, s] = [cos(goal.yaw), sin(goal.yaw)];
  const dx = c * (goal.x - start.x) + s * (goal.y - start.y);
  const dy = c * (goal.y - start.y) - s * (goal.x - start.x);
  let first = 0;
  let middle = 0;
  for (let i = 0; i < 40; i++) {
    const cosine = 0.5 * (1 + cos(heading) - bend * (dy - first * sin(heading)));
    if (!(Math.abs(cosine) <= 1)) return undefined;
    middle = side * acos(cosine);
    const next = (dx - last - (2 * sin(middle) - sin(heading)) / bend) / cos(heading);
    const change = Math.abs(next - first);
    first = next;
    if (change < 1e-13) break;
  }
  return merged([
    { curvature: 0, length: first },
    { curvature: bend, length: (middle - heading) / bend },
    { curvature: -bend, length: middle / bend },
    { curvature: 0, length: last },
  ]);
}
