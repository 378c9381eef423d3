/**
 * How near a line comes to itself.
 *
 *   crossing    two steps of the line that intersect
 *   clearance   least |c(s) − c(t)| over pairs s ≠ t where each point is a local minimum of the distance from the other
 *   bending     1 / κ_max of the line between the samples, corners included
 *
 * A point that is nearer to a curve than its reach has one nearest point. The reach is the smaller of 1/κ_max and half the
 * shortest chord that is perpendicular to the curve at both ends (Federer 1959; Litherland et al. 1999). Such a chord is either a
 * clearance as above, or longer than 1/κ_max, so half the smaller of clearance and bending radius never exceeds the reach.
 *
 * Only parts of the line whose boxes come near each other are compared, so the work grows with the length of the line and not with its
 * square. Checked against: every pair, in the tests.
 */
import { wrapToPi } from '../../math/angle.ts';
import { lineBoxes, visitNearPairs } from './line-boxes.ts';
import type { TrackSamples } from './track.ts';

export interface Clearance {
  readonly distance: number;
  /** The two samples; −1 when there is no such pair. */
  readonly first: number;
  readonly second: number;
}

/** The first two steps of the line that intersect, as the samples they begin at. */
export function firstCrossing({ x, y, closed }: TrackSamples): readonly [number, number] | undefined {
  const n = x.length;
  const steps = closed ? n : n - 1;
  const next = (i: number) => (i + 1 === n ? 0 : i + 1);
  let found: readonly [number, number] = [steps, steps];
  visitNearPairs(lineBoxes(x, y, closed), {
    within: () => 0,
    visit([first, end], [secondFirst, secondEnd]) {
      for (let i = first; i < Math.min(end, found[0] + 1); i++) {
        // neighbours share a point, which is no crossing
        const last = Math.min(secondEnd, closed && i === 0 ? steps - 1 : steps, i === found[0] ? found[1] : steps);
        for (let j = Math.max(i + 2, secondFirst); j < last; j++) {
          if (intersect(x, y, i, next(i), j, next(j))) {
            found = [i, j];
            break;
          }
        }
      }
    },
  });
  return found[0] < steps ? found : undefined;
}

/** Whether the steps a → b and c → d have a point in common. */
const intersect = (x: Float64Array, y: Float64Array, a: number, b: number, c: number, d: number): boolean =>
  overlap(x, a, b, c, d) &&
  overlap(y, a, b, c, d) &&
  side(x, y, a, b, c) * side(x, y, a, b, d) <= 0 &&
  side(x, y, c, d, a) * side(x, y, c, d, b) <= 0;

/** Positive when p is left of a → b. */
const side = (x: Float64Array, y: Float64Array, a: number, b: number, p: number): number =>
  (x[b] - x[a]) * (y[p] - y[a]) - (y[b] - y[a]) * (x[p] - x[a]);

const overlap = (v: Float64Array, a: number, b: number, c: number, d: number): boolean =>
  Math.min(v[a], v[b]) <= Math.max(v[c], v[d]) && Math.min(v[c], v[d]) <= Math.max(v[a], v[b]);

/**
 * Samples this far apart are enough to find pairs [m], which are then followed to the nearest samples of all; where the line bends
 * nowhere tighter than a radius, this part of the radius is.
 */
const COARSE = 1;
const COARSE_PART = 0.02;

export interface ClearanceBounds {
  /** Distance between samples along the line [m]. */
  readonly spacing: number;
  /** The least radius of the line [m], when known. */
  readonly radius?: number;
  /** Passes farther apart than this do not count [m]. */
  readonly within?: number;
}

export function clearanceOf(
  { x, y, closed }: Pick<TrackSamples, 'x' | 'y' | 'closed'>,
  { spacing, radius = 0, within = Infinity }: ClearanceBounds,
): Clearance {
  const stride = Math.max(1, Math.floor(Math.min(Math.max(COARSE, radius * COARSE_PART) / spacing, x.length / 8)));
  const cx = x.filter((_, i) => i % stride === 0);
  const cy = y.filter((_, i) => i % stride === 0);
  let best: Clearance = { distance: within, first: -1, second: -1 };
  visitNearPairs(lineBoxes(cx, cy, closed), {
    within: () => best.distance,
    visit([first, end], [secondFirst, secondEnd]) {
      for (let i = first; i < end; i++) {
        for (let j = Math.max(i + 2, secondFirst); j < secondEnd; j++) {
          if (squaredDistance(cx, cy, i, j) >= best.distance * best.distance || !areNearest(cx, cy, closed, i, j))
            continue;
          const pair = followed(x, y, closed, i * stride, j * stride);
          if (pair !== undefined && pair.distance < best.distance) best = pair;
        }
      }
    },
  });
  return best.first < 0 ? { ...best, distance: Infinity } : best;
}

const squaredDistance = (x: Float64Array, y: Float64Array, i: number, j: number): number =>
  (x[j] - x[i]) * (x[j] - x[i]) + (y[j] - y[i]) * (y[j] - y[i]);

/** Whether neither sample has a neighbour that is nearer to the other. */
function areNearest(x: Float64Array, y: Float64Array, closed: boolean, i: number, j: number): boolean {
  const n = x.length;
  const d = squaredDistance(x, y, i, j);
  return (
    d <= squaredDistance(x, y, i, moved(j, -1, n, closed)) &&
    d <= squaredDistance(x, y, i, moved(j, 1, n, closed)) &&
    d <= squaredDistance(x, y, j, moved(i, -1, n, closed)) &&
    d <= squaredDistance(x, y, j, moved(i, 1, n, closed))
  );
}

/** The sample `by` after i; at the ends of an open line it stays. */
const moved = (i: number, by: number, n: number, closed: boolean): number =>
  closed ? (i + by + n) % n : Math.max(0, Math.min(n - 1, i + by));

/** Moves both ends by a sample at a time for as long as they come nearer; undefined when they meet in a bend. */
function followed(
  x: Float64Array,
  y: Float64Array,
  closed: boolean,
  first: number,
  second: number,
): Clearance | undefined {
  const n = x.length;
  let [i, j] = [first, second];
  let best = squaredDistance(x, y, i, j);
  for (let isNearer = true; isNearer; ) {
    isNearer = false;
    for (let move = 0; move < 9; move++) {
      const k = moved(i, (move % 3) - 1, n, closed);
      const l = moved(j, Math.floor(move / 3) - 1, n, closed);
      const d = squaredDistance(x, y, k, l);
      if (d < best) [best, i, j, isNearer] = [d, k, l, true];
    }
  }
  return i === j ? undefined : { distance: Math.sqrt(best), first: i, second: j };
}

/** The least radius of the line as it is between the samples, so that corners count. */
export function bendingRadius({ heading, curvature, closed }: TrackSamples, spacing: number): number {
  const n = heading.length;
  let largest = 0;
  for (let i = 0; i < n; i++) {
    largest = Math.max(largest, Math.abs(curvature[i]));
    const j = i + 1 < n ? i + 1 : 0;
    if (j > 0 || closed) largest = Math.max(largest, Math.abs(wrapToPi(heading[j] - heading[i])) / spacing);
  }
  return largest === 0 ? Infinity : 1 / largest;
}
