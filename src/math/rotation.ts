/**
 * Rotations by roll, pitch and yaw.
 *
 *   R = R_z(yaw) R_y(pitch) R_x(roll)       REP-103: x forward, y left, z up; pitch down and yaw to the left are positive
 *
 * Checked against: rotation matrices multiplied out in the tests of sensors and cameras, cv2.projectPoints.
 */
import { sinCos } from './trig.ts';

const turn = new Float64Array(2);

/** Writes R, row by row, into the first nine numbers. */
export function rotationInto(target: Float64Array, roll: number, pitch: number, yaw: number): void {
  sinCos(roll, turn);
  const sr = turn[0],
    cr = turn[1];
  sinCos(pitch, turn);
  const sp = turn[0],
    cp = turn[1];
  sinCos(yaw, turn);
  const sy = turn[0],
    cy = turn[1];
  target[0] = cy * cp;
  target[1] = cy * sp * sr - sy * cr;
  target[2] = cy * sp * cr + sy * sr;
  target[3] = sy * cp;
  target[4] = sy * sp * sr + cy * cr;
  target[5] = sy * sp * cr - cy * sr;
  target[6] = -sp;
  target[7] = cp * sr;
  target[8] = cp * cr;
}
