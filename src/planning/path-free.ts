/**
 * Is what is left of a path still free? Asked when new obstacles were seen while it is driven.
 *
 * The body is measured at points of the path, and points are skipped as long as the way the fastest point of the body makes cannot
 * bring it nearer than `margin`.
 */
import { ObstacleField } from './geometry/obstacle-field.ts';
import { sweepRate } from './geometry/swept-clearance.ts';
import type { CarShape, PlannedPath, Polygon } from './problem.ts';

export interface PathFreedom {
  readonly isFree: boolean;
  /** Along the path from `fromIndex` to the first place that is too near an obstacle; the rest of the path if there is none [m]. */
  readonly distance: number;
  /** The point there, or the last. */
  readonly index: number;
  /** Least distance of the body from an obstacle on the way looked at, as far as it was measured [m]. */
  readonly clearance: number;
}

export interface PathQuestion {
  readonly path: PlannedPath;
  readonly obstacles: readonly Polygon[];
  readonly car: CarShape;
  /** The point that the car has reached. */
  readonly fromIndex?: number;
  /** Nearer than this is too near [m]: 0 unless told. */
  readonly margin?: number;
}

export function isPathFree({ path, obstacles, car, fromIndex = 0, margin = 0 }: PathQuestion): PathFreedom {
  const field = new ObstacleField(obstacles, car);
  const { points } = path;
  let [distance, clearance, free] = [0, Infinity, 0];
  for (let i = fromIndex; i < points.length; i++) {
    if (i > fromIndex) {
      const [dx, dy] = [points[i].x - points[i - 1].x, points[i].y - points[i - 1].y];
      const step = Math.sqrt(dx * dx + dy * dy);
      distance += step;
      free -= step * sweepRate(points[i].curvature, car);
    }
    if (free > 0) continue;
    const gap = field.clearance(points[i]);
    clearance = Math.min(clearance, gap);
    if (gap <= margin) return { isFree: false, distance, index: i, clearance };
    // half of what is left: points are 0.1 m apart, and the rest is looked at again
    free = (gap - margin) / 2;
  }
  return { isFree: true, distance, index: points.length - 1, clearance };
}
