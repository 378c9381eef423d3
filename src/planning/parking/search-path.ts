/** Straight on from where the car is, or straight back: the way along the slots while it looks for one. */
import { cos, sin } from '../../math/trig.ts';
import type { PathPoint } from '../../msgs/index.ts';
import type { Pose } from '../problem.ts';

/** Between points of the way [m]. */
export const SPACING = 0.1;

/** A distance below 0 goes backwards [m]; the speed has no sign [m/s]. */
export function searchPath(from: Pose, distance: number, speed: number): PathPoint[] {
  const direction = distance < 0 ? -1 : 1;
  const [c, s] = [direction * cos(from.yaw), direction * sin(from.yaw)];
  const steps = Math.ceil(Math.abs(distance) / SPACING);
  return Array.from({ length: steps + 1 }, (_, i) => {
    const way = Math.min(Math.abs(distance), i * SPACING);
    const pace = i < steps ? direction * speed : 0;
    return { x: from.x + way * c, y: from.y + way * s, yaw: from.yaw, curvature: 0, speed: pace };
  });
}

/** A known place further behind the rear axle than this is looked for backwards [m]: from above, not all of its entrance is in view. */
const BEHIND = 1;

/** How far to drive to find what is known to be at a point, or anything where none is known: at most `most`, and backwards no further than beside it [m]. */
export function searchDistance(from: Pose, point: readonly number[] | undefined, most: number): number {
  if (point === undefined) return most;
  const ahead = (point[0] - from.x) * cos(from.yaw) + (point[1] - from.y) * sin(from.yaw);
  return ahead < -BEHIND ? Math.max(-most, ahead) : most;
}

/** Between seeing and braking [s], and what is added to be sure [m]. */
const REACTION = 0.3;

/** How far a car drives until it stands, when it is told to now [m]. */
export const stoppingWay = (speed: number, deceleration: number): number =>
  (speed * speed) / (2 * deceleration) + Math.abs(speed) * REACTION + SPACING;

/** Where the car comes to a stand when it brakes now: the index of that point, no further than where it stands anyway. */
export function stoppingPoint(points: readonly PathPoint[], at: number, speed: number, acceleration: number): number {
  let left = stoppingWay(speed, acceleration);
  let i = at;
  for (; left > 1e-9 && i + 1 < points.length; i++) {
    const [dx, dy] = [points[i + 1].x - points[i].x, points[i + 1].y - points[i].y];
    const step = Math.sqrt(dx * dx + dy * dy);
    if (step < 1e-9) break;
    left -= step;
  }
  return i;
}
