/**
 * Slots from marking points, for slots of every width and angle.
 *
 * A at the left and B at the right of an entrance, as seen from the aisle; α is the angle from AB, counter-clockwise, into the slot.
 *
 *   left end    T or L whose direction is α in [25°, 155°]: stem of the T; of an L at the beginning of a row the arm that leads in
 *   right end   T with the same α within 14°, or L whose direction leads back to A within 16° (its other arm leads in)
 *   kind        |α − 90°| > 14° angled; else parallel where |AB| is that of a parallel slot, perpendicular where it is less
 *   width       |AB| sin α within that of the kind
 *   between     no third point within 0.2 m of the line AB
 *   depth       to a mark behind A or B that looks back and is 0.8 sure, or that of the kind
 *
 * What is no slot though its marks are real: the back of a row looks like entrances from behind, and so do letters. So a slot is left out
 *   when the vehicle is on its inner side beyond its depth: nobody enters through the back;
 *   when a mark lies right outside of one of its ends: that side is shut by a neighbour's box;
 *   when it would be parallel and shares a mark with a slot across the same row: then a mark between the two was missed;
 *   when it would be angled and shares a mark with one that is square within 6°: a stem leads in from one entrance only;
 *   when another one overlaps it that has a T where it has none (all four sides of a box look like entrances, but only stems lead in), whose entrance
 *   is nearer where both face each other or have none, or else whose marks are surer.
 *
 * The direction of a slot that is square to its entrance follows from the entrance, whose ends are known better than angles are.
 * Checked against: rows of every kind, width, angle and side, with backs, ends and missing marks.
 */
import { HALF_PI, wrapToPi } from '../../math/angle.ts';
import { atan2 } from '../../math/inverse-trig.ts';
import { cos, sin } from '../../math/trig.ts';
import { parallelogram, penetration } from './convex-overlap.ts';
import type { FoundSlot, Point } from './marking-point-pair.ts';
import { ANGLED, PARALLEL, PERPENDICULAR } from './marking-point-pair.ts';

const DEGREE = Math.PI / 180;
const STEEPEST = 25 * DEGREE;
const SAME = 14 * DEGREE;
const BACK = 16 * DEGREE;
const SQUARE = 14 * DEGREE;
const WELL_SQUARE = 6 * DEGREE;
/** How near a third point is to be in the way, and how far from both ends, as a share [m, 1]. */
const BETWEEN = 0.2;
const FROM_ENDS = 0.12;
/** How far a mark behind may be beside the side line [m]. */
const BESIDE = 0.3;
/** Least confidence of a mark that tells how deep a slot is: kerbs and walls behind side lines look a little like one. */
const SURE = 0.8;
/** How far outside of an end a mark is of a neighbour's box [m]. */
const SHUT = [0.15, 0.9] as const;
/** Overlap of two slots that cannot both be there [m]. */
const OVERLAP = 0.4;

export interface SlotSizes {
  /** Least and largest width across the side lines of perpendicular and angled slots [m]. */
  readonly width: readonly [number, number];
  /** Least and largest length of the entrance of parallel slots [m]. */
  readonly parallel: readonly [number, number];
  /** How deep slots are unless a mark says otherwise: across the row and along it [m]. */
  readonly depth: number;
  readonly parallelDepth: number;
}

/** Where the vehicle is, in the frame of the points [m]. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * The slots between points that are at least this sure; of less sure ones no slot is made, but they lie between others, shut them and tell how deep
 * they are all the same.
 */
export function findSlots(points: readonly Point[], sizes: SlotSizes, vehicle: Place, minConfidence = 0): FoundSlot[] {
  const ends = points.filter(({ confidence }) => confidence >= minConfidence);
  const candidates: FoundSlot[] = [];
  for (const left of ends)
    for (const right of ends) {
      const slot = left === right ? undefined : slotBetween(points, left, right, sizes);
      if (slot !== undefined && !isEnteredFromBehind(slot, vehicle) && !isShut(points, slot)) candidates.push(slot);
    }
  const across = candidates.filter(({ kind }) => kind === PERPENDICULAR);
  const square = candidates.filter(isSquare);
  const likely = candidates.filter(({ kind, ...slot }) => {
    const betters = kind === PARALLEL ? across : kind === ANGLED ? square : [];
    return !betters.some((other) => sharesMark(slot, other) && leadAlike(slot, other));
  });
  return withoutOverlaps(likely, vehicle);
}

/** The slot with these ends, if they fit. */
function slotBetween(points: readonly Point[], left: Point, right: Point, sizes: SlotSizes): FoundSlot | undefined {
  const [dx, dy] = [right.x - left.x, right.y - left.y];
  const span = Math.sqrt(dx * dx + dy * dy);
  if (span < sizes.width[0] || span > Math.max(sizes.parallel[1], sizes.width[1] / sin(STEEPEST))) return undefined;
  const way = atan2(dy, dx);
  const alpha = sideAngle(left, right, way);
  if (alpha === undefined) return undefined;
  const kind = kindOf(span, alpha, sizes);
  if (kind === undefined || isParted(points, left, right, span)) return undefined;
  const direction = wrapToPi(way + (kind === ANGLED ? alpha : HALF_PI));
  const confidence = Math.min(left.confidence, right.confidence);
  return { kind, left, right, direction, depth: depthOf(points, left, right, direction, kind, sizes), confidence };
}

/** α, where both ends fit each other. */
function sideAngle(left: Point, right: Point, way: number): number | undefined {
  const alpha = wrapToPi(left.direction - way);
  if (!(alpha >= STEEPEST && alpha <= Math.PI - STEEPEST)) return undefined;
  if (right.shape === 1) return Math.abs(wrapToPi(right.direction - way - Math.PI)) <= BACK ? alpha : undefined;
  const other = wrapToPi(right.direction - way);
  return Math.abs(other - alpha) <= SAME ? (alpha + other) / 2 : undefined;
}

