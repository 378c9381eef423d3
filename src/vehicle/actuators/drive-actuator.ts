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
import type { ValueOf } from '../../core/schema.ts';
import { group, param } from '../../core/schema.ts';
import { backlashStep } from './nonlinearities.ts';
import type { ActuatorState } from './actuator-state.ts';
import {
  Actuator,
  actuatorExtras,
  clampTo,
  createActuatorState,
  lagStep,
  prepareActuator,
  applyNonlinearities,
  flushDenormal,
} from './actuator-state.ts';
import { delayedCommand, enterCommand } from './dead-time.ts';

interface DriveDefaults {
  readonly deadTime: number;
  readonly timeConstant: number;
  readonly maxVelocity: number;
  readonly maxAcceleration: number;
}

export const driveActuatorGroup = (defaults: DriveDefaults) =>
  group(
    {
      deadTime: param(defaults.deadTime, 's', 'transport delay of the command', { min: 0 }),
      timeConstant: param(defaults.timeConstant, 's', 'first-order lag; larger is more sluggish, 0 is immediate', {
        min: 0,
      }),
      maxVelocity: param(defaults.maxVelocity, 'm/s', 'velocity limit; 0 for none', { min: 0 }),
      maxAcceleration: param(defaults.maxAcceleration, 'm/s²', 'acceleration limit; 0 for none', { min: 0 }),
      ...actuatorExtras('m/s'),
    },
    'drive actuator',
  );

/** With upstream's defaults. */
export const driveActuatorParams = driveActuatorGroup({
  deadTime: 0.2,
  timeConstant: 0.4,
  maxVelocity: 2,
  maxAcceleration: 2,
});

export type DriveActuatorParams = ValueOf<typeof driveActuatorParams>;

export const createDriveActuator = (params: DriveActuatorParams, period: number): ActuatorState =>
  createActuatorState(params, period);

/** Gives the command at `timeNs` and returns the velocity reached by then [m/s]. */
export function driveVelocity(
  params: DriveActuatorParams,
  state: ActuatorState,
  timeNs: number,
  command: number,
): number {
  const { numbers } = state;
  const stepNs = timeNs - numbers[Actuator.TIME_NS];
  enterCommand(state, timeNs, command);
  numbers[Actuator.TIME_NS] = timeNs;
  if (stepNs !== numbers[Actuator.STEP_NS] || params !== state.prepared) {
    numbers[Actuator.STEP_NS] = stepNs;
    prepareActuator(params, state, params.maxVelocity, params.maxAcceleration);
  }
  const target = delayedCommand(state, timeNs);
  if (!state.isPlain) return stepNonideal(params, state, target);
  const motor = numbers[Actuator.MOTOR];
  const delta = clampTo(
    numbers[Actuator.GAIN] * (clampTo(target, numbers[Actuator.LIMIT]) - motor),
    numbers[Actuator.CHANGE_LIMIT],
  );
  const moved = flushDenormal(motor + delta);
  numbers[Actuator.MOTOR] = numbers[Actuator.OUTPUT] = moved;
  return moved;
}

/** The same with dead zone, quantisation, second-order lag and backlash. */
function stepNonideal(params: DriveActuatorParams, state: ActuatorState, command: number): number {
  const { numbers } = state;
  const target = clampTo(applyNonlinearities(params, command), numbers[Actuator.LIMIT]);
  numbers[Actuator.MOTOR] += lagStep(params, state, target - numbers[Actuator.MOTOR], params.maxAcceleration);
  numbers[Actuator.OUTPUT] += backlashStep(numbers[Actuator.MOTOR] - numbers[Actuator.OUTPUT], params.backlash);
  return numbers[Actuator.OUTPUT];
}
