/**
 * Bends the rest of a path to a goal that has moved a little, because a slot is known better from near.
 *
 *   T = G′ G⁻¹        moves the old goal onto the new one
 *   p′ = p + w (T p − p),   w = min(1, s/S)
 *
 * s is the way from the car to a point and S half the rest, at least a metre: the end of the path lies exactly right, the beginning where
 * the car is. The curvature changes by less than 2 |Δ|/S², below what steering notices for corrections of centimetres.
 */
import { wrapToPi } from '../../math/angle.ts';
import { cos, sin } from '../../math/trig.ts';
import type { PathPoint } from '../../msgs/index.ts';
import type { Pose } from '../problem.ts';

const SHORTEST_BEND = 1;

/** In place, from the point `from` on. */
export function bendPath(points: PathPoint[], from: number, old: Pose, goal: Pose): void {
  const turn = wrapToPi(goal.yaw - old.yaw);
  const [c, s] = [cos(turn), sin(turn)];
  const ways = waysFrom(points, from);
  const bend = Math.max(SHORTEST_BEND, ways[ways.length - 1] / 2);
  for (let i = from; i < points.length; i++) {
    const point = points[i];
    const w = Math.min(1, ways[i - from] / bend);
    const [dx, dy] = [point.x - old.x, point.y - old.y];
    point.x += w * (goal.x + c * dx - s * dy - point.x);
    point.y += w * (goal.y + s * dx + c * dy - point.y);
    point.yaw = wrapToPi(point.yaw + w * turn);
  }
}

function waysFrom(points: readonly PathPoint[], from: number): number[] {
  const ways = [0];
  for (let i = from; i + 1 < points.length; i++) {
    const [dx, dy] = [points[i + 1].x - points[i].x, points[i + 1].y - points[i].y];
    ways.push(ways[i - from] + Math.sqrt(dx * dx + dy * dy));
  }
  return ways;
}
