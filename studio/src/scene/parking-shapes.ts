/**
 * What automatic parking knows, as shapes on the ground: slots (skidpad_msgs/ParkingMap, ParkingSlots) as quadrilaterals, obstacles as rectangles,
 * and trajectories as lines. Corners are written in the frame of their message, then taken to the map.
 */
import type { DisplayPose } from './display-pose.ts';

export interface SlotMessage {
  readonly id: number;
  readonly left_x: number;
  readonly left_y: number;
  readonly right_x: number;
  readonly right_y: number;
  readonly direction: number;
  readonly depth: number;
  readonly occupancy: number;
}

export interface FootprintMessage {
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
  readonly length: number;
  readonly width: number;
}

/** Four corners: x, y of each in turn. */
export type Quad = readonly number[];

export function slotQuad(slot: SlotMessage): Quad {
  const [c, s] = [slot.depth * Math.cos(slot.direction), slot.depth * Math.sin(slot.direction)];
  const { left_x: lx, left_y: ly, right_x: rx, right_y: ry } = slot;
  return [lx, ly, rx, ry, rx + c, ry + s, lx + c, ly + s];
}

export function footprintQuad({ x, y, yaw, length, width }: FootprintMessage): Quad {
  const [c, s] = [Math.cos(yaw) / 2, Math.sin(yaw) / 2];
  const corner = (u: number, v: number) => [x + c * u * length - s * v * width, y + s * u * length + c * v * width];
  return [...corner(-1, -1), ...corner(1, -1), ...corner(1, 1), ...corner(-1, 1)];
}

export function quadAt(at: DisplayPose, quad: Quad): Quad {
  const [c, s] = [Math.cos(at.yaw), Math.sin(at.yaw)];
  return quad.map((_, i) => {
    const [x, y] = [quad[i - (i % 2)], quad[i - (i % 2) + 1]];
    return i % 2 === 0 ? at.x + c * x - s * y : at.y + s * x + c * y;
  });
}

/** Whether a point lies in a convex quadrilateral, whichever way round it goes. */
export function isInQuad(quad: Quad, x: number, y: number): boolean {
  let sides = 0;
  for (let i = 0; i < 8; i += 2) {
    const j = (i + 2) % 8;
    sides += Math.sign((quad[j] - quad[i]) * (y - quad[i + 1]) - (quad[j + 1] - quad[i + 1]) * (x - quad[i]));
  }
  return Math.abs(sides) === 4;
}

/** Free, taken, or nobody knows. */
export const slotState = ({ occupancy }: SlotMessage): 'free' | 'taken' | 'unknown' =>
  occupancy < 0.3 ? 'free' : occupancy > 0.5 ? 'taken' : 'unknown';
