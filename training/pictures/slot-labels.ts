/**
 * Slots with what stands in them, and whether the picture tells.
 *
 * Which side of a row is its entrance cannot be told where the own vehicle stands on the row and both sides have marks; and whether two marks are the ends of one
 * parallel slot or of two slots across the row cannot be told where the middle between them, where a third mark would be, is hidden. A slot is taken where
 * something reaches more than 0.25 m over its lines; between 0.15 and 0.4 m, where that part is out of view, and where too little of the thing is seen, occupancy is
 * not judged.
 */
import { atan2 } from '../../src/math/inverse-trig.ts';
import { cos, sin } from '../../src/math/trig.ts';
import type { Corners } from '../../src/vision/slots/convex-overlap.ts';
import { parallelogram, penetration, rectangle } from '../../src/vision/slots/convex-overlap.ts';
import type { LabelledThing } from './labels.ts';
import { isGround } from './labels.ts';
import type { Slot } from './marked-row.ts';
import type { Lot } from './random-lot.ts';
import { CENTRE, EXTENT } from './surround-rig.ts';

export interface LabelledSlot extends Slot {
  /** Whether the picture tells that it is one slot, and where its entrance is. */
  readonly clear: boolean;
  readonly taken: boolean;
  /** Whether the picture tells that. */
  readonly sure: boolean;
}

/** How far something must reach into a slot to take it, and between which reaches nobody could say [m]. */
const TAKEN = 0.25;
const DOUBTFUL = [0.15, 0.4] as const;
/** How far around the middle of the entrance of a parallel slot the ground must be seen [m], and how much of that. */
const MIDDLE = 0.5;
const MOST = 0.9;

/** All slots, and the backs of those whose entrance cannot be told. */
export function slotsIn({ slots, things }: Lot, seen: readonly LabelledThing[], mask: Uint8Array): LabelledSlot[] {
  return slots.flatMap((slot) => {
    const [left, right] = [slot.left, slot.right].map(([x, y]) => ({ x, y }));
    const outline = parallelogram({ left, right, direction: slot.direction, depth: slot.depth });
    const shown = clippedToView(outline);
    const reaches = things.map(({ box }) => ({
      box,
      all: penetration(outline, rectangle(box)),
      shown: shown.length < 6 ? 0 : penetration(shown, rectangle(box)),
    }));
    const inside = reaches.filter(({ all }) => all > TAKEN);
    const isPlain = inside.some(
      ({ box, shown: reach }) =>
        reach > DOUBTFUL[1] && seen.some(({ x, y, counts }) => counts === 1 && x === box.x && y === box.y),
    );
    const sure = isPlain || reaches.every(({ all }) => all < DOUBTFUL[0]);
    const labelled = { ...slot, taken: inside.length > 0, sure };
    if (slot.hasBack && isStoodOn(slot))
      return [
        { ...labelled, clear: false },
        { ...backOf(labelled), clear: false },
      ];
    return [{ ...labelled, clear: slot.kind !== 'parallel' || shareSeen(slot, mask) >= MOST }];
  });
}

/** Whether the own vehicle's middle is between the lines at the front and at the back of the slot's row. */
function isStoodOn({ left, right, direction, depth }: Slot): boolean {
  const way = atan2(right[1] - left[1], right[0] - left[0]);
  const inside = ((0 - left[1]) * cos(way) - (CENTRE - left[0]) * sin(way)) / sin(direction - way);
  return inside > 0 && inside < depth;
}

function backOf<T extends Slot>(slot: T): T {
  const [dx, dy] = [slot.depth * cos(slot.direction), slot.depth * sin(slot.direction)];
  const [left, right] = [slot.right, slot.left].map(([x, y]) => [x + dx, y + dy] as const);
  return { ...slot, left, right, direction: slot.direction + Math.PI };
}

/** Of the entrance around its middle. */
function shareSeen({ left, right }: Slot, mask: Uint8Array): number {
  const count = 20;
  const span = Math.sqrt((right[0] - left[0]) * (right[0] - left[0]) + (right[1] - left[1]) * (right[1] - left[1]));
  let seen = 0;
  for (let i = 0; i < count; i++) {
    const t = 0.5 + (MIDDLE / span) * ((2 * i + 1) / count - 1);
    if (isGround(mask, left[0] + t * (right[0] - left[0]), left[1] + t * (right[1] - left[1]))) seen++;
  }
  return seen / count;
}

/** What of a convex outline the view shows (I. E. Sutherland, G. W. Hodgman, 1974). */
function clippedToView(outline: Corners): number[] {
  let points = [...outline];
  for (const [nx, ny] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ]) {
    const kept: number[] = [];
    for (let i = 0, j = points.length - 2; i < points.length; j = i, i += 2) {
      const [a, b] = [j, i].map((k) => nx * (points[k] - CENTRE) + ny * points[k + 1] - EXTENT / 2);
      if (a > 0 !== b > 0) {
        const t = a / (a - b);
        kept.push(points[j] + t * (points[i] - points[j]), points[j + 1] + t * (points[i + 1] - points[j + 1]));
      }
      if (b <= 0) kept.push(points[i], points[i + 1]);
    }
    points = kept;
  }
  return points;
}
