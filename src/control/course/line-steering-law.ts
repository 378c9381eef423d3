/**
 * Steers along a line in the picture. Both ends are put on the ground with the geometry of the camera (camera-model/ground.ts). The point of the line ℓ = max(near end, λ v²) away is pursued:
 *
 *   sin θ = y/ℓ                                                  (x, y) that point in base_link, θ its bearing, left positive
 *   δ = atan((2 L/ℓ) g (K_P sin θ + K_I ∫ sin θ dt + K_D d(sin θ)/dt))      steer = δ/δ_max
 *
 * With g K_P = 1 and no other gain that is pure pursuit, whose gain 2 L/ℓ falls with speed through ℓ. The gains of Table 2 have K_P = 10.
 * The derivative is lagged, and the integral stands still while the steering is at its limit, |δ| ≤ min(δ_max, atan(L a/v²) + α): beyond that the front tyres only slide.
 *
 * v  speed [m/s]   L  wheelbase [m]   λ  look-ahead [s²/m]   a, α  grip [m/s²] and slip angle of the tyres at their limit [rad]
 * Reference: R. C. Coulter, Implementation of the pure pursuit path tracking algorithm, CMU-RI-TR-92-01, 1992.
 * Checked against: numbers worked out by hand, circles that pure pursuit must hold, laps of the Prius on RosDrive's track.
 */
import type { CameraModel } from '../../camera-model/camera-params.ts';
import { lensOf } from '../../camera-model/camera-params.ts';
import { pixelToGround } from '../../camera-model/ground.ts';
import { derivedFrom } from '../../core/derived.ts';
import { DOUBLE } from '../../math/double.ts';
import { clamp, firstOrderLag, lagDecay } from '../../math/filters.ts';
import { atan } from '../../math/trig.ts';
import type { LineCoords } from '../../msgs/index.ts';
import type { PidGains } from './course-gains.ts';

export interface SteeringState {
  integral: number;
  /** The error before; NaN when there was none. */
  errorBefore: number;
  /** Lagged rate of the error [1/s]. */
  rate: number;
}

export function createSteeringState(): SteeringState {
  const state = { integral: DOUBLE, errorBefore: DOUBLE, rate: DOUBLE };
  state.integral = state.rate = 0;
  state.errorBefore = NaN;
  return state;
}

const groundOf = derivedFrom((camera: CameraModel) => pixelToGround(lensOf(camera), camera.mount));

/** ends ← x, y of the near and of the far end of the line in base_link [m]; false when the line is not on the ground. */
export function endsOnGround(camera: CameraModel, { x1, y1, x2, y2 }: LineCoords, ends: Float64Array): boolean {
  const toGround = groundOf(camera);
  const isFirstNear = y1 >= y2;
  return (
    toGround(isFirstNear ? x1 : x2, isFirstNear ? y1 : y2, ends, 0) &&
    toGround(isFirstNear ? x2 : x1, isFirstNear ? y2 : y1, ends, 2)
  );
}

/** target ← x, y of the point between the ends that is `lookAhead` away from base_link; the nearest one to that when there is none. */
export function pursuedPoint(ends: Float64Array, lookAhead: number, target: Float64Array): void {
  const nx = ends[0];
  const ny = ends[1];
  const dx = ends[2] - nx;
  const dy = ends[3] - ny;
  // |near + t (far − near)| = ℓ
  const a = dx * dx + dy * dy;
  const b = nx * dx + ny * dy;
  const c = nx * nx + ny * ny - lookAhead * lookAhead;
  const root = b * b - a * c;
  const t = a > 0 && root > 0 ? clamp((Math.sqrt(root) - b) / a, 0, 1) : 0;
  target[0] = nx + t * dx;
  target[1] = ny + t * dy;
}

/** What the law needs to know about the car. */
export interface SteeringParams extends PidGains {
  readonly gainUnit: number;
  readonly wheelBase: number;
  readonly maxSteering: number;
  readonly grip: number;
  readonly slip: number;
  readonly derivativeLag: number;
}

/** Largest road-wheel angle that is of use: on the tightest circle that the tyres can hold, plus the slip at which they hold most [rad]. */
export const usefulSteering = ({ wheelBase, maxSteering, grip, slip }: SteeringParams, speed: number): number =>
  Math.min(maxSteering, atan((wheelBase * grip) / Math.max(1e-3, speed * speed)) + slip);

/** Road-wheel angle towards a point at this distance, whose bearing has this sine, of at most `limit` [rad]. */
export function pursuitSteering(
  own: SteeringParams,
  state: SteeringState,
  sine: number,
  distance: number,
  limit: number,
  dt: number,
): number {
  const raw = Number.isNaN(state.errorBefore) ? 0 : (sine - state.errorBefore) / dt;
  state.rate = firstOrderLag(state.rate, raw, lagDecay(dt, own.derivativeLag));
  state.errorBefore = sine;
  const gain = ((2 * own.wheelBase) / distance) * own.gainUnit;
  const steering = atan(gain * (own.kp * sine + own.ki * state.integral + own.kd * state.rate));
  const limited = clamp(steering, -limit, limit);
  if (limited === steering || steering * sine < 0) state.integral += sine * dt;
  return limited;
}
