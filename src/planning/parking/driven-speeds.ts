/**
 * A path as it is handed to a tracker that slows down by itself where it has to steer: no stops but where the direction changes, and everywhere else the
 * largest speed. A stop in the middle of a run, which a planner makes where the curvature jumps or where two paths are joined, is taken out.
 */
import type { PathPoint } from '../../msgs/index.ts';
import type { DrivingLimits } from '../problem.ts';

const isSamePlace = (a: PathPoint, b: PathPoint): boolean => Math.abs(a.x - b.x) < 1e-6 && Math.abs(a.y - b.y) < 1e-6;

/** Which way the path goes on from a point: that of the next one that moves. */
function directionAfter(points: readonly PathPoint[], i: number): number {
  for (let k = i; k < points.length; k++) if (points[k].speed !== 0) return Math.sign(points[k].speed);
  return 0;
}

function directionBefore(points: readonly PathPoint[], i: number): number {
  for (let k = i; k >= 0; k--) if (points[k].speed !== 0) return Math.sign(points[k].speed);
  return 0;
}

export function withDrivenSpeeds(points: readonly PathPoint[], limits: DrivingLimits): PathPoint[] {
  const isNeedless = (i: number) =>
    i + 1 < points.length &&
    isSamePlace(points[i], points[i + 1]) &&
    directionBefore(points, i) === directionAfter(points, i + 1);
  const kept = points.filter((_, i) => !isNeedless(i));
  const speedOf = (direction: number) => (direction < 0 ? -limits.backwardSpeed : limits.forwardSpeed);
  return kept.map((point, i) => {
    const ends = i === 0 || i === kept.length - 1;
    const turns =
      (i > 0 && isSamePlace(kept[i - 1], point)) || (i + 1 < kept.length && isSamePlace(point, kept[i + 1]));
    // a point that a planner let the car stand on goes the way of the next
    const direction = point.speed !== 0 ? Math.sign(point.speed) : directionAfter(kept, i) || directionBefore(kept, i);
    return { ...point, speed: turns || (ends && i > 0) ? 0 : speedOf(direction) };
  });
}
