/**
 * Where a sensor sits on its vehicle, and so in the map.
 *
 *   R = R_z(yaw) R_y(pitch) R_x(roll)                                    REP-103: pitch down and left-turning yaw are positive
 *   R_MS = R_MB R_BS        p_MS = p_MB + R_MB p_BS                      M map, B base_link, S sensor
 *
 * base_link is on the ground, so its z is 0, and body roll and pitch turn about it.
 * Checked against: rotation matrices multiplied out in the tests.
 */
import { derivedFrom } from '../core/derived.ts';
import { text } from '../core/schema.ts';
import type { Mount } from '../camera-model/mount.ts';
import { rotationInto } from '../math/rotation.ts';
import type { Header, VehicleState } from '../msgs/index.ts';
import { copyTime } from '../msgs/index.ts';

export const frameParam = text('', "name of the sensor's frame, for message headers; the name of the block when empty");

/** The frame that headers name. */
export const frameOf = (own: { readonly frame: string }, block: string): string =>
  own.frame === '' ? block : own.frame;

/** Rotation row by row, then position. */
export const POSE_NUMBERS = 12;

/** The pose of a mount in the vehicle frame. */
export const mountPoseOf = derivedFrom<Mount, Float64Array>(({ x, y, z, roll, pitch, yaw }) => {
  const pose = new Float64Array(POSE_NUMBERS);
  rotationInto(pose, roll, pitch, yaw);
  pose.set([x, y, z], 9);
  return pose;
});

const body = new Float64Array(9);

/** Writes the pose of a sensor in map. */
export function placeSensor(target: Float64Array, vehicle: VehicleState, mount: Mount): void {
  const m = mountPoseOf(mount);
  rotationInto(body, vehicle.roll, vehicle.pitch, vehicle.yaw);
  for (let row = 0; row < 9; row += 3) {
    const a = body[row],
      b = body[row + 1],
      c = body[row + 2];
    for (let column = 0; column < 3; column++)
      target[row + column] = a * m[column] + b * m[3 + column] + c * m[6 + column];
    target[9 + row / 3] = a * m[9] + b * m[10] + c * m[11];
  }
  target[9] += vehicle.x;
  target[10] += vehicle.y;
}

/** The header of what was measured when the vehicle was in this state. */
export function writeHeader(header: Header, vehicle: { readonly stamp: Header['stamp'] }, frame: string): void {
  copyTime(header.stamp, vehicle.stamp);
  header.frame_id = frame;
}
