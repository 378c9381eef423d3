/**
 * Cruise control: throttle in proportion to the speed error. It never brakes and keeps a steady error.
 *
 *   throttle = k (v* − v)
 */
import { CarInfo, Control, ControlConstants, defineBlock, Float64, param } from 'skidpad';

export default defineBlock({
  type: 'lab1/cruise',
  doc: 'Holds a speed.',
  params: { gain: param(0.1, 's/m', 'throttle per speed error') },
  inputs: { car_info: CarInfo, setpoint: Float64 },
  outputs: { control: Control },
  // what the controller remembers from one step to the next
  init: () => ({}),
  step({ gain }, _state, { car_info, setpoint }, { control }) {
    const error = setpoint.value.data - car_info.value.speed;
    control.value.throttle = Math.max(0, Math.min(1, gain * error));
    control.value.brake = 0;
    control.value.shift_gears = ControlConstants.FORWARD;
  },
});
