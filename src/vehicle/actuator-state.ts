/** What an actuator remembers: one shape for drives and steering, plain data. */
import { param } from '../core/schema.ts';
import { exp } from '../math/exponential.ts';
import type { DeadTime } from './dead-time.ts';
import { createDeadTime } from './dead-time.ts';
import type { SecondOrderLag } from './second-order-lag.ts';
import { createSecondOrderLag, prepareSecondOrderLag } from './second-order-lag.ts';

export interface ActuatorState {
  readonly delay: DeadTime;
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

export interface LagParams {
  readonly time_constant: number;
  readonly natural_frequency: number;
  readonly damping_ratio: number;
}

export const createActuatorState = (deadTime: number, period: number): ActuatorState => ({
  delay: createDeadTime(deadTime, period),
  timeNs: 0,
  motor: 0,
  rate: 0,
  output: 0,
  decayStepNs: -1,
  decay: 0,
  secondOrder: createSecondOrderLag(),
});

/** How far the lag moves towards a target that is `error` away, over a step, before limits. */
export function lagStep(params: LagParams, state: ActuatorState, stepNs: number, error: number): number {
  if (params.natural_frequency > 0) return secondOrderStep(params, state, stepNs, error);
  if (state.decayStepNs !== stepNs) {
    state.decayStepNs = stepNs;
    state.decay = params.time_constant > 0 ? exp(-(stepNs / 1e9) / params.time_constant) : 0;
  }
  return (1 - state.decay) * error;
}

function secondOrderStep(params: LagParams, state: ActuatorState, stepNs: number, error: number): number {
  const lag = state.secondOrder;
  prepareSecondOrderLag(lag, stepNs, params.natural_frequency, params.damping_ratio);
  // ė = −rate while the target stands still
  const rate = state.rate;
  state.rate = lag.phi22 * rate - lag.phi21 * error;
  return error - (lag.phi11 * error - lag.phi12 * rate);
}

/** `delta` within ±`limit` per second. A second-order lag that hits the limit goes on from there. */
export function limitStep(state: ActuatorState, delta: number, limit: number, stepNs: number): number {
  const most = limit * (stepNs / 1e9);
  if (delta > most) {
    state.rate = limit;
    return most;
  }
  if (delta < -most) {
    state.rate = -limit;
    return -most;
  }
  return delta;
}
