/**
 * Planar motion of a rigid body with a body-fixed velocity that is constant over the step.
 *
 *   ψ⁺ = (ψ + ω Δt) mod 2π
 *   p⁺ = p + R(ψ + ½ ω Δt) v Δt
 *
 * p  position [m]   ψ  heading in [0, 2π) [rad]   v  velocity in the body frame [m/s]   ω  yaw rate [rad/s]
 *
 * The mean heading makes the step exact to third order in ω Δt; the chord is too long by the factor
 * (ω Δt/2) / sin(ω Δt/2), 4 · 10⁻⁸ at 1 rad/s and 1 ms.
 * Reference: vehicle_dynamics_sim, Vehicle::update; the arithmetic is in its order.
 */
import { wrapTo2Pi } from '../math/angle.ts';
import { sinCos } from '../math/trig.ts';

/** Indices into a pose. */
export const POSE_X = 0;
export const POSE_Y = 1;
export const POSE_YAW = 2;

const heading = new Float64Array(2);

/** Moves `pose` (x, y, ψ) for `dt` seconds. */
export function advancePose(pose: Float64Array, vx: number, vy: number, yawRate: number, dt: number): void {
  sinCos(wrapTo2Pi(pose[POSE_YAW] + 0.5 * dt * yawRate), heading);
  const s = heading[0] * dt;
  const c = heading[1] * dt;
  pose[POSE_X] += c * vx - s * vy;
  pose[POSE_Y] += s * vx + c * vy;
  pose[POSE_YAW] = wrapTo2Pi(pose[POSE_YAW] + dt * yawRate);
}
