/** Whether the rest of a path is still free of what the map has learnt since it was planned. */
import { ObstacleField } from '../geometry/obstacle-field.ts';
import type { CarShape, Polygon, Pose } from '../problem.ts';

/**
 * Points lie at most 0.1 m apart, so between two of them the body comes nearer by less than a few centimetres: `margin` [m] has to be larger. What is
 * further along than `way` metres may still move, and is left for later.
 */
export function isPathFree(
  points: readonly Pose[],
  from: number,
  obstacles: readonly Polygon[],
  { car, margin, way }: { readonly car: CarShape; readonly margin: number; readonly way: number },
): boolean {
  const field = new ObstacleField(obstacles, car);
  let driven = 0;
  for (let i = from; i < points.length && driven <= way; i++) {
    if (field.distance(points[i]) < margin) return false;
    if (i + 1 === points.length) break;
    const [dx, dy] = [points[i + 1].x - points[i].x, points[i + 1].y - points[i].y];
    driven += Math.sqrt(dx * dx + dy * dy);
  }
  return true;
}
