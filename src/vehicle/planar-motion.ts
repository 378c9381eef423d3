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
import { TAU, wrapTo2Pi } from '../math/angle.ts';
import { sinCos } from '../math/trig.ts';

/** Indices into a pose and into a velocity. */
export const POSE_X = 0;
export const POSE_Y = 1;
export const POSE_YAW = 2;

const heading = new Float64Array(2);

/** Moves `pose` (x, y, ψ) with `velocity` (v_x, v_y, ω) for `dt` seconds. */
export function advancePose(pose: Float64Array, velocity: Float64Array, dt: number): void {
  const turn = dt * velocity[2];
  const mean = pose[POSE_YAW] + 0.5 * turn;
  const next = pose[POSE_YAW] + turn;
  sinCos(mean >= 0 && mean < TAU ? mean : wrapTo2Pi(mean), heading);
  const s = heading[0] * dt;
  const c = heading[1] * dt;
  pose[POSE_X] += c * velocity[0] - s * velocity[1];
  pose[POSE_Y] += s * velocity[0] + c * velocity[1];
  pose[POSE_YAW] = next >= 0 && next < TAU ? next : wrapTo2Pi(next);
}
