/**
 * How fast a stretch may be driven, from standstill to standstill.
 *
 *   v ≤ largest speed of the direction
 *   v ≤ steeringRate·Δs/|Δδ|          the wheels turn by Δδ over Δs, δ = atan(wheelBase·κ)
 *   v² ≤ v₀² + 2·acceleration·Δs      from each end
 *
 * The first two bound the speed between two points, the third is swept forwards and backwards: the quickest profile within them
 * (Bobrow, Dubowsky, Gibson 1985 for a chain without coupling). Between stretches the wheels are turned at standstill, at the
 * steering rate.
 */
import { atan } from '../../math/trig.ts';
import type { Stretch } from '../arcs/stretch.ts';
import type { DrivingLimits } from '../problem.ts';

export interface SpeedProfile {
  /** At each point, not negative [m/s]. */
  readonly speeds: Float64Array;
  /** To drive it [s]. */
  readonly duration: number;
}

export function speedProfile(stretch: Stretch, limits: DrivingLimits, wheelBase: number): SpeedProfile {
  const { curvatures, spacing } = stretch;
  const count = curvatures.length;
  const speeds = new Float64Array(count);
  const most = stretch.direction < 0 ? limits.backwardSpeed : limits.forwardSpeed;
  // bounds: each interval's holds at both of its ends
  speeds.fill(most);
  for (let i = 1; i < count; i++) {
    const steer = Math.abs(atan(wheelBase * curvatures[i]) - atan(wheelBase * curvatures[i - 1]));
    const bound = steer * most > limits.steeringRate * spacing ? (limits.steeringRate * spacing) / steer : most;
    speeds[i - 1] = Math.min(speeds[i - 1], bound);
    speeds[i] = Math.min(speeds[i], bound);
  }
  speeds[0] = 0;
  speeds[count - 1] = 0;
  const gain = 2 * limits.acceleration * spacing;
  for (let i = 1; i < count; i++) speeds[i] = Math.min(speeds[i], Math.sqrt(speeds[i - 1] * speeds[i - 1] + gain));
  for (let i = count - 2; i >= 0; i--) speeds[i] = Math.min(speeds[i], Math.sqrt(speeds[i + 1] * speeds[i + 1] + gain));
  return { speeds, duration: durationOf(speeds, spacing, limits.acceleration) };
}

function durationOf(speeds: Float64Array, spacing: number, acceleration: number): number {
  let duration = 0;
  for (let i = 1; i < speeds.length; i++) {
    const sum = speeds[i - 1] + speeds[i];
    // a single interval from standstill to standstill: up and down again
    duration += sum > 0 ? (2 * spacing) / sum : 2 * Math.sqrt(spacing / acceleration);
  }
  return duration;
}

/** To turn the wheels from one curvature to another at standstill [s]. */
export const steeringTime = (from: number, to: number, limits: DrivingLimits, wheelBase: number): number =>
  Math.abs(atan(wheelBase * to) - atan(wheelBase * from)) / limits.steeringRate;
