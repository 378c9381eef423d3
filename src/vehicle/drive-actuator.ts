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
import { takeUpPlay } from './actuator-nonlinearities.ts';
import type { ActuatorState } from './actuator-state.ts';
import { actuatorExtras, clampTo, createActuatorState, giveCommand, lagDecay, lagStep, roughCommand, withoutDust } from './actuator-state.ts';
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

export const createDriveActuator = (params: DriveActuatorParams, period: number): ActuatorState => createActuatorState(params, period);

/** Follows the command that was given, up to its time; `state.output` is where it has come. */
export function followDrive(params: DriveActuatorParams, state: ActuatorState): void {
  const timeNs = state.commandNs;
  const stepNs = timeNs - state.timeNs;
  enterCommand(state.delay, timeNs, state.command);
  state.timeNs = timeNs;
  let target = delayedCommand(state.delay, timeNs);
  if (!state.isPlain) {
    followRoughly(params, state, stepNs, target);
    return;
  }
  if (params.max_velocity > 0) target = clampTo(target, params.max_velocity);
  let delta = (1 - lagDecay(params, state, stepNs)) * (target - state.motor);
  if (params.max_acceleration > 0) delta = clampTo(delta, params.max_acceleration * (stepNs / 1e9));
  state.motor = withoutDust(state.motor + delta);
  state.output = state.motor;
}

/** The same with dead zone, quantisation, second-order lag and backlash. */
function followRoughly(params: DriveActuatorParams, state: ActuatorState, stepNs: number, command: number): void {
  let target = roughCommand(params, command);
  if (params.max_velocity > 0) target = clampTo(target, params.max_velocity);
  state.motor += lagStep(params, state, stepNs, target - state.motor, params.max_acceleration);
  state.output += takeUpPlay(state.motor - state.output, params.backlash);
}

/** Gives the command at `timeNs` and returns the velocity reached by then [m/s]. */
export function driveVelocity(params: DriveActuatorParams, state: ActuatorState, timeNs: number, command: number): number {
  giveCommand(state, timeNs, command);
  followDrive(params, state);
  return state.output;
}
