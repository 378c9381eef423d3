/**
 * Joint encoders: angles counted in ticks, and speeds from the counts.
 *
 *   φ  ← φ + ω Δt + wrap(Δq − ω Δt)                angle of the joint without jumps at ±π       q  angle as published [rad]
 *   k  = round(φ n / 2π)                           ticks                                        n  ticks per revolution
 *   position = 2π k / n        velocity = 2π Δk / (n Δt)
 *
 * ω is the speed over the interval before, so wheels are followed at any speed as long as it changes by less than half a turn per interval in
 * one interval. Counting begins at the first published angle; the first velocity is 0. Nothing is published twice about one instant.
 * Checked against: a wheel at constant and at growing speed.
 */
import { defineBlock } from '../../core/block.ts';
import { integer, list, text } from '../../core/schema.ts';
import { TAU, wrapToPi } from '../../math/angle.ts';
import { copyTime, JointState, timeToNs } from '../../msgs/index.ts';

interface EncoderState {
  /** When the latest angles were true [ns]; −1 before the first. */
  stampNs: number;
  /** Where each encoded joint is in the message. */
  joints: number[];
  /** Of each: angle as published and without jumps [rad], speed [rad/s], ticks. */
  published: Float64Array;
  angles: Float64Array;
  speeds: Float64Array;
  ticks: Float64Array;
}

/** Makes room when the joints are first seen, and sets the counts to where the joints are. */
function beginCounting(
  state: EncoderState,
  output: JointState,
  message: JointState,
  wanted: readonly string[],
  perRevolution: number,
): void {
  state.joints = message.name
    .map((_, i) => i)
    .filter((i) => i < message.position.length && (wanted.length === 0 || wanted.includes(message.name[i])));
  const positions = state.joints.map((i) => message.position[i]);
  state.published = Float64Array.from(positions);
  state.angles = Float64Array.from(positions);
  state.speeds = new Float64Array(positions.length);
  state.ticks = Float64Array.from(positions, (angle) => Math.round((angle / TAU) * perRevolution));
  output.name = state.joints.map((i) => message.name[i]);
  output.position = state.ticks.map((ticks) => (ticks / perRevolution) * TAU);
  output.velocity = new Float64Array(positions.length);
}

/** Follows one joint over an interval and counts. */
function count(state: EncoderState, j: number, angle: number, dt: number, perRevolution: number): void {
  const { angles, published, speeds, ticks } = state;
  const expected = speeds[j] * dt;
  const turned = expected + wrapToPi(angle - published[j] - expected);
  speeds[j] = turned / dt;
  angles[j] += turned;
  published[j] = angle;
  ticks[j] = Math.round((angles[j] / TAU) * perRevolution);
}

export const encoders = defineBlock({
  type: 'sensors/encoders',
  doc: 'Joint encoders: angles in whole ticks, and speeds from their differences.',
  defaultPeriod: 0.02,
  params: {
    ticksPerRevolution: integer(1024, '', 'ticks of one turn; more resolve finer', { min: 1 }),
    joints: list(text(undefined, 'name of a joint'), [], 'joints that have an encoder; all of them when empty'),
  },
  inputs: { joint_states: JointState },
  outputs: { joint_states: JointState },

  init: (): EncoderState => ({
    stampNs: -1,
    joints: [],
    published: new Float64Array(0),
    angles: new Float64Array(0),
    speeds: new Float64Array(0),
    ticks: new Float64Array(0),
  }),

  step(own, state, inputs, outputs) {
    const output = outputs.joint_states;
    const message = inputs.joint_states.value;
    const stampNs = timeToNs(message.header.stamp);
    if (inputs.joint_states.sequence === 0 || stampNs <= state.stampNs) {
      output.publish = false;
      return;
    }
    const perRevolution = own.ticksPerRevolution;
    const dt = (stampNs - state.stampNs) / 1e9;
    const isFirst = state.stampNs < 0;
    state.stampNs = stampNs;
    copyTime(output.value.header.stamp, message.header.stamp);
    if (isFirst) {
      beginCounting(state, output.value, message, own.joints, perRevolution);
      return;
    }
    const { joints, ticks } = state;
    const { position, velocity } = output.value;
    for (let j = 0; j < joints.length; j++) {
      const before = ticks[j];
      count(state, j, message.position[joints[j]], dt, perRevolution);
      position[j] = (ticks[j] / perRevolution) * TAU;
      velocity[j] = (((ticks[j] - before) / perRevolution) * TAU) / dt;
    }
  },
});
