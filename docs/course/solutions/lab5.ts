/**
 * Avoidance: leans away from the side on which a sonar sees something, on top of the follower's wish, so that the follower itself leads back.
 *
 *   p ← p + (p* − p) Δt/τ        p* = −P for an obstacle on the left, P for one on the right, 0 for none or both
 *   steer = wish + p
 *
 * An obstacle is remembered for T after its last echo, so that the whole of it is passed. The follower steers about 0.09 per metre beside the line
 * at 13 m/s, so P = 0.08 leads to about 0.9 m.
 */
import { CarInfo, defineBlock, param, Range, SteerRequest } from 'skidpad';

const sees = ({ value, sequence }: { value: Range; sequence: number }): boolean =>
  sequence > 0 && value.range < value.max_range;

export default defineBlock({
  type: 'lab5/avoidance',
  doc: 'Leans away from what the sonars see.',
  params: {
    push: param(0.08, '', 'steering away from an obstacle; larger swerves more'),
    lag: param(0.1, 's', 'how gently the push comes and goes'),
    memory: param(0.3, 's', 'how long an obstacle counts after its last echo'),
  },
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
  init: () => ({ push: 0, left: -10, right: -10 }),
  step({ push, lag, memory }, state, inputs, { override }, { now, elapsed }) {
    if (sees(inputs.left_far) || sees(inputs.side_left)) state.left = now;
    if (sees(inputs.right_far) || sees(inputs.side_right)) state.right = now;
    const isLeft = now - state.left <= memory;
    const isRight = now - state.right <= memory;
    const wanted = isLeft === isRight ? 0 : isLeft ? -push : push;
    state.push += ((wanted - state.push) * elapsed) / (lag + elapsed);
    override.value.active = Math.abs(state.push) > 0.002;
    override.value.steer = Math.max(-1, Math.min(1, inputs.wish.value.steer + state.push));
  },
});
