/**
 * Linear tyre: lateral force proportional to the slip angle, up to what friction leaves.
 *
 *   F_y = clamp(C_α α, ±F_lim)
 *
 * C_α  cornering stiffness of the axle [N/rad]   α  slip angle, positive when the force is to the left [rad]
 *
 * Valid for |α| below ~ 4°, roughly half of the friction limit. Reference: Rajamani, Vehicle Dynamics and Control, 2nd ed., (2.19).
 */
export function linearTyreForce(corneringStiffness: number, slipAngle: number, limit: number): number {
  const force = corneringStiffness * slipAngle;
  return force > limit ? limit : force < -limit ? -limit : force;
}
