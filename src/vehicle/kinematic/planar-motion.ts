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
import { TAU, wrapTo2Pi } from '../../math/angle.ts';
import { sinCos } from '../../math/trig.ts';

/** Indices into a pose. */
const enum Pose {
  X,
  Y,
  YAW,
}

/** sin and cos of the mean heading of the latest step anywhere, and that heading: who drives straight needs the same again. */
const heading = Float64Array.of(0, 1, NaN);

/** Moves `pose` (x, y, ψ) for `dt` seconds with the velocity (v_x, v_y, ω) that is in `velocity` from index `first` on. */
export function advancePose(pose: Float64Array, velocity: Float64Array, first: number, dt: number): void {
  const vx = velocity[first];
  const vy = velocity[first + 1];
  const yaw = pose[Pose.YAW];
  const turn = dt * velocity[first + 2];
  const mean = yaw + 0.5 * turn;
  const next = yaw + turn;
  // ±0 are equal and have different sines
  if (mean !== heading[2] || mean === 0) {
    // a double that may come from a call is boxed, one in an array is not
    if (mean >= 0 && mean < TAU) heading[2] = mean;
    else heading[2] = wrapTo2Pi(mean);
    sinCos(heading[2], heading);
    heading[2] = mean;
  }
  const s = heading[0] * dt;
  const c = heading[1] * dt;
  pose[Pose.X] += c * vx - s * vy;
  pose[Pose.Y] += s * vx + c * vy;
  if (next >= 0 && next < TAU) pose[Pose.YAW] = next;
  else pose[Pose.YAW] = wrapTo2Pi(next);
}
