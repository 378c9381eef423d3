/**
 * Dynamic single-track model: equations of motion.
 *
 *   m (v̇_x − r v_y) = F_xf cos δ − F_yf sin δ + F_xr − F_drag − F_roll
 *   m (v̇_y + r v_x) = F_xf sin δ + F_yf cos δ + F_yr
 *   I_z ṙ           = a (F_xf sin δ + F_yf cos δ) − b F_yr
 *   ẋ, ẏ, ψ̇         = R(ψ) (v_x, v_y − b r), r                   of the middle of the rear axle
 *   ȧ_load          = (v̇_x − r v_y − a_load)/τ_load               the acceleration that has reached the axle loads
 *
 * Slip, from the velocity (u, w) of each wheel in its own frame:
 *
 *   α = −atan2(w, ũ(u)),   ũ = |u| for |u| ≥ u_b,   (u² + u_b²)/(2 u_b) below
 *
 * State: x, y [m], ψ [rad], v_x, v_y [m/s] of the centre of gravity in the body frame, r [rad/s], a_load [m/s²].
 * Inputs: δ [rad] and the longitudinal forces asked of each axle [N], limited by friction (friction-circle.ts). v_x may be negative.
 *
 * Low speed. Slip angles lose their meaning as u → 0. Below the blend speed u_b (2 m/s by default) the denominator ũ blends, with a
 * continuous derivative, into a constant u_b/2: the tyre becomes a lateral damper that holds the wheel on its track, and the
 * model passes smoothly into the kinematic bicycle (r → v_x tan δ/L as v → 0). Above u_b nothing is changed. The damper can
 * only take energy out, and friction bounds it, so standstill, reversing and spinning need no special case.
 *
 * Reference: Rajamani, Vehicle Dynamics and Control, 2nd ed., sections 2.3 and 13; low speed after Bernard & Clover, SAE 950311.
 * Valid to the friction limit on a level road; no roll, no lateral load transfer, no wheel spin (see friction-circle.ts).
 * Checked against: scipy's solve_ivp on independently written equations, steady-state yaw gain, understeer gradient, critical
 * speed, yaw-mode eigenvalues, friction bound, mirror symmetry and energy balance.
 */
import { atan2, sinCos } from '../../math/trig.ts';
import { limitedDriveForce, remainingLateralForce } from '../tyres/friction-circle.ts';
import type { MassGeometry } from './load-transfer.ts';
import { frontAxleLoad, GRAVITY, rearAxleLoad } from './load-transfer.ts';
import { linearTyreForce } from '../tyres/linear.ts';
import type { MagicFormulaShape } from '../tyres/magic-formula.ts';
import { magicFormula, tyreCapacity } from '../tyres/magic-formula.ts';

/** Indices into the state. */
export const X = 0;
export const Y = 1;
export const YAW = 2;
export const VX = 3;
export const VY = 4;
export const YAW_RATE = 5;
export const LOAD_AX = 6;
export const STATE_SIZE = 7;

/** Indices into the inputs: steering angle and the force asked of each axle. */
export const STEERING = 0;
export const FRONT_FORCE = 1;
export const REAR_FORCE = 2;

export interface AxleTyre extends MagicFormulaShape {
  readonly corneringStiffness: number;
  readonly friction: number;
  readonly loadSensitivity: number;
}

export interface SingleTrackCar extends MassGeometry {
  readonly yawInertia: number;
  readonly loadTransferTime: number;
  readonly tyreModel: 'linear' | 'magic-formula';
  readonly frontTyre: AxleTyre;
  readonly rearTyre: AxleTyre;
  readonly dragArea: number;
  readonly airDensity: number;
  readonly rollingResistance: number;
  readonly slipBlendSpeed: number;
  readonly integrator: 'rk4' | 'semi-implicit';
  readonly substeps: number;
}

/** The car on its own: a small record of one shape, which the equations read faster than a long list of parameters. */
export const createCar = (from: SingleTrackCar): SingleTrackCar => ({
  mass: from.mass,
  wheelBase: from.wheelBase,
  cgToFrontAxle: from.cgToFrontAxle,
  cgHeight: from.cgHeight,
  yawInertia: from.yawInertia,
  loadTransferTime: from.loadTransferTime,
  tyreModel: from.tyreModel,
  frontTyre: from.frontTyre,
  rearTyre: from.rearTyre,
  dragArea: from.dragArea,
  airDensity: from.airDensity,
  rollingResistance: from.rollingResistance,
  slipBlendSpeed: from.slipBlendSpeed,
  integrator: from.integrator,
  substeps: from.substeps,
});

