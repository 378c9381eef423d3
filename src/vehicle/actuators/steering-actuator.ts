/**
 * A steering motor: position-controlled, with transport delay, end stops, lag and slew rate.
 *
 *   u = wrap(command)(t − T_d)                  dead time, see dead-time.ts
 *   u ← clamp(u, ±δ_max)                        end stops, unless δ_max = 0: the wheel can then turn round and round
 *   Δδ = (1 − exp(−Δt/τ)) wrap(u − δ)           exact first-order lag, the short way round
 *   Δδ ← clamp(Δδ, ±ω_max Δt)                   slew rate, unless ω_max = 0
 *   δ ← wrap(δ + Δδ)                            [rad], wrap(·) to [−π, π]
 *
 * Optionally dead zone, quantisation, second-order lag and backlash, as in drive-actuator.ts.
 *
 * Reference: vehicle_dynamics_sim, SteeringActuator; parameter names and defaults are upstream's.
 * Valid without end stops, or with end stops of at most π: the short way round may not lead through a stop.
 * Checked against: upstream's unit tests, closed forms.
 */
import type { ValueOf } from '../../core/schema.ts';
import { group, param } from '../../core/schema.ts';
import { wrapToPi } from '../../math/angle.ts';
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

interface SteeringDefaults {
  readonly deadTime: number;
  readonly timeConstant: number;
  readonly maxVelocity: number;
  readonly maxPosition: number;
}

export const steeringActuatorGroup = (defaults: SteeringDefaults) =>
  group(
    {
      deadTime: param(defaults.deadTime, 's', 'transport delay of the command', { min: 0 }),
      timeConstant: param(defaults.timeConstant, 's', 'first-order lag; larger is more sluggish, 0 is immediate', {
        min: 0,
      }),
      maxVelocity: param(defaults.maxVelocity, 'rad/s', 'slew rate; 0 for no limit', { min: 0 }),
      maxPosition: param(defaults.maxPosition, 'rad', 'end stop on either side; 0 for none', { min: 0 }),
      ...actuatorExtras('rad'),
    },
    'steering actuator',
  );

/** With upstream's defaults. */
export const steeringActuatorParams = steeringActuatorGroup({
  deadTime: 0.2,
  timeConstant: 0.05,
  maxVelocity: 2,
  maxPosition: Math.PI / 6,
});

export type SteeringActuatorParams = ValueOf<typeof steeringActuatorParams>;

export const createSteeringActuator = (params: SteeringActuatorParams, period: number): ActuatorState =>
  createActuatorState(params, period);

/** Gives the command at `timeNs` and returns the wheel angle reached by then [rad]. */
export function steeringAngle(
  params: SteeringActuatorParams,
  state: ActuatorState,
  timeNs: number,
  command: number,
): number {
  const { numbers } = state;
  const stepNs = timeNs - numbers[Actuator.TIME_NS];
  enterCommand(state, timeNs, wrapToPi(command));
  numbers[Actuator.TIME_NS] = timeNs;
  if (stepNs !== numbers[Actuator.STEP_NS] || params !== state.prepared) {
    numbers[Actuator.STEP_NS] = stepNs;
    prepareActuator(params, state, params.maxPosition, params.maxVelocity);
  }
  const target = delayedCommand(state, timeNs);
  if (!state.isPlain) return stepNonideal(params, state, target);
  const motor = numbers[Actuator.MOTOR];
  const delta = clampTo(
    numbers[Actuator.GAIN] * wrapToPi(clampTo(target, numbers[Actuator.LIMIT]) - motor),
    numbers[Actuator.CHANGE_LIMIT],
  );
  const moved = flushDenormal(wrapToPi(motor + delta));
  numbers[Actuator.MOTOR] = numbers[Actuator.OUTPUT] = moved;
  return moved;
}

/** The same with dead zone, quantisation, second-order lag and backlash. */
function stepNonideal(params: SteeringActuatorParams, state: ActuatorState, command: number): number {
  const { numbers } = state;
  const target = clampTo(applyNonlinearities(params, command), numbers[Actuator.LIMIT]);
  const motor = numbers[Actuator.MOTOR];
  numbers[Actuator.MOTOR] = wrapToPi(motor + lagStep(params, state, wrapToPi(target - motor), params.maxVelocity));
  const output = numbers[Actuator.OUTPUT];
  numbers[Actuator.OUTPUT] = wrapToPi(
    output + backlashStep(wrapToPi(numbers[Actuator.MOTOR] - output), params.backlash),
  );
  return numbers[Actuator.OUTPUT];
}
