/**
 * The tracker's law: from where the car will be to steering and pedals. Corrected, it is
 *
 *   κ = κ(s + |v| t_s) − e/ℓ² − (2/ℓ) d sin θ        δ = atan(L κ)        the curvature of the path, and feedback of both errors
 *   a = Δv/Δt along the profile + k_p (v(s) − v) + I,   İ = k_i (v(s) − v)
 *
 * e  distance to the left of the path [m]   θ  heading against it [rad]   d = ±1  direction   ℓ  `feedbackLength` [m]   t_s  what the steering lags [s]
 *
 * Over the way σ that is driven, e' = d sin θ and θ' = d (κ − κ_path), so that e'' + (2/ℓ) e' + e/ℓ² = 0 forwards and backwards: an error is gone with (1 + σ/ℓ) exp(−σ/ℓ).
 * As published, it is δ = atan(L κ_path(s)) and a = k_p (v − v) + I at the place where the car was seen; nothing else is fed back.
 *
 * Pedals for an acceleration a, with idling that pushes by a₀ = c₀ A (1 − |v|/v_c):  throttle = a/A where a > a₀, else brake = (a₀ − a)/B.
 *
 * Reference: C. Samson, Control of chained systems, IEEE TAC 40, 1995 (path feedback); K. J. Åström, T. Hägglund, Advanced PID Control, 2006, section 3.5 (conditional
 * integration). firmware/parking/law.c is the same, operation by operation. Checked against: closed forms, and the Mini.
 */
import { add, arctangent, clamp, div, magnitude, mul, sine, sub, wrapped } from './float32.ts';
import type { ProfileGains } from './speed-profile.ts';
import { profiledSpeed, rampedCurvature } from './speed-profile.ts';
import type { CarMotion } from './state-prediction.ts';
import type { Place, TrackedPath } from './tracked-path.ts';
import { curvatureAt, edgeAt, speedAt } from './tracked-path.ts';

/** Over which the acceleration of the profile is found [s]. */
const FEED_TIME = Math.fround(0.1);
const SLOWEST = Math.fround(0.1);

export interface LawGains extends ProfileGains {
  readonly isPublished: boolean;
  readonly maxSteering: number;
  readonly steeringLag: number;
  readonly acceleration: number;
  readonly feedbackLength: number;
  readonly kp: number;
  readonly ki: number;
  readonly driveAcceleration: number;
  readonly brakeDeceleration: number;
  readonly creepThrottle: number;
  readonly creepSpeed: number;
}

export interface Pedals {
  throttle: number;
  brake: number;
}

/** Road-wheel angle that is wanted; `dt` between two cycles [rad]. */
export function wantedSteering(
  gains: LawGains,
  path: TrackedPath,
  place: Place,
  { yaw, speed }: CarMotion,
  dt: number,
): number {
  if (gains.isPublished) {
    const edge = edgeAt(path, place.along, place.edge);
    const angle = arctangent(mul(gains.wheelBase, curvatureAt(path, edge, place.along)));
    return clamp(angle, -gains.maxSteering, gains.maxSteering);
  }
  const lead = mul(magnitude(speed), add(gains.steeringLag, mul(dt, 0.5)));
  const planned = rampedCurvature(path, gains.transition, add(place.along, lead), place.edge);
  const sideways = mul(path.direction, sine(wrapped(sub(yaw, place.yaw))));
  const length = gains.feedbackLength;
  const feedback = div(add(div(place.lateral, length), mul(2, sideways)), length);
  const angle = arctangent(mul(gains.wheelBase, sub(planned, feedback)));
  return clamp(angle, -gains.maxSteering, gains.maxSteering);
}

export interface Speeds {
  /** [m/s] */
  wanted: number;
  /** Acceleration of the profile [m/s²]. */
  feed: number;
}

const ahead: Place = { edge: 0, along: 0, lateral: 0, yaw: 0 };

/** Writes the speed that is wanted and its acceleration; `speed` along the run [m/s]. */
export function wantedSpeed(gains: LawGains, path: TrackedPath, place: Place, speed: number, speeds: Speeds): void {
  if (gains.isPublished) {
    speeds.wanted = clamp(speedAt(path, place.edge, place.along), SLOWEST, gains.maxSpeed);
    speeds.feed = 0;
    return;
  }
  speeds.wanted = profiledSpeed(gains, path, place);
  ahead.along = add(place.along, mul(speed > 0 ? speed : 0, FEED_TIME));
  ahead.edge = edgeAt(path, ahead.along, place.edge);
  speeds.feed = div(sub(profiledSpeed(gains, path, ahead), speeds.wanted), FEED_TIME);
}

/** Acceleration that is wanted, with its integral brought up to date [m/s²]. */
export function wantedAcceleration(
  gains: LawGains,
  state: { integral: number },
  speeds: Speeds,
  speed: number,
  dt: number,
): number {
  const { acceleration, kp, ki } = gains;
  const lowest = mul(-2, gains.deceleration);
  const error = sub(speeds.wanted, speed);
  const demand = add(add(clamp(speeds.feed, lowest, acceleration), mul(kp, error)), state.integral);
  const pushesOut = (demand >= acceleration && error > 0) || (demand <= lowest && error < 0);
  if (!pushesOut) state.integral = clamp(add(state.integral, mul(mul(ki, error), dt)), lowest, acceleration);
  return clamp(demand, lowest, acceleration);
}

/** Acceleration of an idling engine in gear [m/s²]. */
export function idling({ creepThrottle, creepSpeed, driveAcceleration }: LawGains, speed: number): number {
  const left = sub(1, div(magnitude(speed), creepSpeed));
  return left > 0 ? mul(mul(creepThrottle, driveAcceleration), left) : 0;
}

/** Pedals for an acceleration along the direction of travel; `idle` is that of the engine. */
export function pressPedals(gains: LawGains, pedals: Pedals, wanted: number, idle: number): void {
  const isDriven = wanted > idle;
  pedals.throttle = isDriven ? clamp(div(wanted, gains.driveAcceleration), 0, 1) : 0;
  pedals.brake = isDriven ? 0 : clamp(div(sub(idle, wanted), gains.brakeDeceleration), 0, 1);
}
