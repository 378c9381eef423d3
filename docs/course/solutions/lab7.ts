/**
 * A lap by line and sonars: the laws of labs 1, 3 and 5 in one controller, with a speed that falls before bends and beside obstacles.
 *
 *   pedals     u = k (v* − v) + I
 *   steering   δ = g atan(2 L (y + s)/ℓ²)
 *
 * v*  speed of bends for a second after a line that is slanted, short or out of sight; of obstacles while one is remembered; else that of straights [m/s]
 * y   distance of the line to the left at the pursued point, ℓ how far that is away, s  shift away from what the sonars see [m]
 */
import { CarInfo, Control, ControlConstants, defineBlock, LineCoords, param, Range } from 'skidpad';

const FOCAL = 400 / Math.tan(1.3962634 / 2);
const [SINE, COSINE] = [Math.sin(0.05), Math.cos(0.05)];
const WHEEL_BASE = 2.86;
const MAX_STEER = 0.6458;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
const sees = ({ value, sequence }: { value: Range; sequence: number }): boolean =>
  sequence > 0 && value.range < value.max_range;

/** The place on the ground that a pixel shows, ahead and left of the rear axle [m]. */
function onGround(u: number, v: number): { x: number; y: number } {
  const down = (v - 399.5) / FOCAL;
  const depth = 3 / Math.max(0.05, SINE + down * COSINE);
  return { x: 1.85 + depth * (COSINE - down * SINE), y: (-depth * (u - 399.5)) / FOCAL };
}

export default defineBlock({
  type: 'lab7/lap',
  doc: 'Drives a lap by line and sonars.',
  params: {
    topSpeed: param(18, 'm/s', 'speed on straights'),
    bendSpeed: param(11.5, 'm/s', 'speed in bends'),
    passingSpeed: param(11.5, 'm/s', 'speed beside obstacles'),
    pursuit: param(1.6, '', 'steering in units of pure pursuit'),
    nearPoint: param(8, 'm', 'distance of the pursued point beside obstacles; nearer swerves harder'),
    hardest: param(8, 'm/s²', 'largest lateral acceleration that is steered'),
    shift: param(1.2, 'm', 'how far the line is shifted away from an obstacle'),
    lag: param(0.15, 's', 'how gently the shift comes and goes'),
    memory: param(0.3, 's', 'how long an obstacle counts after its last echo'),
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
  init: () => ({ integral: 0, shift: 0, left: -10, right: -10, steer: 0, bend: -10 }),
  step(own, state, inputs, { control }, { now, elapsed }) {
    if (inputs.line.sequence === 0 || inputs.car_info.sequence === 0) {
      control.publish = false;
      return;
    }
    const { speed } = inputs.car_info.value;
    const { detected, x1, y1, x2, y2 } = inputs.line.value;
    const [first, second] = [onGround(x1, y1), onGround(x2, y2)];
    const [near, far] = first.x <= second.x ? [first, second] : [second, first];

    // what is beside the road
    if (sees(inputs.left_far) || sees(inputs.side_left)) state.left = now;
    if (sees(inputs.right_far) || sees(inputs.side_right)) state.right = now;
    // what an inner sonar sees on the side to which the car has moved is in its way
    if (sees(inputs.left_middle) && state.shift > 0.3) [state.left, state.right] = [now, -10];
    if (sees(inputs.right_middle) && state.shift < -0.3) [state.left, state.right] = [-10, now];
    const isLeft = now - state.left <= own.memory;
    const isRight = now - state.right <= own.memory;
    const wanted = isLeft === isRight ? 0 : isLeft ? -own.shift : own.shift;
    state.shift += ((wanted - state.shift) * elapsed) / (own.lag + elapsed);

    // steering: beside obstacles the straight line is continued to a nearer point; the wheel is held while no line is in sight
    const bearing = Math.atan2(far.y - near.y, far.x - near.x);
    const isAvoiding = isLeft || isRight || Math.abs(state.shift) > 0.1;
    if (detected) {
      const x = isAvoiding ? own.nearPoint : near.x;
      const y = near.y - Math.tan(clamp(bearing, -0.5, 0.5)) * (near.x - x) + state.shift;
      const hardest = Math.atan((WHEEL_BASE * own.hardest) / Math.max(1, speed * speed));
      state.steer =
        clamp(own.pursuit * Math.atan((2 * WHEEL_BASE * y) / (x * x + y * y)), -hardest, hardest) / MAX_STEER;
    }

    // speed: a line that leaves straight ahead is a bend, and so is one that is short
    if (!detected || Math.abs(bearing) > 0.2 || far.x - near.x < 8) state.bend = now;
    const target = Math.min(
      isLeft || isRight ? own.passingSpeed : own.topSpeed,
      now - state.bend < 1 ? own.bendSpeed : own.topSpeed,
    );
    const error = target - speed;
    const demand = 0.8 * error + state.integral;
    if (Math.abs(demand) < 1) state.integral += 0.15 * error * elapsed;

    const { value } = control;
    value.steer = state.steer;
    value.throttle = clamp(demand, 0, 1);
    value.brake = clamp(-demand / 2, 0, 1);
    value.shift_gears = ControlConstants.FORWARD;
  },
});
