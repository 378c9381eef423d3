/**
 * Which saddle points are neighbours on a chessboard: joined by an edge that is dark on one side and light on the other all
 * the way, in the direction in which an edge leaves each of them, and each the nearest such point of the other.
 */
import { atan2 } from '../../math/trig.ts';
import type { GreyImage } from './grey-image.ts';
import { sampleAt } from './grey-image.ts';
import type { SaddlePoint } from './saddle-points.ts';
import { directionDifference } from './saddle-points.ts';

/** A neighbour, and the number of its edge that leads back. */
interface CornerLink {
  readonly to: number;
  readonly back: number;
}

/** For each point its neighbour along each of its four edges. */
export type CornerLinks = readonly (readonly (CornerLink | null)[])[];

/** An edge may leave its point this far from the straight line to the neighbour [rad]: distortion and noise bend it. */
const LARGEST_TURN = 0.35;
/** Neighbours have responses of the same order; a saddle of noise on an edge has not. */
const LEAST_LIKENESS = 0.2;
/** Nearest points that are looked at. */
const NEAREST = 32;
/** How far beside an edge brightness is compared [px]. */
const BESIDE_EDGE = 2;

export function linkCorners(smoothed: GreyImage, points: readonly SaddlePoint[]): CornerLinks {
  const nearest = points.map((point, i) => nearestPoints(points, point, i));
  const wanted = points.map((_, i) =>
    [0, 1, 2, 3].map((edge) => neighbourAlong(smoothed, points, i, edge, nearest[i])),
  );
  // keep what both ends agree on
  return wanted.map((links, i) =>
    links.map((link, edge) => {
      const answer = link === null ? null : wanted[link.to][link.back];
      return answer !== null && answer.to === i && answer.back === edge ? link : null;
    }),
  );
}

function nearestPoints(points: readonly SaddlePoint[], { u, v }: SaddlePoint, self: number): number[] {
  const distance = points.map((other) => (other.u - u) * (other.u - u) + (other.v - v) * (other.v - v));
  return [...points.keys()]
    .filter((i) => i !== self)
    .sort((a, b) => distance[a] - distance[b] || a - b)
    .slice(0, NEAREST);
}

function neighbourAlong(
  smoothed: GreyImage,
  points: readonly SaddlePoint[],
  from: number,
  edge: number,
  nearest: readonly number[],
): CornerLink | null {
  const start = points[from];
  for (const to of nearest) {
    const end = points[to];
    if (Math.min(start.response, end.response) < LEAST_LIKENESS * Math.max(start.response, end.response)) continue;
    const direction = atan2(end.v - start.v, end.u - start.u);
    if (Math.abs(directionDifference(direction, start.edges[edge])) > LARGEST_TURN) continue;
    const back = edgeTowards(end, direction + Math.PI);
    if (back === -1 || isDarkAfter(end, back) === isDarkAfter(start, edge)) continue;
    if (isEdge(smoothed, start, end, isDarkAfter(start, edge))) return { to, back };
  }
  return null;
}

/** Number of the edge of a point that leaves in a direction, or −1. */
function edgeTowards({ edges }: SaddlePoint, direction: number): number {
  return edges.findIndex((edge) => Math.abs(directionDifference(edge, direction)) <= LARGEST_TURN);
}

/** Sectors take turns. */
const isDarkAfter = ({ darkAfterFirst }: SaddlePoint, edge: number): boolean => (edge % 2 === 0) === darkAfterFirst;

/** The line is dark on its clockwise side (or on the other) and light opposite, wherever one looks. */
export function isEdge(
  smoothed: GreyImage,
  start: { u: number; v: number },
  end: { u: number; v: number },
  darkClockwise: boolean,
): boolean {
  const du = end.u - start.u;
  const dv = end.v - start.v;
  // clockwise on the screen of (du, dv) is (−dv, du)
  const offset = BESIDE_EDGE / Math.sqrt(du * du + dv * dv);
  for (let share = 0.25; share <= 0.75; share += 0.125) {
    const u = start.u + share * du;
    const v = start.v + share * dv;
    const clockwise = sampleAt(smoothed, u - offset * dv, v + offset * du);
    const opposite = sampleAt(smoothed, u + offset * dv, v - offset * du);
    if (clockwise === opposite || clockwise < opposite !== darkClockwise) return false;
  }
  return true;
}
