/** What an actuator remembers: one shape for drives and steering, plain data. */
import { param } from '../core/schema.ts';
import { exp } from '../math/exponential.ts';
import { deadZone, quantise } from './actuator-nonlinearities.ts';
import type { DeadTime } from './dead-time.ts';
import { createDeadTime } from './dead-time.ts';
import type { SecondOrderLag } from './second-order-lag.ts';
import { createSecondOrderLag, prepareSecondOrderLag } from './second-order-lag.ts';

export interface ActuatorState {
  readonly delay: DeadTime;
  /** Neither dead zone, quantisation, backlash nor second-order lag: upstream's law and nothing else. */
  readonly isPlain: boolean;
  /** The latest command, and when it was given [ns]. */
  command: number;
  commandNs: number;
  /** Time of the last update [ns]. */
  timeNs: number;
  /** Output of lag and limits: the motor's own speed or angle. */
  motor: number;
  /** Its rate, which only the second-order lag uses. */
  rate: number;
  /** What reaches the wheel: the motor behind its backlash. */
  output: number;
  /** Step length that `decay` = exp(−dt/τ) is for [ns]; −1 at first. */
  decayStepNs: number;
  decay: number;
  readonly secondOrder: SecondOrderLag;
}

/** The parameters every actuator has beyond upstream's; all off by default. */
export const actuatorExtras = (unit: string) => ({
  natural_frequency: param(0, 'rad/s', 'above 0: a second-order lag of this natural frequency replaces time_constant', { min: 0 }),
  damping_ratio: param(1, '', 'damping of the second-order lag; below 1 it overshoots', { min: 0 }),
  dead_zone: param(0, unit, 'half-width of the band of commands that have no effect', { min: 0 }),
  quantisation: param(0, unit, 'resolution to which commands are rounded; 0 for none', { min: 0 }),
  backlash: param(0, unit, 'total play between actuator and wheel', { min: 0 }),
});

/** What all actuators have in common. */
export interface ActuatorParams {
  readonly dead_time: number;
  readonly time_constant: number;
  readonly natural_frequency: number;
  readonly damping_ratio: number;
  readonly dead_zone: number;
  readonly quantisation: number;
  readonly backlash: number;
}

export const createActuatorState = (params: ActuatorParams, period: number): ActuatorState => ({
  delay: createDeadTime(params.dead_time, period),
  isPlain: params.natural_frequency === 0 && params.dead_zone === 0 && params.quantisation === 0 && params.backlash === 0,
  command: 0,
  commandNs: 0,
  timeNs: 0,
  motor: 0,
  rate: 0,
  output: 0,
  decayStepNs: -1,
  decay: 0,
  secondOrder: createSecondOrderLag(),
});

/**
 * Gives an actuator its command, for the update that follows. Numbers go through the state rather than through the call: where
 * a call is not inlined, each number passed or returned is an allocation.
 */
export function giveCommand(state: ActuatorState, timeNs: number, command: number): void {
  state.command = command;
  state.commandNs = timeNs;
}

/** The command that is left after dead zone and rounding. */
export function roughCommand(params: ActuatorParams, command: number): number {
  const left = params.dead_zone > 0 ? deadZone(command, params.dead_zone) : command;
  return params.quantisation > 0 ? quantise(left, params.quantisation) : left;
}

/** exp(−dt/τ), kept for the last step length. */
export function lagDecay(params: ActuatorParams, state: ActuatorState, stepNs: number): number {
  if (state.decayStepNs !== stepNs) {
    state.decayStepNs = stepNs;
    state.decay = params.time_constant > 0 ? exp(-(stepNs / 1e9) / params.time_constant) : 0;
  }
  return state.decay;
}

/** How far the lag moves towards a target that is `error` away, over a step, at no more than ±`limit` per second (0: any). */
export function lagStep(params: ActuatorParams, state: ActuatorState, stepNs: number, error: number, limit: number): number {
  const delta = params.natural_frequency > 0 ? secondOrderStep(params, state, stepNs, error) : (1 - lagDecay(params, state, stepNs)) * error;
  const most = limit * (stepNs / 1e9);
  if (limit === 0 || Math.abs(delta) <= most) return delta;
  // a second-order lag that hits the limit goes on from there
  state.rate = delta > 0 ? limit : -limit;
  return delta > 0 ? most : -most;
}

function secondOrderStep(params: ActuatorParams, state: ActuatorState, stepNs: number, error: number): number {
  const lag = state.secondOrder;
  prepareSecondOrderLag(lag, stepNs, params.natural_frequency, params.damping_ratio);
  // ė = −rate while the target stands still
  const rate = state.rate;
  state.rate = lag.phi22 * rate - lag.phi21 * error;
  return error - (lag.phi11 * error - lag.phi12 * rate);
}

/** Zero for what has decayed below anything physical: numbers below 2⁻¹⁰²² never reach zero and slow every operation down. */
export const withoutDust = (value: number): number => (Math.abs(value) < 1e-300 ? 0 : value);

/** `value` within ±`limit`. */
export const clampTo = (value: number, limit: number): number => (value > limit ? limit : value < -limit ? -limit : value);
