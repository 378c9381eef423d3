/**
 * Time integration of the single-track model with inputs held over the step.
 *
 *   rk4            classical Runge–Kutta, order 4
 *   semi-implicit  velocities by explicit Euler, then the pose with the new velocities: order 1, a quarter of the cost
 *
 * Both are stable while the yaw and slip modes are resolved: (C_αf + C_αr) h/(m u_b/2) < 2 bounds the step at low speed.
 * Checked against: observed order of convergence to scipy's solve_ivp.
 */
import { wrapTo2Pi } from '../../math/angle.ts';
import { advancePose } from '../kinematic/planar-motion.ts';
import type { SingleTrackCar } from './model.ts';
import { LOAD_AX, singleTrackRate, STATE_SIZE, VX, VY, YAW, YAW_RATE } from './model.ts';

const k1 = new Float64Array(STATE_SIZE);
const k2 = new Float64Array(STATE_SIZE);
const k3 = new Float64Array(STATE_SIZE);
const k4 = new Float64Array(STATE_SIZE);
const trial = new Float64Array(STATE_SIZE);
const axleVelocity = new Float64Array(3);

/** Advances `state` by `dt` seconds in `substeps` equal steps. */
export function advanceSingleTrack(car: SingleTrackCar, state: Float64Array, input: Float64Array, dt: number): void {
  const h = dt / car.substeps;
  for (let i = 0; i < car.substeps; i++) {
    if (car.integrator === 'rk4') rungeKuttaStep(car, state, input, h);
    else semiImplicitStep(car, state, input, h);
  }
}

function rungeKuttaStep(car: SingleTrackCar, state: Float64Array, input: Float64Array, h: number): void {
  singleTrackRate(car, state, input, k1);
  for (let i = 0; i < STATE_SIZE; i++) trial[i] = state[i] + 0.5 * h * k1[i];
  singleTrackRate(car, trial, input, k2);
  for (let i = 0; i < STATE_SIZE; i++) trial[i] = state[i] + 0.5 * h * k2[i];
  singleTrackRate(car, trial, input, k3);
  for (let i = 0; i < STATE_SIZE; i++) trial[i] = state[i] + h * k3[i];
  singleTrackRate(car, trial, input, k4);
  for (let i = 0; i < STATE_SIZE; i++) state[i] += (h / 6) * (k1[i] + 2 * (k2[i] + k3[i]) + k4[i]);
  state[YAW] = wrapTo2Pi(state[YAW]);
}

function semiImplicitStep(car: SingleTrackCar, state: Float64Array, input: Float64Array, h: number): void {
  singleTrackRate(car, state, input, k1);
  for (let i = VX; i <= LOAD_AX; i++) state[i] += h * k1[i];
  axleVelocity[0] = state[VX];
  axleVelocity[1] = state[VY] - (car.wheelBase - car.cgToFrontAxle) * state[YAW_RATE];
  axleVelocity[2] = state[YAW_RATE];
  advancePose(state, axleVelocity, 0, h);
}
