/** Avoidance: listens to the sonars and leaves the wheel to the line follower. */
import { CarInfo, defineBlock, Range, SteerRequest } from 'skidpad';

export default defineBlock({
  type: 'lab5/avoidance',
  doc: 'Steers around what the sonars see.',
  params: {},
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
  outputs: { override: SteerRequest },
  init: () => ({}),
  step(_params, _state, { left_far, wish }, { override }) {
    const isOnLeft = left_far.value.range < left_far.value.max_range;
    // decide here: active takes the wheel
    override.value.active = false;
    override.value.steer = isOnLeft ? wish.value.steer : 0;
  },
});
