/** How far along a path the car is. */
import type { PathPoint } from '../../msgs/index.ts';

const distance = (a: PathPoint, b: PathPoint): number => {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  return Math.sqrt(dx * dx + dy * dy);
};

/** Whether a point is one of the two at which the direction changes, and not the last. */
const isCusp = (points: readonly PathPoint[], i: number): boolean =>
  i + 1 < points.length && points[i].speed === 0 && distance(points[i], points[i + 1]) < 1e-9;

/**
 * The nearest point from `from` on, no further than the next change of direction unless the car stands there already: a path that
 * comes back over itself must not be cut short.
 */
export function advance(points: readonly PathPoint[], from: number, x: number, y: number, stands: boolean): number {
  let best = from;
  let least = Infinity;
  for (let i = from; i < points.length; i++) {
    const [dx, dy] = [points[i].x - x, points[i].y - y];
    const d2 = dx * dx + dy * dy;
    if (d2 < least) [best, least] = [i, d2];
    if (isCusp(points, i)) break;
  }
  const atCusp = isCusp(points, best) && stands && least < 0.15 * 0.15;
  return atCusp ? best + 1 : best;
}

/** Length of the path from a point to its end [m]. */
export function lengthFrom(points: readonly PathPoint[], from: number): number {
  let length = 0;
  for (let i = from; i + 1 < points.length; i++) length += distance(points[i], points[i + 1]);
  return length;
}

export function gearChanges(points: readonly PathPoint[]): number {
  let count = 0;
  for (let i = 0; i < points.length; i++) if (isCusp(points, i)) count++;
  return count;
}
