/**
 * Paint on the ground as closed outlines, for whoever draws it: areas as they are, stripes as runs of a few segments
 * with two parallel sides, joined by mitres.
 *
 *   mitre   m = (n₁ + n₂) / (1 + n₁·n₂) · ½ width,    n₁, n₂ unit normals of the segments that meet
 *
 * Outlines turn counter-clockwise. Those of one stripe share their ends exactly, so that their signed areas add up to the
 * stripe without seam. Where a stripe turns by more than 120° it is cut, and both ends reach half a width further.
 * Valid for stripes narrower than twice the radius of their bends.
 * Checked against: length × width, closed forms of mitred corners.
 */
import type { Stripe } from './scene.ts';

/** A closed polygon on the ground with a circle around it [m]. */
export interface Outline {
  /** x₀, y₀, x₁, y₁ …, counter-clockwise; the last point is joined to the first. */
  readonly points: Float64Array;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Segments per outline: short enough to be left out singly when out of sight. */
const RUN = 16;
/** Cosine of the sharpest turn with a mitre. */
const SHARPEST = -0.5;
/** A point this near to the straight line between its neighbours is left out [m]. */
const STRAIGHT = 1e-9;

/** Twice the signed area of a polygon [m²]. */
export function doubleArea(points: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0, j = points.length - 2; i < points.length; j = i, i += 2)
    sum += points[j] * points[i + 1] - points[i] * points[j + 1];
  return sum;
}

/** Any simple polygon as an outline. */
export function outlineOf(points: ArrayLike<number>): Outline {
  const turned = Float64Array.from(points);
  if (doubleArea(turned) < 0) reverse(turned);
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < turned.length; i += 2) {
    left = Math.min(left, turned[i]);
    right = Math.max(right, turned[i]);
    low = Math.min(low, turned[i + 1]);
    high = Math.max(high, turned[i + 1]);
  }
  const [width, height] = [right - left, high - low];
  return {
    points: turned,
    x: (left + right) / 2,
    y: (low + high) / 2,
    radius: Math.sqrt(width * width + height * height) / 2,
  };
}

function reverse(points: Float64Array): void {
  for (let i = 0, j = points.length - 2; i < j; i += 2, j -= 2) {
    const [x, y] = [points[i], points[i + 1]];
    points[i] = points[j];
    points[i + 1] = points[j + 1];
    points[j] = x;
    points[j + 1] = y;
  }
}

/** Whether b lies between a and c, up to STRAIGHT. */
function goesStraight(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): boolean {
  const [ux, uy, vx, vy] = [bx - ax, by - ay, cx - bx, cy - by];
  const across = ux * vy - uy * vx;
  // twice the area of the triangle, over its shorter leg: more than the distance of b from the line
  return (
    ux * vx + uy * vy > 0 && across * across <= STRAIGHT * STRAIGHT * Math.min(ux * ux + uy * uy, vx * vx + vy * vy)
  );
}

/** A cross-section of a stripe: where it is, and from its middle to its left side. */
interface Section {
  readonly x: number;
  readonly y: number;
  readonly leftX: number;
  readonly leftY: number;
}

/** A stripe as outlines of at most sixteen segments each. */
export function stripeOutlines(stripe: Stripe): Outline[] {
  return runsOf(stripe).flatMap((sections) => {
    const outlines: Outline[] = [];
    for (let start = 0; start + 1 < sections.length; start += RUN) {
      const run = sections.slice(start, start + RUN + 1);
      const right = run.flatMap(({ x, y, leftX, leftY }) => [x - leftX, y - leftY]);
      const left = run.reverse().flatMap(({ x, y, leftX, leftY }) => [x + leftX, y + leftY]);
      outlines.push(outlineOf([...right, ...left]));
    }
    return outlines;
  });
}

/** Cross-sections at all points of a stripe, cut where it turns too sharply for a mitre. */
function runsOf(stripe: Stripe): Section[][] {
  const { xs, ys, isRing } = distinctPoints(stripe);
  const n = xs.length;
  const segments = isRing ? n : n - 1;
  if (segments < 1) return [];
  const half = stripe.width / 2;
  // unit directions of the segments
  const directions = Array.from({ length: segments }, (_, i) => {
    const [dx, dy] = [xs[(i + 1) % n] - xs[i], ys[(i + 1) % n] - ys[i]];
    const length = Math.sqrt(dx * dx + dy * dy);
    return [dx / length, dy / length] as const;
  });
  const end = (i: number, [dx, dy]: readonly [number, number], reach: number): Section => ({
    x: xs[i] + reach * dx,
    y: ys[i] + reach * dy,
    leftX: -half * dy,
    leftY: half * dx,
  });

  const runs: Section[][] = [[]];
  for (let i = 0; i <= segments; i++) {
    const before = isRing ? directions[(i + segments - 1) % segments] : directions[i - 1];
    const after = isRing ? directions[i % segments] : directions[i];
    const run = runs[runs.length - 1];
    if (before === undefined || after === undefined) {
      run.push(end(i % n, (before ?? after)!, 0));
      continue;
    }
    const cosine = before[0] * after[0] + before[1] * after[1];
    if (cosine >= SHARPEST) {
      const scale = half / (1 + cosine);
      run.push({
        x: xs[i % n],
        y: ys[i % n],
        leftX: -scale * (before[1] + after[1]),
        leftY: scale * (before[0] + after[0]),
      });
    } else {
      if (i > 0) run.push(end(i % n, before, half));
      if (i < segments) runs.push([end(i % n, after, -half)]);
    }
  }
  return runs;
}

/** The points of a stripe without repetitions and those that do not bend it, and whether they form a ring. */
function distinctPoints({ points, closed }: Stripe): { xs: number[]; ys: number[]; isRing: boolean } {
  const xs: number[] = [];
  const ys: number[] = [];
  for (let i = 0; i < points.length; i += 2) {
    const last = xs.length - 1;
    const isNew = last < 0 || points[i] !== xs[last] || points[i + 1] !== ys[last];
    if (!isNew) continue;
    if (last > 0 && goesStraight(xs[last - 1], ys[last - 1], xs[last], ys[last], points[i], points[i + 1])) {
      xs.pop();
      ys.pop();
    }
    xs.push(points[i]);
    ys.push(points[i + 1]);
  }
  if (closed && xs.length > 1 && xs[0] === xs[xs.length - 1] && ys[0] === ys[ys.length - 1]) {
    xs.pop();
    ys.pop();
  }
  return { xs, ys, isRing: closed && xs.length > 2 };
}
