/** Slots and things of a view, seen from base_link, in the frame of the map: composed with the pose of the car at the capture. */
import { wrapToPi } from '../../math/angle.ts';
import type { Pose2 } from '../../math/pose2.ts';
import { sinCos } from '../../math/sin-cos.ts';
import { Footprint, ParkingSlot } from '../../msgs/index.ts';

const rotation = new Float64Array(2);

/** out ← the slot in the frame in which the pose is given. */
export function slotFrom(pose: Pose2, seen: ParkingSlot, out: ParkingSlot): void {
  ParkingSlot.copy(out, seen);
  sinCos(pose.heading, rotation);
  const [s, c] = rotation;
  out.left_x = pose.x + c * seen.left_x - s * seen.left_y;
  out.left_y = pose.y + s * seen.left_x + c * seen.left_y;
  out.right_x = pose.x + c * seen.right_x - s * seen.right_y;
  out.right_y = pose.y + s * seen.right_x + c * seen.right_y;
  out.direction = wrapToPi(pose.heading + seen.direction);
}

export function footprintFrom(pose: Pose2, seen: Footprint, out: Footprint): void {
  Footprint.copy(out, seen);
  sinCos(pose.heading, rotation);
  const [s, c] = rotation;
  out.x = pose.x + c * seen.x - s * seen.y;
  out.y = pose.y + s * seen.x + c * seen.y;
  out.vx = c * seen.vx - s * seen.vy;
  out.vy = s * seen.vx + c * seen.vy;
  out.yaw = wrapToPi(pose.heading + seen.yaw);
}

export interface View {
  /** Side of the square that is seen, its centre ahead of base_link, and a border in which things may be missed [m]. */
  readonly extent: number;
  readonly centre: number;
  readonly border: number;
}

/** Whether a point of the map lies well inside what the car sees from a pose. */
export function isInView(view: View, pose: Pose2, x: number, y: number): boolean {
  sinCos(pose.heading, rotation);
  const [s, c] = rotation;
  const half = view.extent / 2 - view.border;
  const ahead = c * (x - pose.x) + s * (y - pose.y) - view.centre;
  const aside = c * (y - pose.y) - s * (x - pose.x);
  return Math.abs(ahead) < half && Math.abs(aside) < half;
}
