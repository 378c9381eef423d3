/**
 * Roll and pitch of a body from its orientation.
 *
 *   R = R_z(yaw) R_y(pitch) R_x(roll):   sin pitch = −R₂₀,   tan roll = R₂₁ / R₂₂
 */
import { asin, atan2 } from '../../math/inverse-trig.ts';

interface Quaternion {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w: number;
}

/** out ← roll and pitch [rad]; level for a quaternion of zeros, which means that nothing is known. */
export function tiltOfQuaternion({ x, y, z, w }: Quaternion, out: { roll: number; pitch: number }): void {
  const norm = x * x + y * y + z * z + w * w;
  out.roll = norm > 0 ? atan2(2 * (y * z + w * x), w * w - x * x - y * y + z * z) : 0;
  out.pitch = norm > 0 ? asin(Math.max(-1, Math.min(1, (2 * (w * y - x * z)) / norm))) : 0;
}
