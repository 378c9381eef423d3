/**
 * The least distance between two convex shapes [m]: 0 when they overlap, else from a corner of one to an edge of the other.
 *
 *   d² = min over corners v and edges p + u q, 0 ≤ u ≤ 1, of |v − p − u q|²
 *
 * Checked against: an independent numpy script that minimises over both outlines.
 */
import type { Box, ConvexShape } from './convex-shape.ts';
import { createBoxShape, placeBox } from './convex-shape.ts';
import { overlap } from './convex-separation.ts';

export function shapeDistance(a: ConvexShape, b: ConvexShape): number {
  if (overlap(a, b)) return 0;
  return Math.sqrt(Math.min(leastSquare(a, b), leastSquare(b, a)));
}

/** From the corners of `a` to the edges of `b`, squared [m²]. */
function leastSquare(a: ConvexShape, b: ConvexShape): number {
  const edges = b.points;
  const end = 2 * b.count;
  let least = Infinity;
  for (let from = end - 2, to = 0; to < end; from = to, to += 2) {
    const edgeX = edges[to] - edges[from];
    const edgeY = edges[to + 1] - edges[from + 1];
    const perLength = 1 / (edgeX * edgeX + edgeY * edgeY);
    for (let k = 0; k < 2 * a.count; k += 2) {
      const x = a.points[k] - edges[from];
      const y = a.points[k + 1] - edges[from + 1];
      const u = Math.max(0, Math.min(1, (x * edgeX + y * edgeY) * perLength));
      const dx = x - u * edgeX;
      const dy = y - u * edgeY;
      least = Math.min(least, dx * dx + dy * dy);
    }
  }
  return least;
}

const shapeA = createBoxShape();
const shapeB = createBoxShape();

/** The least distance between two bodies in plan view [m]. */
export function bodyDistance(a: Box, b: Box): number {
  placeBox(shapeA, a);
  placeBox(shapeB, b);
  return shapeDistance(shapeA, shapeB);
}

/** The least distance between a body and a solid's footprint in plan view [m]. */
export function shapeDistanceToBody(shape: ConvexShape, body: Box): number {
  placeBox(shapeA, body);
  return shapeDistance(shapeA, shape);
}
