/**
 * Line following: steers towards the end of the line that is further right in the picture. It does not know how far away that is.
 *
 *   steer = k (400 − x₂)/400
 */
import { CarInfo, defineBlock, LineCoords, param, SteerRequest } from 'skidpad';

export default defineBlock({
  type: 'lab3/line-following',
  doc: 'Follows a line in the picture.',
  params: { gain: param(0.1, '', 'steering per distance from the middle of the picture') },
  inputs: { line: LineCoords, car_info: CarInfo },
  outputs: { steering: SteerRequest },
  init: () => ({}),
  step({ gain }, _state, { line }, { steering }) {
    if (line.sequence === 0) {
      steering.publish = false;
      return;
    }
    steering.value.active = true;
    steering.value.steer = (gain * (400 - line.value.x2)) / 400;
  },
});
