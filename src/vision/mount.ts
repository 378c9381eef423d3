/**
 * How a camera sits on the vehicle, and where it sees the ground.
 *
 *   body axes     R = R_z(yaw) R_y(pitch) R_x(roll): forward, left, up (REP-103); a positive pitch looks down
 *   optical axes  right = −R e_y,  down = −R e_z,  forward = R e_x
 *   optical point (right·d, down·d, forward·d),  d = p − mount
 *
 * Checked against: cv2.projectPoints, and the camera of MonoSIM worked by hand.
 */
import type { Lens } from '../math/lens.ts';
import { projectPoint } from '../math/lens.ts';
import { cos, sin } from '../math/trig.ts';

/** Pose of a camera in the vehicle frame [m, rad]. */
export interface Mount {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly roll: number;
  readonly pitch: number;
  readonly yaw: number;
}

/** Right, down and forward of the camera in the vehicle frame, one after the other: 3×3, row by row. */
export function opticalAxes({ roll, pitch, yaw }: Mount): Float64Array {
  const sr = sin(roll), cr = cos(roll);
  const sp = sin(pitch), cp = cos(pitch);
  const sy = sin(yaw), cy = cos(yaw);
  return Float64Array.of(
    sy * cr - cy * sp * sr, -cy * cr - sy * sp * sr, -cp * sr,
    -sy * sr - cy * sp * cr, cy * sr - sy * sp * cr, -cp * cr,
    cy * cp, sy * cp, -sp,
  );
}

/** Makes the function from a point of the ground (vehicle frame, z = 0) to a pixel; it returns false behind the camera. */
export function groundToPixel(lens: Lens, mount: Mount): (x: number, y: number, out: Float64Array) => boolean {
  const a = opticalAxes(mount);
  const { x: mx, y: my, z: mz } = mount;
  return (x, y, out) => {
    const dx = x - mx;
    const dy = y - my;
    const right = a[0] * dx + a[1] * dy - a[2] * mz;
    const down = a[3] * dx + a[4] * dy - a[5] * mz;
    const forward = a[6] * dx + a[7] * dy - a[8] * mz;
    // a wide lens also takes directions from behind; the ground there is not ahead
    return forward > 0 && projectPoint(lens, right, down, forward, out);
  };
}
