/**
 * Where base_link has to be for a car to stand in the middle of a slot.
 *
 *   perpendicular, angled   along the side lines, nose out (backed in) or nose in
 *   parallel                along the entrance, in whichever direction needs the smaller turn
 *
 *   C = middle of the entrance + depth/2 · u(direction)         middle of the slot, and of the body
 *   base_link = C − (front − rear)/2 · u(heading)
 */
import { wrapToPi } from '../../math/angle.ts';
import { atan2 } from '../../math/inverse-trig.ts';
import { cos, sin } from '../../math/trig.ts';
import type { ParkingSlot } from '../../msgs/index.ts';
import type { CarShape, Pose } from '../problem.ts';

const PARALLEL = 1;

export type Nose = 'out' | 'in';

export function slotGoal(slot: ParkingSlot, car: CarShape, nose: Nose, heading: number): Pose {
  const { direction, depth } = slot;
  const yaw =
    slot.kind === PARALLEL ? alongEntrance(slot, heading) : wrapToPi(nose === 'out' ? direction + Math.PI : direction);
  const x = (slot.left_x + slot.right_x) / 2 + (depth / 2) * cos(direction);
  const y = (slot.left_y + slot.right_y) / 2 + (depth / 2) * sin(direction);
  const ahead = (car.front - car.rear) / 2;
  return { x: x - ahead * cos(yaw), y: y - ahead * sin(yaw), yaw };
}

/** The direction of the entrance that is nearer to where the car looks now. */
function alongEntrance(slot: ParkingSlot, heading: number): number {
  const yaw = atan2(slot.right_y - slot.left_y, slot.right_x - slot.left_x);
  return Math.abs(wrapToPi(yaw - heading)) <= Math.PI / 2 ? yaw : wrapToPi(yaw + Math.PI);
}

/** Clear width and length between the lines, along and across the way the car stands [m]. */
export function slotWidth(slot: ParkingSlot): number {
  const [dx, dy] = [slot.right_x - slot.left_x, slot.right_y - slot.left_y];
  // the side lines may lean against the entrance
  const along = dx * cos(slot.direction) + dy * sin(slot.direction);
  return slot.kind === PARALLEL
    ? Math.sqrt(dx * dx + dy * dy)
    : Math.sqrt(Math.max(0, dx * dx + dy * dy - along * along));
}

/** Whether the car would fit between the lines with some room on both sides. */
export function fitsInto(slot: ParkingSlot, car: CarShape, room: number): boolean {
  const needed = slot.kind === PARALLEL ? car.front + car.rear : 2 * car.halfWidth;
  return slotWidth(slot) >= needed + 2 * room;
}

/** Whether a point lies in the slot, or so near before it that it can only mean it. */
export function isIn(slot: ParkingSlot, x: number, y: number): boolean {
  const [c, s] = [cos(slot.direction), sin(slot.direction)];
  const [dx, dy] = [x - (slot.left_x + slot.right_x) / 2, y - (slot.left_y + slot.right_y) / 2];
  const [ex, ey] = [slot.right_x - slot.left_x, slot.right_y - slot.left_y];
  const depth = dx * c + dy * s;
  const aside = Math.abs(dy * c - dx * s);
  const half = Math.abs(ey * c - ex * s) / 2;
  return depth > -0.5 && depth < slot.depth && aside < half;
}
