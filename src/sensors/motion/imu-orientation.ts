/**
 * Orientation of a sensor in map as a quaternion.
 *
 *   q(φ, θ, ψ) = q_z(ψ) q_y(θ) q_x(φ)        q_MS = q_MB q_BS q(ε)
 *
 * ε  error angles about the sensor's own axes [rad]
 */
import type { Quaternion } from '../../math/pose2.ts';
import { sinCos } from '../../math/trig.ts';

const half = new Float64Array(2);

/** out ← the rotation by roll, then pitch, then yaw about fixed axes. */
export function quaternionFromAnglesInto(out: Quaternion, roll: number, pitch: number, yaw: number): void {
  sinCos(0.5 * roll, half);
  const sr = half[0],
    cr = half[1];
  sinCos(0.5 * pitch, half);
  const sp = half[0],
    cp = half[1];
  sinCos(0.5 * yaw, half);
  const sy = half[0],
    cy = half[1];
  out.w = cr * cp * cy + sr * sp * sy;
  out.x = sr * cp * cy - cr * sp * sy;
  out.y = cr * sp * cy + sr * cp * sy;
  out.z = cr * cp * sy - sr * sp * cy;
}

/** out ← a b; out may be one of them. */
export function multiplyQuaternionsInto(out: Quaternion, a: Quaternion, b: Quaternion): void {
  const { x, y, z, w } = a;
  const { x: bx, y: by, z: bz, w: bw } = b;
  out.x = w * bx + x * bw + y * bz - z * by;
  out.y = w * by - x * bz + y * bw + z * bx;
  out.z = w * bz + x * by - y * bx + z * bw;
  out.w = w * bw - x * bx - y * by - z * bz;
}
