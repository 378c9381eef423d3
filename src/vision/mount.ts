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
import type { Mount } from '../math/rotation.ts';
import { rotationInto } from '../math/rotation.ts';

/** Right, down and forward of the camera in the vehicle frame, one after the other: 3×3, row by row. */
export function opticalAxes({ roll, pitch, yaw }: Mount): Float64Array {
  const r = new Float64Array(9);
  rotationInto(r, roll, pitch, yaw);
  // columns of R are forward, left and up; 0 − x, as −0 would be another number
  return Float64Array.of(0 - r[1], 0 - r[4], 0 - r[7], 0 - r[2], 0 - r[5], 0 - r[8], r[0], r[3], r[6]);
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