/** Below it rolling resistance fades out towards standstill [m/s]. */
const ROLLING_FADE = 0.1;

/** Aerodynamic drag and rolling resistance, against the motion [N]. */
export function resistance(car: SingleTrackCar, vx: number): number {
  const drag = 0.5 * car.airDensity * car.dragArea * vx * Math.abs(vx);
  const fade = Math.max(-1, Math.min(1, vx / ROLLING_FADE));
  return drag + car.rollingResistance * car.mass * GRAVITY * fade;
}

/** Slip angle of a wheel that moves with (along, across) in its own frame [rad]. */
function slipAngle(along: number, across: number, blendSpeed: number): number {
  const u = Math.abs(along);
  return -atan2(across, u >= blendSpeed ? u : (u * u + blendSpeed * blendSpeed) / (2 * blendSpeed));
}

/** Lateral force of an axle beside a longitudinal one [N]. */
function lateralForce(car: SingleTrackCar, tyre: AxleTyre, slip: number, capacity: number, driveForce: number): number {
  const limit = remainingLateralForce(capacity, driveForce);
  return car.tyreModel === 'linear'
    ? linearTyreForce(tyre.corneringStiffness, slip, limit)
    : limit * magicFormula(tyre, slip);
}

const wave = new Float64Array(2);

/** Writes the time derivative of `state` to `rate`. */
export function singleTrackRate(
  car: SingleTrackCar,
  state: Float64Array,
  input: Float64Array,
  rate: Float64Array,
): void {
  const vx = state[VX];
  const vy = state[VY];
  const r = state[YAW_RATE];
  const a = car.cgToFrontAxle;
  const b = car.wheelBase - a;
  sinCos(input[STEERING], wave);
  const sinSteer = wave[0];
  const cosSteer = wave[1];

  // what each axle can give under its present load, and what it gives lengthwise
  const frontCapacity = tyreCapacity(
    car.frontTyre.friction,
    car.frontTyre.loadSensitivity,
    frontAxleLoad(car, state[LOAD_AX]),
    frontAxleLoad(car, 0),
  );
  const rearCapacity = tyreCapacity(
    car.rearTyre.friction,
    car.rearTyre.loadSensitivity,
    rearAxleLoad(car, state[LOAD_AX]),
    rearAxleLoad(car, 0),
  );
  const frontDrive = limitedDriveForce(input[FRONT_FORCE], frontCapacity);
  const rearDrive = limitedDriveForce(input[REAR_FORCE], rearCapacity);

  // lateral forces from the slip of each wheel
  const frontVy = vy + a * r;
  const frontSlip = slipAngle(
    vx * cosSteer + frontVy * sinSteer,
    frontVy * cosSteer - vx * sinSteer,
    car.slipBlendSpeed,
  );
  const rearSlip = slipAngle(vx, vy - b * r, car.slipBlendSpeed);
  const frontSide = lateralForce(car, car.frontTyre, frontSlip, frontCapacity, frontDrive);
  const rearSide = lateralForce(car, car.rearTyre, rearSlip, rearCapacity, rearDrive);

  // balance of forces and of moments about the centre of gravity
  const frontX = frontDrive * cosSteer - frontSide * sinSteer;
  const frontY = frontDrive * sinSteer + frontSide * cosSteer;
  const ax = (frontX + rearDrive - resistance(car, vx)) / car.mass;
  const ay = (frontY + rearSide) / car.mass;
  rate[VX] = ax + r * vy;
  rate[VY] = ay - r * vx;
  rate[YAW_RATE] = (a * frontY - b * rearSide) / car.yawInertia;
  rate[LOAD_AX] = (ax - state[LOAD_AX]) / car.loadTransferTime;

  // the rear axle moves along
  sinCos(state[YAW], wave);
  rate[X] = vx * wave[1] - (vy - b * r) * wave[0];
  rate[Y] = vx * wave[0] + (vy - b * r) * wave[1];
  rate[YAW] = r;
}

/** Kinetic energy [J]. */
export function kineticEnergy(car: SingleTrackCar, state: Float64Array): number {
  const speedSquared = state[VX] * state[VX] + state[VY] * state[VY];
  return 0.5 * car.mass * speedSquared + 0.5 * car.yawInertia * state[YAW_RATE] * state[YAW_RATE];
}
