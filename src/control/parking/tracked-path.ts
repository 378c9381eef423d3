/**
 * A path in float32 as the tracker holds it: points, how far along each one is, and the run that is being driven. A run goes in one direction: it ends where
 * the same pose comes twice, or with the path.
 *
 * Between two points position and heading are linear in the distance: on an arc of curvature κ with points d apart that is off by κ d²/8, 0.4 mm at the
 * Mini's full lock and 0.1 m. firmware/parking/path.c is the same, operation by operation.
 */
import { add, clamp, cosine, div, magnitude, mul, root, sine, sub, wrapped } from './float32.ts';

export const MOST_POINTS = 1024;
/** Nearer than this two points are the same [m]. */
const SAME = Math.fround(0.001);
const FAR = Math.fround(1e30);
/** Edges that are looked at ahead of the last place, and behind it. */
const AHEAD = 24;
const BEHIND = 4;

export interface TrackedPath {
  /** Number of the plan, 0 for none. */
  id: number;
  count: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly yaw: Float32Array;
  readonly curvature: Float32Array;
  readonly speed: Float32Array;
  /** Way from the first point [m]. */
  readonly along: Float32Array;
  /** First and last point of the run; the same where there is none. */
  first: number;
  last: number;
  /** 1 forwards, −1 backwards. */
  direction: number;
}

export const createPath = (): TrackedPath => ({
  id: 0,
  count: 0,
  x: new Float32Array(MOST_POINTS),
  y: new Float32Array(MOST_POINTS),
  yaw: new Float32Array(MOST_POINTS),
  curvature: new Float32Array(MOST_POINTS),
  speed: new Float32Array(MOST_POINTS),
  along: new Float32Array(MOST_POINTS),
  first: 0,
  last: 0,
  direction: 1,
});

/** Where on a run somebody is. */
export interface Place {
  /** The point before it. */
  edge: number;
  /** Way from the first point of the path; beyond the ends of the run by the way along its first or last edge [m]. */
  along: number;
  /** To the left of the heading of the path [m]. */
  lateral: number;
  /** Heading of the path [rad]. */
  yaw: number;
}

export interface Position {
  /** [m] */
  readonly x: number;
  readonly y: number;
}

/** After points have been written: how far along they are, and the first run. Whether there is one. */
export function beginPath(path: TrackedPath): boolean {
  const { x, y, along } = path;
  along[0] = 0;
  for (let i = 0; i + 1 < path.count; i++) {
    const dx = sub(x[i + 1], x[i]);
    const dy = sub(y[i + 1], y[i]);
    along[i + 1] = add(along[i], root(add(mul(dx, dx), mul(dy, dy))));
  }
  path.last = -1;
  return nextRun(path);
}

/** Goes on to the next run; whether there is one. */
export function nextRun(path: TrackedPath): boolean {
  const { along } = path;
  let first = path.last + 1;
  while (first + 1 < path.count && sub(along[first + 1], along[first]) < SAME) first++;
  if (first + 1 >= path.count) return false;
  let last = first + 1;
  while (last + 1 < path.count && sub(along[last + 1], along[last]) >= SAME) last++;
  path.first = first;
  path.last = last;
  path.direction = directionAt(path, first);
  return true;
}

function directionAt({ x, y, yaw }: TrackedPath, first: number): number {
  const dx = sub(x[first + 1], x[first]);
  const dy = sub(y[first + 1], y[first]);
  return add(mul(dx, cosine(yaw[first])), mul(dy, sine(yaw[first]))) < 0 ? -1 : 1;
}

/** The point of the run before which `at` lies, found from `hint` on. */
export function edgeAt({ along, first, last }: TrackedPath, at: number, hint: number): number {
  let edge = hint;
  while (edge > first && along[edge] > at) edge--;
  while (edge + 1 < last && along[edge + 1] <= at) edge++;
  return edge;
}

/** How far from point `edge` to the next `at` is, 0 to 1. */
const shareOf = ({ along }: TrackedPath, edge: number, at: number): number =>
  clamp(div(sub(at, along[edge]), sub(along[edge + 1], along[edge])), 0, 1);

const between = (values: Float32Array, edge: number, share: number): number =>
  add(values[edge], mul(sub(values[edge + 1], values[edge]), share));

export function yawAt(path: TrackedPath, edge: number, at: number): number {
  const turn = wrapped(sub(path.yaw[edge + 1], path.yaw[edge]));
  return add(path.yaw[edge], mul(turn, shareOf(path, edge, at)));
}

export const curvatureAt = (path: TrackedPath, edge: number, at: number): number =>
  between(path.curvature, edge, shareOf(path, edge, at));

/** The speed that the planner asks for, without its sign; the ends of a run, where it must stand, ask for what their neighbours do [m/s]. */
export function speedAt(path: TrackedPath, edge: number, at: number): number {
  const { speed, first, last } = path;
  const from = magnitude(speed[edge === first && edge + 1 < last ? edge + 1 : edge]);
  const to = magnitude(speed[edge + 1 === last && edge > first ? edge : edge + 1]);
  return add(from, mul(sub(to, from), shareOf(path, edge, at)));
}

/** The nearest place of the run, at most some edges from where `place` was. */
export function findPlace(path: TrackedPath, { x, y }: Position, place: Place): void {
  const { first, last, along } = path;
  const from = Math.max(first, place.edge - BEHIND);
  const to = Math.min(last - 1, place.edge + AHEAD);
  let nearest = FAR;
  for (let i = from; i <= to; i++) {
    const ex = sub(path.x[i + 1], path.x[i]);
    const ey = sub(path.y[i + 1], path.y[i]);
    const px = sub(x, path.x[i]);
    const py = sub(y, path.y[i]);
    let share = div(add(mul(px, ex), mul(py, ey)), add(mul(ex, ex), mul(ey, ey)));
    if (i > first && share < 0) share = 0;
    if (i + 1 < last && share > 1) share = 1;
    const dx = sub(px, mul(share, ex));
    const dy = sub(py, mul(share, ey));
    const distance = add(mul(dx, dx), mul(dy, dy));
    if (!(distance < nearest)) continue;
    nearest = distance;
    place.edge = i;
    place.along = add(along[i], mul(share, sub(along[i + 1], along[i])));
  }
}

/** The same over the whole run. */
export function findFirstPlace(path: TrackedPath, position: Position, place: Place): void {
  let best = path.first;
  let nearest = FAR;
  for (let i = path.first; i <= path.last; i++) {
    const dx = sub(position.x, path.x[i]);
    const dy = sub(position.y, path.y[i]);
    const distance = add(mul(dx, dx), mul(dy, dy));
    if (!(distance < nearest)) continue;
    nearest = distance;
    best = i;
  }
  place.edge = Math.min(best, path.last - 1);
  findPlace(path, position, place);
}

/** Writes the heading of the path at a place that was found, and how far to its left `position` is. */
export function describePlace(path: TrackedPath, { x, y }: Position, place: Place): void {
  const { along } = path;
  const { edge } = place;
  place.yaw = yawAt(path, edge, place.along);
  const share = div(sub(place.along, along[edge]), sub(along[edge + 1], along[edge]));
  const dx = sub(x, between(path.x, edge, share));
  const dy = sub(y, between(path.y, edge, share));
  place.lateral = sub(mul(dy, cosine(place.yaw)), mul(dx, sine(place.yaw)));
}