function kindOf(span: number, alpha: number, { width, parallel }: SlotSizes): number | undefined {
  const isSquare = Math.abs(alpha - HALF_PI) <= SQUARE;
  if (isSquare && span >= parallel[0] && span <= parallel[1]) return PARALLEL;
  const across = span * (isSquare ? 1 : sin(alpha));
  if (across < width[0] || across > width[1]) return undefined;
  return isSquare ? PERPENDICULAR : ANGLED;
}

/** Whether a third point lies between two. */
function isParted(points: readonly Point[], a: Point, b: Point, span: number): boolean {
  const [ux, uy] = [(b.x - a.x) / span, (b.y - a.y) / span];
  return points.some((c) => {
    if (c === a || c === b) return false;
    const along = (c.x - a.x) * ux + (c.y - a.y) * uy;
    const beside = Math.abs((c.y - a.y) * ux - (c.x - a.x) * uy);
    return beside < BETWEEN && along > FROM_ENDS * span && along < (1 - FROM_ENDS) * span;
  });
}

/** To a mark behind one of the ends, or what is usual. */
function depthOf(
  points: readonly Point[],
  left: Point,
  right: Point,
  direction: number,
  kind: number,
  { depth, parallelDepth }: SlotSizes,
): number {
  const usual = kind === PARALLEL ? parallelDepth : depth;
  const [c, s] = [cos(direction), sin(direction)];
  let best = Infinity;
  for (const end of [left, right])
    for (const point of points) {
      const [dx, dy] = [point.x - end.x, point.y - end.y];
      const into = dx * c + dy * s;
      if (Math.abs(dy * c - dx * s) > BESIDE || Math.abs(into - usual) > 0.25 * usual) continue;
      if (point.confidence < SURE || !looksBack(point, direction)) continue;
      if (Math.abs(into - usual) < Math.abs(best - usual)) best = into;
    }
  return Number.isFinite(best) ? best : usual;
}

/** Whether a mark may be at the back of a slot: the stem of a T leads out; of the arms of an L one does, and the other along the row. */
const looksBack = ({ shape, direction }: Point, into: number): boolean =>
  cos(direction - into) < (shape === 0 ? -0.9 : 0.5);

/** Whether the vehicle is on the inner side, beyond the depth. */
function isEnteredFromBehind({ left, right, direction, depth }: FoundSlot, { x, y }: Place): boolean {
  const way = atan2(right.y - left.y, right.x - left.x);
  const normal = sin(direction - way);
  const inside = ((y - left.y) * cos(way) - (x - left.x) * sin(way)) / normal;
  return inside > depth;
}

/** Whether a mark lies right outside of one of the ends. */
function isShut(points: readonly Point[], { left, right }: FoundSlot): boolean {
  // square to the entrance, inwards
  const normal = atan2(right.y - left.y, right.x - left.x) + HALF_PI;
  const [c, s] = [cos(normal), sin(normal)];
  return [left, right].some((end) =>
    points.some(({ x, y }) => {
      const [dx, dy] = [x - end.x, y - end.y];
      const out = -(dx * c + dy * s);
      return out > SHUT[0] && out < SHUT[1] && Math.abs(dy * c - dx * s) < BESIDE;
    }),
  );
}

/** Whether its left end leads in square to the entrance. */
function isSquare({ kind, left, right }: FoundSlot): boolean {
  const alpha = wrapToPi(left.direction - atan2(right.y - left.y, right.x - left.x));
  return kind !== ANGLED && Math.abs(alpha - HALF_PI) < WELL_SQUARE;
}

const leadAlike = (a: Pick<FoundSlot, 'direction'>, b: FoundSlot): boolean => cos(a.direction - b.direction) > 0.9;

const sharesMark = (a: Pick<FoundSlot, 'left' | 'right'>, b: FoundSlot): boolean =>
  a.left === b.left || a.right === b.right || a.left === b.right || a.right === b.left;

/** Of slots that overlap only the likeliest is kept. */
function withoutOverlaps(slots: readonly FoundSlot[], vehicle: Place): FoundSlot[] {
  const kept: FoundSlot[] = [];
  const bySureness = [...slots].sort((a, b) => Number(hasStem(b)) - Number(hasStem(a)) || b.confidence - a.confidence);
  for (const slot of bySureness) {
    const rivals = kept.filter((other) => doOverlap(slot, other));
    const wins = rivals.every((other) => areEqual(slot, other) && distance(slot, vehicle) < distance(other, vehicle));
    if (!wins) continue;
    for (const other of rivals) kept.splice(kept.indexOf(other), 1);
    kept.push(slot);
  }
  return kept;
}

const hasStem = ({ left, right }: FoundSlot): boolean => left.shape === 0 || right.shape === 0;

/** Whether nothing but the distance tells which of two is the entrance: front and back of a row, or two sides of a box. */
const areEqual = (a: FoundSlot, b: FoundSlot): boolean =>
  hasStem(a) === hasStem(b) && (areOpposite(a, b) || !hasStem(a));

const areOpposite = (a: FoundSlot, b: FoundSlot): boolean => cos(a.direction - b.direction) < -0.5;

const doOverlap = (a: FoundSlot, b: FoundSlot): boolean => penetration(parallelogram(a), parallelogram(b)) > OVERLAP;

function distance({ left, right }: FoundSlot, { x, y }: Place): number {
  const [dx, dy] = [(left.x + right.x) / 2 - x, (left.y + right.y) / 2 - y];
  return Math.sqrt(dx * dx + dy * dy);
}
