/**
 * Parallel slots that may be two slots across the row, with the mark between them hidden: a vehicle stands in one, but across it, or something covers the middle of the
 * entrance, where the third mark would be.
 */
import { cos, sin } from '../../math/trig.ts';
import type { Footprint } from '../../msgs/index.ts';
import type { Corners } from './convex-overlap.ts';
import { parallelogram, penetration, rectangle } from './convex-overlap.ts';
import type { FoundSlot } from './marking-point-pair.ts';
import { PARALLEL } from './marking-point-pair.ts';

const VEHICLE = 1;
/** How far a vehicle reaches into a slot that it stands in [m]. */
const REACH = 0.4;
/** cos² of the largest angle between what stands across and the way in. */
const ACROSS = 0.64;
/** Half of the length and width of the ground on which a third mark would be, and how far a vehicle must reach over it, as it is found [m]. */
const MIDDLE = 0.5;
const HALF_WIDTH = 0.1;
const OVER = 0.15;

/** The own vehicle in base_link: ahead, behind and to either side [m]. */
export interface Outline {
  readonly front: number;
  readonly rear: number;
  readonly halfWidth: number;
}

/** Whether a parallel slot may be two slots; false of all others. */
export function mayBeTwo(slot: FoundSlot, things: readonly Footprint[], { front, rear, halfWidth }: Outline): boolean {
  if (slot.kind !== PARALLEL) return false;
  const middle = middleOf(slot);
  const own = [-rear, -halfWidth, front, -halfWidth, front, halfWidth, -rear, halfWidth];
  if (penetration(middle, own) > 0) return true;
  return things.some((thing) => {
    const over = thing.kind === VEHICLE ? OVER : 0;
    return penetration(middle, rectangle(thing)) > over || standsAcross(thing, slot);
  });
}

function standsAcross(thing: Footprint, slot: FoundSlot): boolean {
  const along = cos(thing.yaw - slot.direction);
  return thing.kind === VEHICLE && along * along > ACROSS && penetration(parallelogram(slot), rectangle(thing)) > REACH;
}

/** The ground around the middle of the entrance. */
function middleOf({ left, right, direction }: FoundSlot): Corners {
  const [x, y] = [(left.x + right.x) / 2, (left.y + right.y) / 2];
  // parallel slots are square: the entrance is across the way in
  const [ux, uy] = [MIDDLE * sin(direction), -MIDDLE * cos(direction)];
  const [vx, vy] = [HALF_WIDTH * cos(direction), HALF_WIDTH * sin(direction)];
  return [x - ux - vx, y - uy - vy, x + ux - vx, y + uy - vy, x + ux + vx, y + uy + vy, x - ux + vx, y - uy + vy];
}
