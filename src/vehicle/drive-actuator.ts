/**
 * A drive: a velocity-controlled motor with transport delay, saturation, lag and acceleration limit.
 *
 *   u = command(t − T_d)                        dead time, see dead-time.ts
 *   u ← clamp(u, ±v_max)                        saturation, unless v_max = 0
 *   Δv = (1 − exp(−Δt/τ)) (u − v)               exact first-order lag, immediate if τ = 0
 *   Δv ← clamp(Δv, ±a_max Δt)                   acceleration limit, unless a_max = 0
 *   v ← v + Δv                                  [m/s]
 *
 * Optionally, in this order: dead zone and quantisation of the delayed command before saturation, a second-order lag in
 * place of the first-order one, backlash behind the motor. Left off, they cost no bit of the result.
 *
 * Reference: vehicle_dynamics_sim, DriveActuator; parameter names and defaults are upstream's.
 * Checked against: upstream's unit tests, closed forms.
 */
import type { ValueOf } from '../core/schema.ts';
import { group, param } from '../core/schema.ts';
import { deadZone, quantise, takeUpPlay } from './actuator-nonlinearities.ts';
import type { ActuatorState } from './actuator-state.ts';
import { actuatorExtras, createActuatorState, lagStep, limitStep } from './actuator-state.ts';
import { delayedCommand, enterCommand } from './dead-time.ts';

interface DriveDefaults {
  readonly deadTime: number;
  readonly timeConstant: number;
  readonly maxVelocity: number;
  readonly maxAcceleration: number;
}

export const driveActuatorGroup = (defaults: DriveDefaults) => group({
  dead_time: param(defaults.deadTime, 's', 'transport delay of the command', { min: 0 }),
  time_constant: param(defaults.timeConstant, 's', 'first-order lag; larger is more sluggish, 0 is immediate', { min: 0 }),
  max_velocity: param(defaults.maxVelocity, 'm/s', 'velocity limit; 0 for none', { min: 0 }),
  max_acceleration: param(defaults.maxAcceleration, 'm/s²', 'acceleration limit; 0 for none', { min: 0 }),
  ...actuatorExtras('m/s'),
}, 'drive actuator');

/** With upstream's defaults. */
export const driveActuatorParams = driveActuatorGroup({ deadTime: 0.2, timeConstant: 0.4, maxVelocity: 2, maxAcceleration: 2 });

export type DriveActuatorParams = ValueOf<typeof driveActuatorParams>;

export const createDriveActuator = (params: DriveActuatorParams, period: number): ActuatorState =>
  createActuatorState(params.dead_time, period);

/** Gives the command at `timeNs` and returns the velocity reached by then [m/s]. */
export function driveVelocity(params: DriveActuatorParams, state: ActuatorState, timeNs: number, command: number): number {
  enterCommand(state.delay, timeNs, command);
  let target = delayedCommand(state.delay, timeNs);
  if (params.dead_zone > 0) target = deadZone(target, params.dead_zone);
  if (params.quantisation > 0) target = quantise(target, params.quantisation);
  const limit = params.max_velocity;
  if (limit > 0) target = target > limit ? limit : target < -limit ? -limit : target;

  const stepNs = timeNs - state.timeNs;
  let delta = lagStep(params, state, stepNs, target - state.motor);
  if (params.max_acceleration > 0) delta = limitStep(state, delta, params.max_acceleration, stepNs);
  state.motor += delta;
  state.timeNs = timeNs;

  if (params.backlash > 0) state.output += takeUpPlay(state.motor - state.output, params.backlash);
  else state.output = state.motor;
  return state.output;
}
