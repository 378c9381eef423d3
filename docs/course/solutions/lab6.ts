/**
 * Overtaking: follow, pull out when the inner sonars see the car ahead, pass until the side sonar has seen and lost it, return.
 *
 *   κ = 6 (e* − e)/X² − 4 ψ/X,   steer = atan(L κ)/δ_max
 *
 * e, ψ  distance [m] and angle [rad] from the line that was driven when pulling out, left positive    e*  wanted distance [m]    X  length of the manoeuvre [m]
 */
import { CarInfo, defineBlock, Float64, param, Range, SteerRequest } from 'skidpad';

const sees = ({ value, sequence }: { value: Range; sequence: number }): boolean =>
  sequence > 0 && value.range < value.max_range;

export default defineBlock({
  type: 'lab6/overtaking',
  doc: 'Overtakes a slower car on the left.',
  params: {
    speed: param(20, 'm/s', 'wanted speed'),
    offset: param(3.2, 'm', 'how far to the left it passes; the side sonar reaches 2 m'),
    length: param(28, 'm', 'length of the manoeuvre; longer is calmer'),
    returnAfter: param(1.2, 's', 'time from losing the other car beside to returning'),
    returnTime: param(2.5, 's', 'time that returning is given'),
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
  outputs: { override: SteerRequest, setpoint: Float64 },
  init: () => ({ phase: 'follow', x: 0, y: 0, yaw: 0, since: 0, isBeside: false }),
  step(own, state, { left_middle, right_middle, side_right, car_info }, { override, setpoint }, { now }) {
    const { latitude: x, longitude: y, heading, speed } = car_info.value;
    const yaw = heading - 1.57;
    const wasBeside = state.isBeside;
    state.isBeside = sees(side_right);
    if (state.phase === 'follow' && (sees(left_middle) || sees(right_middle))) {
      // the line that is driven now is what everything is measured from
      Object.assign(state, { phase: 'pass', x, y, yaw });
    } else if (state.phase === 'pass' && wasBeside && !state.isBeside) {
      Object.assign(state, { phase: 'clear', since: now });
    } else if (state.phase === 'clear' && now - state.since > own.returnAfter) {
      Object.assign(state, { phase: 'return', since: now });
    } else if (state.phase === 'return' && now - state.since > own.returnTime) {
      state.phase = 'done';
    }
    const isSteering = state.phase === 'pass' || state.phase === 'clear' || state.phase === 'return';
    const target = state.phase === 'return' ? 0 : own.offset;
    const offset = Math.cos(state.yaw) * (y - state.y) - Math.sin(state.yaw) * (x - state.x);
    const curvature = (6 * (target - offset)) / own.length ** 2 - (4 * (yaw - state.yaw)) / own.length;
    // not harder than the tyres can
    const hardest = 6 / Math.max(1, speed * speed);
    const limited = Math.max(-hardest, Math.min(hardest, curvature));
    override.value.active = isSteering;
    override.value.steer = isSteering ? Math.atan(2.86 * limited) / 0.6458 : 0;
    setpoint.value.data = own.speed;
  },
});
