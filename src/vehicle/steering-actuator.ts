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
import type { ValueOf } from '../core/schema.ts';
import { group, param } from '../core/schema.ts';
import { wrapToPi } from '../math/angle.ts';
import { takeUpPlay } from './actuator-nonlinearities.ts';
import type { ActuatorState } from './actuator-state.ts';
import { actuatorExtras, clampTo, createActuatorState, giveCommand, lagDecay, lagStep, roughCommand, withoutDust } from './actuator-state.ts';
import { delayedCommand, enterCommand } from './dead-time.ts';

interface SteeringDefaults {
  readonly deadTime: number;
  readonly timeConstant: number;
  readonly maxVelocity: number;
  readonly maxPosition: number;
}

export const steeringActuatorGroup = (defaults: SteeringDefaults) => group({
  dead_time: param(defaults.deadTime, 's', 'transport delay of the command', { min: 0 }),
  time_constant: param(defaults.timeConstant, 's', 'first-order lag; larger is more sluggish, 0 is immediate', { min: 0 }),
  max_velocity: param(defaults.maxVelocity, 'rad/s', 'slew rate; 0 for no limit', { min: 0 }),
  max_position: param(defaults.maxPosition, 'rad', 'end stop on either side; 0 for none', { min: 0 }),
  ...actuatorExtras('rad'),
}, 'steering actuator');

/** With upstream's defaults. */
export const steeringActuatorParams = steeringActuatorGroup({ deadTime: 0.2, timeConstant: 0.05, maxVelocity: 2, maxPosition: Math.PI / 6 });

export type SteeringActuatorParams = ValueOf<typeof steeringActuatorParams>;

export const createSteeringActuator = (params: SteeringActuatorParams, period: number): ActuatorState => createActuatorState(params, period);

/** Follows the command that was given, up to its time; `state.output` is where it has come. */
export function followSteering(params: SteeringActuatorParams, state: ActuatorState): void {
  const timeNs = state.commandNs;
  const stepNs = timeNs - state.timeNs;
  enterCommand(state.delay, timeNs, wrapToPi(state.command));
  state.timeNs = timeNs;
  let target = delayedCommand(state.delay, timeNs);
  if (!state.isPlain) {
    followRoughly(params, state, stepNs, target);
    return;
  }
  if (params.max_position !== 0) target = clampTo(target, params.max_position);
  let delta = (1 - lagDecay(params, state, stepNs)) * wrapToPi(target - state.motor);
  if (params.max_velocity > 0) delta = clampTo(delta, params.max_velocity * (stepNs / 1e9));
  state.motor = withoutDust(wrapToPi(state.motor + delta));
  state.output = state.motor;
}

/** The same with dead zone, quantisation, second-order lag and backlash. */
function followRoughly(params: SteeringActuatorParams, state: ActuatorState, stepNs: number, command: number): void {
  let target = roughCommand(params, command);
  if (params.max_position !== 0) target = clampTo(target, params.max_position);
  state.motor = wrapToPi(state.motor + lagStep(params, state, stepNs, wrapToPi(target - state.motor), params.max_velocity));
  state.output = wrapToPi(state.output + takeUpPlay(wrapToPi(state.motor - state.output), params.backlash));
}

/** Gives the command at `timeNs` and returns the wheel angle reached by then [rad]. */
export function steeringAngle(params: SteeringActuatorParams, state: ActuatorState, timeNs: number, command: number): number {
  giveCommand(state, timeNs, command);
  followSteering(params, state);
  return state.output;
}
