/** What automatic parking knows, as shapes on the ground: corners in the frame of their message, then taken to the map. */
import type { Quad } from '../../../src/msgs/ground-corners.ts';
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
