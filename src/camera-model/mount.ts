/**
 * Where a sensor sits on its vehicle.
 *
 *   R = R_z(yaw) R_y(pitch) R_x(roll)                        REP-103: x forward, y left, z up; a positive pitch looks down
 *   right = −R e_y,  down = −R e_z,  forward = R e_x         axes of a camera's optical frame
 *
 * Checked against: cv2.projectPoints, and the camera of MonoSIM worked by hand.
 */
import type { ValueOf } from '../core/schema.ts';
import { group, param } from '../core/schema.ts';
import { rotationInto } from '../math/rotation.ts';

export const mountParams = group(
  {
    x: param(0, 'm', 'position forward of base_link'),
    y: param(0, 'm', 'position left of it'),
    z: param(0.5, 'm', 'height above it; higher sees farther'),
    roll: param(0, 'rad', 'turn about the forward axis, right side down positive'),
    pitch: param(0, 'rad', 'turn about the left axis, down positive; larger sees nearer ground'),
    yaw: param(0, 'rad', 'turn about the up axis, left positive'),
  },
  'pose of the sensor on the vehicle; all zero angles look straight ahead',
);

/** A pose on a vehicle, forward–left–up like the vehicle itself [m, rad]. */
export type Mount = ValueOf<typeof mountParams>;

/** Right, down and forward of the camera in the vehicle frame, one after the other: 3×3, row by row. */
export function opticalAxes({ roll, pitch, yaw }: Mount): Float64Array {
  const r = new Float64Array(9);
  rotationInto(r, roll, pitch, yaw);
  // columns of R are forward, left and up; 0 − x, as −0 would be another number
  return Float64Array.of(0 - r[1], 0 - r[4], 0 - r[7], 0 - r[2], 0 - r[5], 0 - r[8], r[0], r[3], r[6]);
}
