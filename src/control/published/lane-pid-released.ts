/**
 * MonoSIM's PID lane keeper as its authors released it.
 *
 *   e_k = y(0.5371 m)        once per lane;  y(x) = c₀ + c₁ x + c₂ x² + c₃ x³ in the frame of the lane
 *   ω   = 2 e_k + 0 Σe + 0.01 (e_k − e_{k−1})       no time step anywhere, no saturation
 *   v   = 2.5 m/s
 *
 * The error starts at 0, so the vehicle drives straight on before the first lane, and keeps its last value when lanes stop coming.
 * Differs: a lane that is not detected is ignored, where the original's fit throws.
 *
 * Reference: github.com/shantanu404/monosim, pid_control_node. Checked against: its law restated in the test.
 */
import { defineBlock } from '../../core/block.ts';
import { param } from '../../core/schema.ts';
import { Float32, Lane, Twist } from '../../msgs/index.ts';

export const lanePidReleased = defineBlock({
  type: 'control/lane-pid-released',
  doc: "MonoSIM's lane-keeping PID as released: per-sample sums and differences, no limits.",
  params: {
    velocity: param(2.5, 'm/s', 'commanded speed'),
    proportional: param(2, 'rad/s/m', 'yaw rate per error'),
    integral: param(0, 'rad/s/m', 'yaw rate per sum of all errors so far'),
    derivative: param(0.01, 'rad/s/m', 'yaw rate per difference to the error before'),
    lookAhead: param(34 / 63.297478, 'm', 'x at which the centre line is the error'),
  },
  inputs: { lane: Lane },
  outputs: { twist: Twist, error: Float32 },
  defaultPeriod: 0.1,
  init: () => ({ sequence: 0, error: 0, previous: 0, sum: 0 }),
  step(params, state, { lane }, { twist, error }) {
    if (lane.sequence !== state.sequence && lane.value.detected) {
      const { centre } = lane.value;
      const x = params.lookAhead;
      state.previous = state.error;
      state.error = centre[0] + x * (centre[1] + x * (centre[2] + x * centre[3]));
      state.sum += state.error;
    }
    state.sequence = lane.sequence;
    twist.value.linear.x = params.velocity;
    twist.value.angular.z =
      params.proportional * state.error +
      params.integral * state.sum +
      params.derivative * (state.error - state.previous);
    error.value.data = state.error;
  },
});
