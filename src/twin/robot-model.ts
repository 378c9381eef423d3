/**
 * How a small car-like robot moves when it is told a speed and a steering angle, and how uncertain that is: the model of the predictor.
 *
 *   state  s = (x, y, ψ, v, δ)      pose of the rear axle [m, m, rad], speed [m/s], angle of the front wheels [rad]
 *
 *   τ_v v̇ = K_v u_v(t − d_v) + c_v − v        τ_δ δ̇ = K_δ u_δ(t − d_δ) + c_δ − δ        (exact over a step of constant commands)
 *   ẋ = v cos ψ,  ẏ = v sin ψ,  ψ̇ = v tan(δ)/L    by the means of v and δ over the step, at its middle heading
 *   P ← F P Fᵀ + Q Δt
 *
 * Dead times are the business of whoever hands over u. `skidpad identify` finds K, c, d and τ from a log.
 * Checked against: circles, finite differences of F, and runs of a robot that is stepped finely.
 */
import { exp } from '../math/exponential.ts';
import { cos, sin, tan } from '../math/trig.ts';

export const X = 0;
export const Y = 1;
export const YAW = 2;
export const SPEED = 3;
export const STEERING = 4;
export const STATES = 5;

interface ActuatorModel {
  readonly gain: number;
  readonly offset: number;
  readonly timeConstant: number;
}

export interface RobotModel {
  readonly wheelBase: number;
  readonly drive: ActuatorModel;
  readonly steering: ActuatorModel;
}

/** Beyond this the wheels do not turn, whatever the filter believes [rad]. */
const MOST_STEERING = 1.2;

const decay = (dt: number, { timeConstant }: ActuatorModel): number => (timeConstant > 0 ? exp(-dt / timeConstant) : 0);
const target = (u: number, { gain, offset }: ActuatorModel): number => gain * u + offset;

/** s ← s after `dt` under constant commands; jacobian ← ∂s′/∂s (5 × 5, by rows). Allocates nothing. */
export function moveOn(
  model: RobotModel,
  s: Float64Array,
  speedCommand: number,
  steeringCommand: number,
  dt: number,
  jacobian: Float64Array,
): void {
  const { wheelBase, drive, steering } = model;
  const keptSpeed = decay(dt, drive);
  const keptSteering = decay(dt, steering);
  const wantedSpeed = target(speedCommand, drive);
  const wantedSteering = target(steeringCommand, steering);
  const nextSpeed = wantedSpeed + (s[SPEED] - wantedSpeed) * keptSpeed;
  const nextSteering = wantedSteering + (s[STEERING] - wantedSteering) * keptSteering;

  // means over the step, and what they owe to its beginning
  const v = 0.5 * (s[SPEED] + nextSpeed);
  const delta = Math.min(MOST_STEERING, Math.max(-MOST_STEERING, 0.5 * (s[STEERING] + nextSteering)));
  const vBySpeed = 0.5 * (1 + keptSpeed);
  const deltaBySteering = 0.5 * (1 + keptSteering);
  const tangent = tan(delta);
  const turn = ((v * tangent) / wheelBase) * dt;
  const turnBySpeed = ((vBySpeed * tangent) / wheelBase) * dt;
  const turnBySteering = ((v * (1 + tangent * tangent) * deltaBySteering) / wheelBase) * dt;

  const heading = s[YAW] + 0.5 * turn;
  const forward = v * dt;
  const [c, n] = [cos(heading), sin(heading)];
  jacobian.fill(0);
  jacobian[X * STATES + X] = jacobian[Y * STATES + Y] = jacobian[YAW * STATES + YAW] = 1;
  jacobian[X * STATES + YAW] = -forward * n;
  jacobian[X * STATES + SPEED] = vBySpeed * dt * c - 0.5 * forward * n * turnBySpeed;
  jacobian[X * STATES + STEERING] = -0.5 * forward * n * turnBySteering;
  jacobian[Y * STATES + YAW] = forward * c;
  jacobian[Y * STATES + SPEED] = vBySpeed * dt * n + 0.5 * forward * c * turnBySpeed;
  jacobian[Y * STATES + STEERING] = 0.5 * forward * c * turnBySteering;
  jacobian[YAW * STATES + SPEED] = turnBySpeed;
  jacobian[YAW * STATES + STEERING] = turnBySteering;
  jacobian[SPEED * STATES + SPEED] = keptSpeed;
  jacobian[STEERING * STATES + STEERING] = keptSteering;

  s[X] += forward * c;
  s[Y] += forward * n;
  s[YAW] += turn;
  s[SPEED] = nextSpeed;
  s[STEERING] = nextSteering;
}
