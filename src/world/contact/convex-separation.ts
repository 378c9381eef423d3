/**
 * Separating axes: how far apart two convex shapes are along the normals of their edges.
 *
 *   s(e) = min over the other's corners v of n_e · (v − p_e)          [m], negative: the other reaches this deep behind edge e
 *   s    = max over the edges of both                                  s > 0: a line along that edge separates them
 *
 * When they overlap, −s is the least distance by which one has to move for them not to, and the edge says where to. When they do not, s is at
 * most their distance, and less than it when corner faces corner.
 *
 * Reference: the separating-axis theorem for convex polygons; see Ericson, Real-Time Collision Detection, section 5.2.
 * Checked against: half-plane clipping in an independent numpy script, and sampling.
 */
import { DOUBLE } from '../../math/double.ts';
import type { ConvexShape } from './convex-shape.ts';

/** How far `other` stays in front of an edge of `shape` [m]. */
export function edgeSeparation(shape: ConvexShape, edge: number, other: ConvexShape): number {
  const nx = shape.normals[2 * edge];
  const ny = shape.normals[2 * edge + 1];
  const corners = other.points;
  const end = 2 * other.count;
  let least = Infinity;
  for (let k = 0; k < end; k += 2) {
    const along = nx * corners[k] + ny * corners[k + 1];
    if (along < least) least = along;
  }
  return least - (nx * shape.points[2 * edge] + ny * shape.points[2 * edge + 1]);
}

/** The separation, and the edge it is measured from: those of `a` count from 0, those of `b` go on after them. */
export interface Separation {
  distance: number;
  edge: number;
}

export const createSeparation = (): Separation => ({ distance: DOUBLE, edge: 0 });

/** Finds the separation of two shapes; gives up at the first edge that is further away than `enough`. */
export function separate(a: ConvexShape, b: ConvexShape, enough: number, out: Separation): void {
  out.distance = -Infinity;
  for (let edge = 0; edge < a.count + b.count; edge++) {
    const distance = edge < a.count ? edgeSeparation(a, edge, b) : edgeSeparation(b, edge - a.count, a);
    if (distance <= out.distance) continue;
    out.distance = distance;
    out.edge = edge;
    if (distance > enough) return;
  }
}

const found = createSeparation();

/** Whether two shapes share more than `slack` [m]. */
export function overlap(a: ConvexShape, b: ConvexShape, slack = 0): boolean {
  separate(a, b, -slack, found);
  return found.distance < -slack;
}
