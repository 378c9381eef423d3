/**
 * Whether something stands in a slot: it reaches more than 0.25 m over its lines, from the ground to below 1.5 m, and is higher than a kerb.
 * What only leans over a line leaves a slot free.
 */
import { derivedFrom } from '../../core/derived.ts';
import type { Body } from '../../msgs/index.ts';
import { overlap } from '../contact/convex-separation.ts';
import type { ConvexShape, HeightRange } from '../contact/convex-shape.ts';
import { createBoxShape, placeBox, solidShape } from '../contact/convex-shape.ts';
import type { Slot } from '../lots/slot.ts';
import { slotCorners } from '../lots/slot.ts';
import { worldOf } from '../world.ts';
import type { WorldDocument } from '../world-schema.ts';

/** Overlapping by less than this is no parking [m]. */
const REACH = 0.25;
const LOW = 0.3;
const HIGH = 1.5;

/** The outline of a slot, at the middle of its paint. */
export const slotShape = (slot: Slot): ConvexShape =>
  solidShape({
    name: '',
    footprint: slotCorners(slot),
    bottom: 0,
    top: 0,
    x: 0,
    y: 0,
    yaw: 0,
    colour: [0, 0, 0],
  });

const isInTheWay = ({ bottom, top }: HeightRange): boolean => top > LOW && bottom < HIGH;

/** Slots of a world with their outlines, and whether something that never moves stands in them. */
export interface KnownSlot {
  readonly slot: Slot;
  readonly shape: ConvexShape;
  readonly isTaken: boolean;
}

export const knownSlots = derivedFrom((document: WorldDocument): readonly KnownSlot[] => {
  const { slots, scene } = worldOf(document);
  const solids = scene.solids.filter(isInTheWay).map(solidShape);
  return slots.map((slot) => {
    const shape = slotShape(slot);
    return { slot, shape, isTaken: slot.taken || solids.some((solid) => overlap(shape, solid, REACH)) };
  });
});

const box = createBoxShape();

/** Whether one of the bodies, but for that of this name, stands in a slot. */
export function isTakenByBody({ shape }: KnownSlot, bodies: readonly Body[], own: string): boolean {
  for (let i = 0; i < bodies.length; i++) {
    if (bodies[i].name === own || !isInTheWay(bodies[i])) continue;
    placeBox(box, bodies[i]);
    if (overlap(shape, box, REACH)) return true;
  }
  return false;
}
