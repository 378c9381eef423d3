/**
 * Slots against the truth: right when both ends are within the given distance of those of a slot whose marks both count, and the way in is within 30°. What is found
 * at a slot whose marks do not both count, or that the picture leaves open, or beside the margin of the view, is neither right nor wrong. Occupancy is judged where a slot is right, what stands in it can be seen, and the answer is not
 * ½.
 */
import { cos } from '../../src/math/trig.ts';
import type { FoundSlot } from '../../src/vision/slots/marking-point-pair.ts';
import { UNKNOWN } from '../../src/vision/slots/occupancy.ts';
import type { LabelledMark } from '../pictures/labels.ts';
import type { LabelledSlot } from '../pictures/slot-labels.ts';
import { distanceTo, doesCount, isInside } from './score-points.ts';
import type { Tally } from './tally.ts';

export interface OccupancyTally {
  right: number;
  wrong: number;
  unknown: number;
}

const NEAR = 0.35;

export function scoreSlots(
  found: readonly (FoundSlot & { readonly occupancy: number })[],
  { slots, marks }: { readonly slots: readonly LabelledSlot[]; readonly marks: readonly LabelledMark[] },
  within: number,
  tally: Tally,
  occupancy?: OccupancyTally,
): void {
  const hasMark = ([x, y]: readonly [number, number]) =>
    marks.some((mark) => doesCount(mark) && distanceTo(mark, { x, y }) < 0.01);
  const counted = new Set(slots.filter(({ left, right, clear }) => clear && hasMark(left) && hasMark(right)));
  const used = new Set<LabelledSlot>();
  for (const slot of found) {
    const far = (truth: LabelledSlot) =>
      Math.max(
        distanceTo(slot.left, { x: truth.left[0], y: truth.left[1] }),
        distanceTo(slot.right, { x: truth.right[0], y: truth.right[1] }),
      );
    const truth = slots.find((candidate) => far(candidate) < NEAR);
    if (truth === undefined ? !isInside(slot.left) || !isInside(slot.right) : !counted.has(truth)) continue;
    const isRight =
      truth !== undefined && far(truth) < within && !used.has(truth) && cos(slot.direction - truth.direction) > 0.866;
    if (!isRight) {
      tally.wrong++;
      continue;
    }
    used.add(truth);
    tally.right++;
    if (occupancy === undefined || !truth.sure) continue;
    if (slot.occupancy === UNKNOWN) occupancy.unknown++;
    else if (slot.occupancy > UNKNOWN === truth.taken) occupancy.right++;
    else occupancy.wrong++;
  }
  for (const slot of counted) if (!used.has(slot)) tally.missed++;
}
