/**
 * The kinematic bicycle: one steered wheel, one fixed axle, no slip.
 *
 *   ω = v tan δ / (σ L)          driven on the fixed axle at v
 *   v = vₛ cos δ,  ω = vₛ sin δ / (σ L)      driven on the steered wheel at vₛ
 *
 * L  wheel base [m]   δ  angle of the steered wheel [rad]   σ  +1, or −1 when the steered wheel is behind the axle
 * v  forward velocity of the middle of the fixed axle [m/s]   ω  yaw rate [rad/s]
 *
 * A twist (v, ω) asks for the steered wheel's direction δ = atan2(σ L ω, v) and speed √(v² + (L ω)²). The same motion
 * results from the opposite direction and the opposite speed; the nearer direction is taken.
 *
 * Reference: vehicle_dynamics_sim, BicycleVehicle. Valid while tyre slip is small: lateral acceleration below ~ 3 m/s².
 */
import { wrapToPi } from '../../math/angle.ts';
import { atan2 } from '../../math/trig.ts';

/** Below it a reference velocity counts as none [m/s, rad/s]. */
const STANDSTILL = 1e-12;

/** Angle of the steered wheel that a twist asks for [rad]; straight ahead when the twist does not say. */
export function steeringForTwist(signedBase: number, vx: number, yawRate: number, driveOnSteered: boolean): number {
  const says = Math.abs(vx) > STANDSTILL || (driveOnSteered && Math.abs(yawRate) > STANDSTILL);
  return says ? atan2(signedBase * yawRate, vx) : 0;
}

/** Whether the wheel is nearer to the opposite of the wanted direction. */
export function isNearerReversed(wanted: number, current: number): boolean {
  const turn = wanted - current;
  // clearly less than a quarter turn
  if (Math.abs(turn) < 1.5) return false;
  return Math.abs(wrapToPi(turn)) > Math.abs(wrapToPi(turn + Math.PI));
}
