/** Straight on from where the car is: the way along the slots while it looks for one. */
import { cos, sin } from '../../math/trig.ts';
import type { PathPoint } from '../../msgs/index.ts';
import type { Pose } from '../problem.ts';

const SPACING = 0.1;

export function searchPath(from: Pose, distance: number, speed: number): PathPoint[] {
  const [c, s] = [cos(from.yaw), sin(from.yaw)];
  const steps = Math.ceil(distance / SPACING);
  return Array.from({ length: steps + 1 }, (_, i) => {
    const way = Math.min(distance, i * SPACING);
    return { x: from.x + way * c, y: from.y + way * s, yaw: from.yaw, curvature: 0, speed: i < steps ? speed : 0 };
  });
}

/** Where the car comes to a stand when it brakes now: the index of that point. */
export function stoppingPoint(points: readonly PathPoint[], at: number, speed: number, acceleration: number): number {
  const REACTION = 0.3;
  const way = (speed * speed) / (2 * acceleration) + Math.abs(speed) * REACTION + SPACING;
  return Math.min(points.length - 1, at + Math.ceil(way / SPACING));
}
