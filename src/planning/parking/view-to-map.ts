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

/** Reach of the own body from base_link [m]. */
export interface OwnBody {
  readonly front: number;
  readonly rear: number;
  readonly halfWidth: number;
}

/** What lies nearer to the own body than this may be hidden by it [m]. */
const HIDDEN = 0.4;

/** Where a point of the map is for somebody at a pose: how far ahead and to the left [m]. */
function seenFrom(pose: Pose2, x: number, y: number): readonly [ahead: number, aside: number] {
  sinCos(pose.heading, rotation);
  const [s, c] = rotation;
  return [c * (x - pose.x) + s * (y - pose.y), c * (y - pose.y) - s * (x - pose.x)];
}

/** Whether a point lies within the own body, or nearer to it than `room`. */
export function isOwn(own: OwnBody, pose: Pose2, x: number, y: number, room = 0): boolean {
  const [ahead, aside] = seenFrom(pose, x, y);
  return ahead < own.front + room && ahead > -own.rear - room && Math.abs(aside) < own.halfWidth + room;
}

/** Whether a point of the map lies well inside what the car sees from a pose, and is not hidden by its own body. */
export function isInView(view: View, own: OwnBody, pose: Pose2, [x, y]: readonly [number, number]): boolean {
  const half = view.extent / 2 - view.border;
  const [ahead, aside] = seenFrom(pose, x, y);
  return Math.abs(ahead - view.centre) < half && Math.abs(aside) < half && !isOwn(own, pose, x, y, HIDDEN);
}
