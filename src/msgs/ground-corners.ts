/** Slots and footprints as what they cover of the ground: four corners x₀, y₀ … in the frame of their message [m]. */
import { cos, sin } from '../math/trig.ts';
import type { Footprint, ParkingSlot } from './index.ts';

/** Four corners: x, y of each in turn. */
export type Quad = readonly number[];

/** Both ends of the entrance, then both ends of its back. */
export function slotCorners(
  slot: Pick<ParkingSlot, 'left_x' | 'left_y' | 'right_x' | 'right_y' | 'direction' | 'depth'>,
): Quad {
  const [x, y] = [slot.depth * cos(slot.direction), slot.depth * sin(slot.direction)];
  const { left_x: lx, left_y: ly, right_x: rx, right_y: ry } = slot;
  return [lx, ly, rx, ry, rx + x, ry + y, lx + x, ly + y];
}

/** Rear right, front right, front left, rear left. */
export function footprintCorners({
  x,
  y,
  yaw,
  length,
  width,
}: Pick<Footprint, 'x' | 'y' | 'yaw' | 'length' | 'width'>): Quad {
  const [c, s] = [cos(yaw) / 2, sin(yaw) / 2];
  const corner = (u: number, v: number) => [x + c * u * length - s * v * width, y + s * u * length + c * v * width];
  return [...corner(-1, -1), ...corner(1, -1), ...corner(1, 1), ...corner(-1, 1)];
}

/** Free, taken, or nobody knows. */
export const slotState = ({ occupancy }: Pick<ParkingSlot, 'occupancy'>): 'free' | 'taken' | 'unknown' =>
  occupancy < 0.3 ? 'free' : occupancy > 0.5 ? 'taken' : 'unknown';
