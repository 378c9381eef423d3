/**
 * Slots from marking points by the rules that were published for DMPR-PS: pairs at one of two distances, no third point between them, and ends whose
 * shapes fit each other.
 *
 *   distance   |AB|² in [0.044771278, 0.109942746] e² (perpendicular) or [0.150577891, 0.444494965] e² (parallel)
 *   between    no point C with (AC/|AC|) · (CB/|CB|) > 0.8
 *   ends       of A against AB, of B against BA: 1 L down, 2 T down, 3 T along, 4 T up, 5 L up; up is 90° left of the way to the other end
 *   slot       one end above 3 and the other at most 3, or one below 3 and the other at least 3
 *
 * e  side of the view [m]. A point is along within 13.52°, up or down within 24.26°.
 * Reference: J. Huang, L. Zhang et al., "DMPR-PS", ICME 2019, and its published parameters. Valid for entrances of 2.1–3.3 m and 3.9–6.7 m at 10 m and
 * for slots square to their entrances. Depth is 4.69 m or 2.00 m at 10 m, whatever the slot.
 * Checked against: the sixteen combinations of ends by hand.
 */
import { HALF_PI, wrapToPi } from '../../math/angle.ts';
import { atan2 } from '../../math/inverse-trig.ts';
import type { FoundSlot, Point } from './marking-point-pair.ts';
import { PARALLEL, PERPENDICULAR } from './marking-point-pair.ts';

const PERPENDICULAR_SQUARED = [0.044771278, 0.109942746] as const;
const PARALLEL_SQUARED = [0.150577891, 0.444494965] as const;
const BETWEEN = 0.8;
const ALONG = 0.23597706;
const SEPARATING = 0.42337349;
const DEPTH = { [PERPENDICULAR]: 0.46875, [PARALLEL]: 0.199519231 } as const;

/** Kind of an end: 1 L down, 2 T down, 3 T along, 4 T up, 5 L up; 0 for none. `towards` is the direction to the other end. */
export function endKind({ shape, direction }: Point, towards: number): number {
  const turn = wrapToPi(direction - towards);
  const isAlong = Math.abs(turn) < ALONG;
  const isUp = Math.abs(turn - HALF_PI) < SEPARATING;
  if (shape === 0) return isAlong ? 3 : isUp ? 4 : Math.abs(turn + HALF_PI) < SEPARATING ? 2 : 0;
  return isAlong ? 1 : isUp ? 5 : 0;
}

/** 1 for a slot with A at its left, −1 with B at its left, 0 for none. */
export function orientation(a: number, b: number): -1 | 0 | 1 {
  if (a === 0 || b === 0) return 0;
  const fits = (a > 3 && b <= 3) || (b > 3 && a <= 3) || (a < 3 && b >= 3) || (b < 3 && a >= 3);
  if (!fits) return 0;
  return a > 3 || (a === 3 && b < 3) ? 1 : -1;
}

export function publishedSlots(points: readonly Point[], extent: number): FoundSlot[] {
  const found: FoundSlot[] = [];
  for (let i = 0; i < points.length; i++)
    for (let j = i + 1; j < points.length; j++) {
      const slot = slotBetween(points, i, j, extent);
      if (slot !== undefined) found.push(slot);
    }
  return found;
}

function slotBetween(points: readonly Point[], i: number, j: number, extent: number): FoundSlot | undefined {
  const [a, b] = [points[i], points[j]];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const kind = kindOf((dx * dx + dy * dy) / (extent * extent));
  if (kind === undefined || hasThirdBetween(points, i, j)) return undefined;
  const way = atan2(dy, dx);
  const side = orientation(endKind(a, way), endKind(b, wrapToPi(way + Math.PI)));
  if (side === 0) return undefined;
  const [left, right] = side > 0 ? [a, b] : [b, a];
  return {
    kind,
    left,
    right,
    direction: wrapToPi(way + side * HALF_PI),
    depth: DEPTH[kind] * extent,
    confidence: Math.min(a.confidence, b.confidence),
  };
}

function kindOf(squared: number): typeof PERPENDICULAR | typeof PARALLEL | undefined {
  const isIn = ([low, high]: readonly [number, number]) => squared >= low && squared <= high;
  return isIn(PERPENDICULAR_SQUARED) ? PERPENDICULAR : isIn(PARALLEL_SQUARED) ? PARALLEL : undefined;
}

function hasThirdBetween(points: readonly Point[], i: number, j: number): boolean {
  const [a, b] = [points[i], points[j]];
  return points.some((c, k) => {
    if (k === i || k === j) return false;
    const [ux, uy, vx, vy] = [c.x - a.x, c.y - a.y, b.x - c.x, b.y - c.y];
    const lengths = Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy));
    return lengths > 0 && (ux * vx + uy * vy) / lengths > BETWEEN;
  });
}
