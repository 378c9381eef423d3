/**
 * A path as it is handed to a tracker that slows down by itself where it has to steer: no stops but where the direction changes, and everywhere else the
 * largest speed. A stop in the middle of a run, which a planner makes where the curvature jumps or where two paths are joined, is taken out.
 */
import { cos, sin } from '../../math/trig.ts';
import type { PathPoint } from '../../msgs/index.ts';
import type { DrivingLimits } from '../problem.ts';

const isSamePlace = (a: PathPoint, b: PathPoint): boolean => Math.abs(a.x - b.x) < 1e-6 && Math.abs(a.y - b.y) < 1e-6;

/** Which way a car goes from one pose to another: 1 ahead, −1 back, 0 where they are the same. */
const directionOf = (from: PathPoint, to: PathPoint): number =>
  isSamePlace(from, to) ? 0 : Math.sign((to.x - from.x) * cos(from.yaw) + (to.y - from.y) * sin(from.yaw));

/** Which way the path goes on from a point: that of the next place. Speeds do not tell, as a stretch of two points has none. */
function directionAfter(points: readonly PathPoint[], i: number): number {
  for (let k = i; k + 1 < points.length; k++) {
    const direction = directionOf(points[k], points[k + 1]);
    if (direction !== 0) return direction;
  }
  return 0;
}

function directionBefore(points: readonly PathPoint[], i: number): number {
  for (let k = i; k > 0; k--) {
    const direction = directionOf(points[k - 1], points[k]);
    if (direction !== 0) return direction;
  }
  return 0;
}

/** A first run of less than this is not worth a change of gear, and too short to get going [m]. */
const SHORTEST = 0.03;

/** From the first change of direction on, where that comes at once: the car stands nearly there. */
function withoutShortStart(points: readonly PathPoint[]): readonly PathPoint[] {
  const end = points.findIndex((point, i) => i + 1 < points.length && isSamePlace(point, points[i + 1]));
  if (end < 1) return points;
  const [dx, dy] = [points[end].x - points[0].x, points[end].y - points[0].y];
  return dx * dx + dy * dy < SHORTEST * SHORTEST && end <= 2 ? points.slice(end + 1) : points;
}

export function withDrivenSpeeds(points: readonly PathPoint[], limits: DrivingLimits): PathPoint[] {
  const isNeedless = (i: number) =>
    i + 1 < points.length &&
    isSamePlace(points[i], points[i + 1]) &&
    directionBefore(points, i) * directionAfter(points, i + 1) >= 0;
  const kept = withoutShortStart(points.filter((_, i) => !isNeedless(i)));
  const speedOf = (direction: number) => (direction < 0 ? -limits.backwardSpeed : limits.forwardSpeed);
  return kept.map((point, i) => {
    const ends = i === 0 || i === kept.length - 1;
    const turns =
      (i > 0 && isSamePlace(kept[i - 1], point)) || (i + 1 < kept.length && isSamePlace(point, kept[i + 1]));
    const direction = directionAfter(kept, i) || directionBefore(kept, i);
    return { ...point, speed: turns || (ends && i > 0) ? 0 : speedOf(direction) };
  });
}
