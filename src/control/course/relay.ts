/**
 * The relay experiment on the speed of a car: full steps of the pedals around a setpoint, for tuning a cruise control (relay-tuning.ts).
 *
 *   u = bias + d  from when v < v* − ε,   bias − d  from when v > v* + ε          held in between
 *
 * u  demand in units of full drive force (prius-pedals.ts), so that driving and braking steps are equally strong   d  amplitude   ε  hysteresis [m/s]
 *
 * `bias` should be about what holds the speed: 0.05 for the Prius at 20 m/s. Until the setpoint is first reached the full throttle is given.
 */
import { defineBlock, optionalInput } from '../../core/block.ts';
import { param } from '../../core/schema.ts';
import { CarInfo, Control, ControlConstants, Float64, setTime } from '../../msgs/index.ts';
import { pedalFor, pedalParams } from './prius-pedals.ts';

export const relay = defineBlock({
  type: 'control/relay',
  doc: 'Relay experiment on the speed, for tuning a cruise control.',
  params: {
    setpoint: param(20, 'm/s', 'speed around which the relay switches, while none is wired or published', { min: 0 }),
    amplitude: param(
      0.5,
      '',
      'step of the demand to either side, in units of full drive force; larger swings more and stands out of noise',
      { above: 0, max: 1 },
    ),
    bias: param(0.05, '', 'middle of the demand; what holds the speed makes both halves of the cycle equally long', {
      min: -1,
      max: 1,
    }),
    hysteresis: param(
      0,
      'm/s',
      'how far the speed must pass the setpoint before the relay switches; more than the noise',
      { min: 0 },
    ),
    pedals: pedalParams,
  },
  defaultPeriod: 1 / 30,
  inputs: { car_info: CarInfo, setpoint: optionalInput(Float64) },
  outputs: { pedals: Control, demand: Float64 },
  /** 1 or −1 as the relay stands; 0 before the setpoint is reached first. */
  init: () => ({ position: 0 }),

  step(params, state, { car_info: info, setpoint: wanted }, { pedals, demand }, time) {
    if (info.sequence === 0) {
      pedals.publish = demand.publish = false;
      return;
    }
    const setpoint = wanted.sequence > 0 ? wanted.value.data : params.setpoint;
    const { speed } = info.value;
    if (speed > setpoint + params.hysteresis) state.position = -1;
    else if (speed < setpoint - params.hysteresis && state.position !== 0) state.position = 1;
    const force = state.position === 0 ? 1 : params.bias + state.position * params.amplitude;
    const pedal = pedalFor(params.pedals, force, speed);
    demand.value.data = force;
    const { value } = pedals;
    setTime(value.header.stamp, time.nowNs);
    value.throttle = Math.max(0, pedal);
    value.brake = Math.max(0, -pedal);
    value.shift_gears = ControlConstants.FORWARD;
  },
});
