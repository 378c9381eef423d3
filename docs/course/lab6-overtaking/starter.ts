/** Overtaking: drives on at 20 m/s and leaves the wheel to the line follower, into the car ahead. */
import { CarInfo, defineBlock, Float64, param, Range, SteerRequest } from 'skidpad';

export default defineBlock({
  type: 'lab6/overtaking',
  doc: 'Overtakes a slower car.',
  params: { speed: param(20, 'm/s', 'wanted speed') },
  inputs: {
    left_far: Range,
    left_middle: Range,
    right_middle: Range,
    right_far: Range,
    side_left: Range,
    side_right: Range,
    car_info: CarInfo,
    wish: SteerRequest,
  },
  outputs: { override: SteerRequest, setpoint: Float64 },
  init: () => ({ phase: 'follow' }),
  step({ speed }, state, _inputs, { override, setpoint }) {
    override.value.active = state.phase !== 'follow';
    override.value.steer = 0;
    setpoint.value.data = speed;
  },
});
