/** A lap: rolls along with a little throttle and steers towards the line in the picture. It brakes for nothing and sees no obstacle. */
import { CarInfo, Control, ControlConstants, defineBlock, LineCoords, param, Range } from 'skidpad';

export default defineBlock({
  type: 'lab7/lap',
  doc: 'Drives a lap by line and sonars.',
  params: {
    throttle: param(0.12, '', 'throttle'),
    gain: param(0.1, '', 'steering per distance from the middle of the picture'),
  },
  inputs: {
    line: LineCoords,
    car_info: CarInfo,
    left_far: Range,
    left_middle: Range,
    right_middle: Range,
    right_far: Range,
    side_left: Range,
    side_right: Range,
  },
  outputs: { control: Control },
  init: () => ({}),
  step({ throttle, gain }, _state, { line }, { control }) {
    control.value.throttle = throttle;
    control.value.brake = 0;
    control.value.steer = line.sequence === 0 ? 0 : (gain * (400 - line.value.x2)) / 400;
    control.value.shift_gears = ControlConstants.FORWARD;
  },
});
