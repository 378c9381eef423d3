/**
 * Cruise control: holds a speed with throttle and brake. The law is in cruise-law.ts, the gains of RosDrive's Table 1 in course-gains.ts; RosDrive's own law is
 * `control/published-cruise`.
 *
 * Pedals follow from the wanted force (prius-pedals.ts). Below `holdSpeed` a setpoint of 0 is held by the full brake, and `stop` above 0.5 presses it.
 * Checked against: RosDrive's speed test on the Prius, 20 → 14 → 16 → 12 → 0 m/s.
 */
import { defineBlock, optionalInput } from '../../core/block.ts';
import { param } from '../../core/schema.ts';
import { CarInfo, Control, ControlConstants, Float64, setTime } from '../../msgs/index.ts';
import { cruiseGainParams } from './course-gains.ts';
import { createCruiseState, cruiseDemand } from './cruise-law.ts';
import { pedalFor, pedalParams } from './prius-pedals.ts';

export const cruise = defineBlock({
  type: 'control/cruise',
  doc: 'Holds a speed with throttle and brake.',
  params: {
    ...cruiseGainParams,
    setpoint: param(20, 'm/s', 'wanted speed while no set point is wired or published', { min: 0 }),
    derivativeLag: param(0.1, 's', 'time constant behind the derivative; shorter damps better and passes noise on', {
      min: 0,
    }),
    holdSpeed: param(0.3, 'm/s', 'below it, a car that shall stand is held by the full brake', { min: 0 }),
    pedals: pedalParams,
  },
  defaultPeriod: 1 / 30,
  inputs: { car_info: CarInfo, setpoint: optionalInput(Float64), stop: optionalInput(Float64) },
  outputs: { pedals: Control },
  init: createCruiseState,

  step(params, state, { car_info: info, setpoint: wanted, stop }, { pedals }, time) {
    // nothing to say before the car has said how fast it is
    if (info.sequence === 0) {
      pedals.publish = false;
      return;
    }
    const setpoint = wanted.sequence > 0 ? wanted.value.data : params.setpoint;
    const { speed } = info.value;
    let pedal = -1;
    if (stop.value.data > 0.5) {
      state.integral = 0;
    } else if (setpoint === 0 && speed < params.holdSpeed) {
      state.integral = 0;
      state.speedBefore = -1;
    } else {
      const demand = cruiseDemand(
        params,
        state,
        setpoint,
        speed,
        time.elapsed,
        params.derivativeLag,
        -params.pedals.brakeRatio,
      );
      pedal = pedalFor(params.pedals, demand, speed);
    }
    const { value } = pedals;
    setTime(value.header.stamp, time.nowNs);
    value.throttle = Math.max(0, pedal);
    value.brake = Math.max(0, -pedal);
    value.shift_gears = ControlConstants.FORWARD;
  },
});
