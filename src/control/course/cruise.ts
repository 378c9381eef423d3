/**
 * Cruise control: holds a speed with throttle and brake. The laws are in cruise-law.ts, the gains of RosDrive's Table 1 in course-gains.ts.
 *
 * published   pedals = u; at a setpoint of 0 the full brake once |u| < 0.05
 * corrected   pedals from the wanted force (prius-pedals.ts); below `holdSpeed` a setpoint of 0 is held by the full brake
 *
 * `stop` above 0.5 presses the full brake. Runs once per camera picture in RosDrive, 30 Hz, though its derivative and its limits of stability depend on that.
 * Checked against: RosDrive's speed test on the Prius, 20 → 14 → 16 → 12 → 0 m/s.
 */
import { defineBlock, optionalInput } from '../../core/block.ts';
import { choice, param } from '../../core/schema.ts';
import { CarInfo, Control, ControlConstants, Float64, setTime } from '../../msgs/index.ts';
import type { CruiseGainName } from './course-gains.ts';
import { cruiseGainNames, cruiseGains } from './course-gains.ts';
import { correctedCruise, createCruiseState, publishedCruise } from './cruise-law.ts';
import { pedalFor, pedalParams } from './prius-pedals.ts';

const gainOf = (own: { gains: CruiseGainName }) => cruiseGains[own.gains];

export const cruise = defineBlock({
  type: 'control/cruise',
  doc: "Holds a speed with throttle and brake, by RosDrive's law or a corrected one.",
  params: {
    law: choice('corrected', ['corrected', 'published'], 'which law'),
    gains: choice('PID4', cruiseGainNames, "row of RosDrive's Table 1 that kp, ki and kd default to"),
    kp: param(
      (own) => gainOf(own).kp,
      's/m',
      'demand per speed error; larger is faster, and oscillates from one release to the next beyond about 15 at 30 Hz',
      { min: 0 },
    ),
    ki: param(
      (own) => gainOf(own).ki,
      '1/m',
      'demand per speed error and second; larger removes the steady error faster and overshoots more',
      { min: 0 },
    ),
    kd: param((own) => gainOf(own).kd, 's²/m', 'demand per acceleration; larger is slower and overshoots less', {
      min: 0,
    }),
    setpoint: param(20, 'm/s', 'wanted speed while no setpoint is wired or published', { min: 0 }),
    derivativeLag: param(
      0.1,
      's',
      'corrected: time constant behind the derivative; shorter damps better and passes noise on',
      { min: 0 },
    ),
    holdSpeed: param(0.3, 'm/s', 'corrected: below it, a car that shall stand is held by the full brake', { min: 0 }),
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
    } else if (params.law === 'published') {
      pedal = publishedCruise(params, state, setpoint - speed, time.elapsed);
      if (setpoint === 0 && Math.abs(pedal) < 0.05) pedal = -1;
    } else if (setpoint === 0 && speed < params.holdSpeed) {
      state.integral = 0;
      state.speedBefore = -1;
    } else {
      const demand = correctedCruise(
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
