/**
 * A lane controller of your own: drives towards the centre of the lane a little ahead (pure pursuit).
 *
 *   ω = v · 2 y(L) / (L² + y(L)²)
 *
 * L  look-ahead distance [m]      y(L)  centre line there, left positive [m]
 */
import { defineBlock, Lane, param, Twist } from 'skidpad';

export default defineBlock({
  type: 'examples/chase',
  doc: 'Pure pursuit of the centre of the lane.',
  params: {
    speed: param(2.5, 'm/s', 'speed while a lane is seen', { min: 0 }),
    lookAhead: param(3, 'm', 'how far ahead; nearer follows more closely and sways', { above: 0 }),
  },
  defaultPeriod: 0.1,
  inputs: { lane: Lane },
  outputs: { twist: Twist },
  init: () => ({}),
  step({ speed, lookAhead: d }, _state, { lane }, { twist }) {
    const [c0, c1, c2, c3] = lane.value.centre;
    const y = c0 + d * (c1 + d * (c2 + d * c3));
    const v = lane.value.detected ? speed : 0;
    twist.value.linear.x = v;
    twist.value.angular.z = (v * 2 * y) / (d * d + y * y);
  },
});
