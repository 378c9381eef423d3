/**
 * Cruise control: PI on the speed error, with the integral held while the pedals are at a limit.
 *
 *   u = k e + I,   İ = kᵢ e for |u| < 1        throttle = u,  brake = −u/2 below 0
 *
 * The full brake is twice as strong as the full throttle, so the same demand needs half the pedal.
 */
import { CarInfo, Control, ControlConstants, defineBlock, Float64, param } from 'skidpad';

export default defineBlock({
  type: 'lab1/cruise',
  doc: 'Holds a speed with throttle and brake.',
  params: {
    gain: param(0.8, 's/m', 'demand per speed error; larger is faster and nervous'),
    integralGain: param(0.15, '1/m', 'demand per speed error and second; removes the steady error'),
    holdSpeed: param(0.5, 'm/s', 'a car that shall stand is held by the brake below this speed'),
  },
  inputs: { car_info: CarInfo, setpoint: Float64 },
  outputs: { control: Control },
  init: () => ({ integral: 0 }),
  step({ gain, integralGain, holdSpeed }, state, { car_info, setpoint }, { control }, { elapsed }) {
    const wanted = setpoint.value.data;
    const error = wanted - car_info.value.speed;
    let demand = gain * error + state.integral;
    // anti-windup: the integral waits while the pedal cannot follow
    if (Math.abs(demand) < 1) state.integral += integralGain * error * elapsed;
    if (wanted === 0 && car_info.value.speed < holdSpeed) demand = -1;
    control.value.throttle = Math.max(0, Math.min(1, demand));
    control.value.brake = Math.max(0, Math.min(1, -demand / 2));
    control.value.shift_gears = ControlConstants.FORWARD;
  },
});
