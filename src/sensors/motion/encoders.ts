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
  /** Of each: angle as published and without jumps [rad], speed [rad/s]. */
  published: Float64Array;
  angles: Float64Array;
  speeds: Float64Array;
}

/** Whether joint `i` of the message has an encoder. */
const isEncoded = (message: JointState, i: number, wanted: readonly string[]): boolean =>
  i < message.position.length && (wanted.length === 0 || wanted.includes(message.name[i]));

/** Whether the joints that are counted are those that are wanted. */
function isCounting({ joints }: EncoderState, message: JointState, wanted: readonly string[]): boolean {
  let counted = 0;
  for (let i = 0; i < message.name.length; i++) {
    if (isEncoded(message, i, wanted) && joints[counted++] !== i) return false;
  }
  return counted === joints.length;
}

const ticksAt = (angle: number, perRevolution: number): number => Math.round((angle / TAU) * perRevolution);

/** Makes room when the joints are first seen or others are wanted, and sets the counts to where the joints are. */
function beginCounting(
  state: EncoderState,
  output: JointState,
  message: JointState,
  wanted: readonly string[],
  perRevolution: number,
): void {
  state.joints = message.name.map((_, i) => i).filter((i) => isEncoded(message, i, wanted));
  const positions = state.joints.map((i) => message.position[i]);
  state.published = Float64Array.from(positions);
  state.angles = Float64Array.from(positions);
  state.speeds = new Float64Array(positions.length);
  output.name = state.joints.map((i) => message.name[i]);
  output.position = state.angles.map((angle) => (ticksAt(angle, perRevolution) / perRevolution) * TAU);
  output.velocity = new Float64Array(positions.length);
}

/** Follows one joint over an interval. */
function follow(state: EncoderState, j: number, angle: number, dt: number): void {
  const { angles, published, speeds } = state;
  const expected = speeds[j] * dt;
  const turned = expected + wrapToPi(angle - published[j] - expected);
  speeds[j] = turned / dt;
  angles[j] += turned;
  published[j] = angle;
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
    if (isFirst || !isCounting(state, message, own.joints)) {
      beginCounting(state, output.value, message, own.joints, perRevolution);
      return;
    }
    const { joints, angles } = state;
    const { position, velocity } = output.value;
    for (let j = 0; j < joints.length; j++) {
      const before = ticksAt(angles[j], perRevolution);
      follow(state, j, message.position[joints[j]], dt);
      const ticks = ticksAt(angles[j], perRevolution);
      position[j] = (ticks / perRevolution) * TAU;
      velocity[j] = (((ticks - before) / perRevolution) * TAU) / dt;
    }
  },
});
