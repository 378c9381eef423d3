/**
 * Differential drive: two driven wheels on one axle.
 *
 *   v_l,r = v ∓ T ω/2          v = (v_l + v_r)/2          ω = (v_r − v_l)/T
 *
 * T  track [m]   v  forward velocity [m/s]   ω  yaw rate [rad/s]
 *
 * When one wheel would exceed its limit, both are scaled alike, which keeps the curvature.
 * Reference: vehicle_dynamics_sim, DifferentialVehicle.
 * Differs: a limit of 0 means none; upstream divides by it and the vehicle never moves.
 */

/** Factor by which wheel speeds must be divided so that the fastest keeps its limit; 1 when none does. */
export function overspeed(fastest: number, maxVelocity: number): number {
  if (maxVelocity === 0) return 1;
  const scale = fastest / maxVelocity;
  return scale > 1 ? scale : 1;
}

export const leftWheelVelocity = (vx: number, yawRate: number, track: number): number => vx - 0.5 * track * yawRate;
export const rightWheelVelocity = (vx: number, yawRate: number, track: number): number => vx + 0.5 * track * yawRate;
