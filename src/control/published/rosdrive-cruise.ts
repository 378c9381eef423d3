/**
 * RosDrive's cruise control as its script has it; Δt is the period:
 *
 *   I ← 0 for |e| ≤ 0.1,  ±50 for |e| ≥ 50,  else I + e Δt
 *   u = clamp(K_P e + K_I I − K_D e/Δt, ±1)              throttle = max(0, u),  brake = max(0, −u)
 *
 * e = v* − v  [m/s]
 *
 * Its previous error is never updated and stays 0, so the derivative only takes K_D/Δt off the proportional gain; and the integral is gone within 0.1 m/s of the set
 * point, so that it cannot remove the steady error. At a set point of 0 the full brake is pressed once |u| < 0.05, and by a `stop` above 0.5. It runs once per camera
 * picture, 30 Hz, though its gain depends on that.
 *
 * Checked against: the effective gain K_P − K_D/Δt; RosDrive's speed test on the Prius, 20 → 14 → 16 → 12 → 0 m/s.
 */
import { defineBlock, optionalInput } from '../../core/block.ts';
import { param } from '../../core/schema.ts';
import { clamp } from '../../math/filters.ts';
import { CarInfo, Control, ControlConstants, Float64, setTime } from '../../msgs/index.ts';
import type { PidGains } from '../course/course-gains.ts';
import { cruiseGainParams } from '../course/course-gains.ts';

interface CruiseState {
  /** ∫ e [m]. */
  integral: number;
}

/** Pedals, −1 (full brake) to 1 (full throttle). */
export function publishedCruisePedal({ kp, ki, kd }: PidGains, state: CruiseState, error: number, dt: number): number {
  const size = Math.abs(error);
  if (size <= 0.1) state.integral = 0;
  else if (size >= 50) state.integral = error > 0 ? 50 : -50;
  else state.integral += error * dt;
  return clamp(kp * error + ki * state.integral - (kd * error) / dt, -1, 1);
}

export const publishedCruise = defineBlock({
  type: 'control/published-cruise',
  doc: "RosDrive's cruise control as published: a derivative that only weakens the gain, an integral forgotten near the set point.",
  params: {
    ...cruiseGainParams,
    setpoint: param(20, 'm/s', 'wanted speed while no set point is wired or published', { min: 0 }),
  },
  defaultPeriod: 1 / 30,
  inputs: { car_info: CarInfo, setpoint: optionalInput(Float64), stop: optionalInput(Float64) },
  outputs: { pedals: Control },
  init: (): CruiseState => ({ integral: 0 }),

  step(params, state, { car_info: info, setpoint: wanted, stop }, { pedals }, time) {
    // nothing to say before the car has said how fast it is
    if (info.sequence === 0) {
      pedals.publish = false;
      return;
    }
    const setpoint = wanted.sequence > 0 ? wanted.value.data : params.setpoint;
    let pedal = -1;
    if (stop.value.data > 0.5) state.integral = 0;
    else {
      pedal = publishedCruisePedal(params, state, setpoint - info.value.speed, time.elapsed);
      if (setpoint === 0 && Math.abs(pedal) < 0.05) pedal = -1;
    }
    const { value } = pedals;
    setTime(value.header.stamp, time.nowNs);
    value.throttle = Math.max(0, pedal);
    value.brake = Math.max(0, -pedal);
    value.shift_gears = ControlConstants.FORWARD;
  },
});
