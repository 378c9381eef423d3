/** What an actuator remembers: one shape for drives and steering, plain data. */
import { param } from '../../core/schema.ts';
import { exp } from '../../math/exponential.ts';
import { deadZone, quantise } from './nonlinearities.ts';
import type { DeadTime } from './dead-time.ts';
import { beginDeadTime, createRing, setDeadTime } from './dead-time.ts';
import type { SecondOrderLag } from './second-order-lag.ts';
import { createSecondOrderLag, prepareSecondOrderLag } from './second-order-lag.ts';

/** Indices into the numbers of an actuator; the first eight are its dead time's. */
export const enum Actuator {
  /** Time of the last update [ns]. */
  TIME_NS = 8,
  /** Output of lag and limits: the motor's own speed or angle. */
  MOTOR,
  /** Its rate, which only the second-order lag uses. */
  RATE,
  /** What reaches the wheel: the motor behind its backlash. */
  OUTPUT,
  /** Step length that the rest is for [ns]; −1 at first. */
  STEP_NS,
  /** Share of the way to its target that the lag goes in a step: 1 − exp(−Δt/τ). */
  GAIN,
  /** Bounds of the target and of its change in a step; ∞ for none. */
  LIMIT,
  CHANGE_LIMIT,
}
const NUMBERS = 16;

export interface ActuatorState extends DeadTime {
  /** The parameters that the numbers after `STEP_NS`, the dead time and the rest below are for. */
  prepared: ActuatorParams | undefined;
  /** Neither dead zone, quantisation, backlash nor second-order lag: upstream's law and nothing else. */
  isPlain: boolean;
  readonly secondOrder: SecondOrderLag;
}

/** The parameters every actuator has beyond upstream's; all off by default. */
export const actuatorExtras = (unit: string) => ({
  naturalFrequency: param(0, 'rad/s', 'above 0: a second-order lag of this natural frequency replaces timeConstant', {
    min: 0,
  }),
  dampingRatio: param(1, '', 'damping of the second-order lag; below 1 it overshoots', { min: 0 }),
  deadZone: param(0, unit, 'half-width of the band of commands that have no effect', { min: 0 }),
  quantisation: param(0, unit, 'resolution to which commands are rounded; 0 for none', { min: 0 }),
  backlash: param(0, unit, 'total play between actuator and wheel', { min: 0 }),
});

/** What all actuators have in common. */
export interface ActuatorParams {
  readonly deadTime: number;
  readonly timeConstant: number;
  readonly naturalFrequency: number;
  readonly dampingRatio: number;
  readonly deadZone: number;
  readonly quantisation: number;
  readonly backlash: number;
}

export function createActuatorState(params: ActuatorParams, period: number): ActuatorState {
  const numbers = new Float64Array(NUMBERS);
  beginDeadTime(numbers, params.deadTime);
  numbers[Actuator.STEP_NS] = -1;
  return {
    numbers,
    ring: createRing(params.deadTime, period),
    prepared: undefined,
    isPlain: false,
    secondOrder: createSecondOrderLag(),
  };
}

/** Lets an actuator's time begin. */
export function beginAt(state: ActuatorState, timeNs: number): void {
  state.numbers[Actuator.TIME_NS] = timeNs;
}

/** Everything that follows from parameters and step length: computed once, as both rarely change. A limit of 0 is none. */
export function prepareActuator(params: ActuatorParams, state: ActuatorState, limit: number, rateLimit: number): void {
  const { numbers, secondOrder } = state;
  const stepNs = numbers[Actuator.STEP_NS];
  const dt = stepNs / 1e9;
  state.prepared = params;
  state.isPlain =
    params.naturalFrequency === 0 && params.deadZone === 0 && params.quantisation === 0 && params.backlash === 0;
  setDeadTime(numbers, params.deadTime);
  numbers[Actuator.GAIN] = 1 - (params.timeConstant > 0 ? exp(-dt / params.timeConstant) : 0);
  numbers[Actuator.LIMIT] = limit === 0 ? Infinity : limit;
  numbers[Actuator.CHANGE_LIMIT] = rateLimit === 0 ? Infinity : rateLimit * dt;
  secondOrder.stepNs = -1;
  if (params.naturalFrequency > 0)
    prepareSecondOrderLag(secondOrder, stepNs, params.naturalFrequency, params.dampingRatio);
}

/** The command that is left after dead zone and rounding. */
export function applyNonlinearities(params: ActuatorParams, command: number): number {
  const left = params.deadZone > 0 ? deadZone(command, params.deadZone) : command;
  return params.quantisation > 0 ? quantise(left, params.quantisation) : left;
}

/** How far the lag moves towards a target that is `error` away, over a step, at no more than ±`limit` per second (0: any). */
export function lagStep(params: ActuatorParams, state: ActuatorState, error: number, limit: number): number {
  const { numbers } = state;
  const delta = params.naturalFrequency > 0 ? secondOrderStep(state, error) : numbers[Actuator.GAIN] * error;
  const most = numbers[Actuator.CHANGE_LIMIT];
  if (limit === 0 || Math.abs(delta) <= most) return delta;
  // a second-order lag that hits the limit goes on from there
  numbers[Actuator.RATE] = delta > 0 ? limit : -limit;
  return delta > 0 ? most : -most;
}

function secondOrderStep(state: ActuatorState, error: number): number {
  const { numbers, secondOrder: lag } = state;
  // ė = −rate while the target stands still
  const rate = numbers[Actuator.RATE];
  numbers[Actuator.RATE] = lag.phi22 * rate - lag.phi21 * error;
  return error - (lag.phi11 * error - lag.phi12 * rate);
}

/** Zero for what has decayed below anything physical: numbers below 2⁻¹⁰²² never reach zero and slow every operation down. */
export const flushDenormal = (value: number): number => (Math.abs(value) < 1e-300 ? 0 : value);

/** `value` within ±`limit`. */
export const clampTo = (value: number, limit: number): number =>
  value > limit ? limit : value < -limit ? -limit : value;
