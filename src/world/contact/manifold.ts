/**
 * Where two convex shapes touch: one or two points, each with a depth, and one normal for both.
 *
 * One edge is the reference: of all edges the one behind which the other shape lies least deep. The other shape's edge that faces it most is cut to
 * the reference's length; what remains has two ends, and those that lie behind the reference are the points. So two flat sides meet in
 * two points, which hold each other parallel, and a corner meets a side in one.
 *
 * The reference is remembered while they touch, and given up only for an edge with less than half its depth: points do not flicker between two
 * parallel sides, a small thing hit near a corner is pushed the way it was hit, and every change makes the contact shallower, so that
 * no change of reference can store energy.
 *
 * Reference: clipping as in Catto, "Contact Manifolds", GDC 2007.
 */
import type { ConvexShape } from './convex-shape.ts';
import type { Separation } from './convex-separation.ts';
import { createSeparation, edgeSeparation, separate } from './convex-separation.ts';

export interface Manifold {
  /** How many points. */
  count: number;
  /** Reference edge: those of the first shape count from 0, those of the second go on after them. */
  edge: number;
  /** Unit normal, from the first shape into the second. */
  normalX: number;
  normalY: number;
  /** The points, half way between both outlines [m], and how deep the shapes overlap there [m]. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly depth: Float64Array;
}

export const createManifold = (): Manifold => ({
  count: 0,
  edge: -1,
  normalX: 0.5,
  normalY: 0.5,
  x: new Float64Array(2),
  y: new Float64Array(2),
  depth: new Float64Array(2),
});

const separation = createSeparation();

/**
 * Finds the contact of two shapes, with the reference edge of the step before or −1; without points when they do not touch.
 * Returns how far apart they are [m], negative when they overlap; only that they are further apart than `enough` is said of those that are.
 */
export function touch(a: ConvexShape, b: ConvexShape, remembered: number, enough: number, out: Manifold): number {
  separate(a, b, enough, separation);
  out.count = 0;
  const { distance } = separation;
  if (distance >= 0) return distance;
  out.edge = referenceEdge(a, b, remembered, separation);
  if (out.edge < a.count) clip(a, out.edge, b, out);
  else {
    clip(b, out.edge - a.count, a, out);
    out.normalX = -out.normalX;
    out.normalY = -out.normalY;
  }
  return distance;
}

function referenceEdge(a: ConvexShape, b: ConvexShape, remembered: number, { distance, edge }: Separation): number {
  if (remembered < 0) return edge;
  const before = remembered < a.count ? edgeSeparation(a, remembered, b) : edgeSeparation(b, remembered - a.count, a);
  return distance > 0.5 * before ? edge : remembered;
}

/** Cuts the facing edge of `incident` to the length of an edge of `reference`, and keeps the ends behind it. */
function clip(reference: ConvexShape, edge: number, incident: ConvexShape, out: Manifold): void {
  const nx = reference.normals[2 * edge];
  const ny = reference.normals[2 * edge + 1];
  const from = 2 * edge;
  const to = edge + 1 === reference.count ? 0 : from + 2;
  const originX = reference.points[from];
  const originY = reference.points[from + 1];
  const length = ny * (originX - reference.points[to]) + nx * (reference.points[to + 1] - originY);
  out.normalX = nx;
  out.normalY = ny;

  // both ends of the facing edge: along the reference, and height in front of it
  const facing = facingEdge(incident, nx, ny);
  const next = facing + 1 === incident.count ? 0 : facing + 1;
  const startX = incident.points[2 * facing] - originX;
  const startY = incident.points[2 * facing + 1] - originY;
  const endX = incident.points[2 * next] - originX;
  const endY = incident.points[2 * next + 1] - originY;
  const start = nx * startY - ny * startX;
  const end = nx * endY - ny * endX;
  const startHeight = nx * startX + ny * startY;
  const endHeight = nx * endX + ny * endY;

  // facing edges run against each other: the one ends where the other starts
  const first = Math.min(start, length);
  const last = Math.max(end, 0);
  const slope = start > end ? (startHeight - endHeight) / (start - end) : 0;
  if (first >= last) {
    addPoint(out, originX, originY, first, endHeight + slope * (first - end));
    addPoint(out, originX, originY, last, endHeight + slope * (last - end));
  }
  // shapes overlap and no point is behind the reference: take the deeper end as it is
  if (out.count === 0) {
    if (startHeight < endHeight) addPoint(out, originX, originY, start, startHeight);
    else addPoint(out, originX, originY, end, endHeight);
  }
}

/** The edge that looks most against (nx, ny). */
function facingEdge({ count, normals }: ConvexShape, nx: number, ny: number): number {
  let most = Infinity;
  let facing = 0;
  for (let i = 0; i < count; i++) {
    const along = nx * normals[2 * i] + ny * normals[2 * i + 1];
    if (along >= most) continue;
    most = along;
    facing = i;
  }
  return facing;
}

/** A point this far along the reference edge and this high in front of it, when it is behind. */
function addPoint(out: Manifold, originX: number, originY: number, along: number, height: number): void {
  if (height >= 0) return;
  const nx = out.normalX;
  const ny = out.normalY;
  out.x[out.count] = originX - ny * along + 0.5 * nx * height;
  out.y[out.count] = originY + nx * along + 0.5 * ny * height;
  out.depth[out.count] = -height;
  out.count++;
}
