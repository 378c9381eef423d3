/**
 * Asks a parking car to stop when an ultrasonic sensor hears something that its body would reach before it can stop, and lets it go when the way is free.
 *
 *   s = v t_r + v²/(2 a) + m                     stop where the gap is smaller, in the direction of travel
 *   gap = R (φ − φ_b(ρ))                         way of the rear axle until the body reaches an echo, along the arc that is steered
 *
 * v  speed [m/s]   t_r  `reaction` [s]   a  `deceleration` [m/s²]   m  `margin` [m]   R  radius of the arc [m]
 * ρ, φ  echo about the centre of the arc   φ_b(ρ)  foremost point of the body at that radius: its end, or its inner side
 *
 * An echo lies on the axis of its sensor, which only knows a distance: what is beside the axis is taken for nearer to the middle, on the safe side ahead and not at
 * the sides. Only echoes in the strip that the body sweeps, widened by `sideMargin`, count. It holds until for `release` nothing has been nearer than the gap at which it
 * stopped and `hysteresis`. Without a gear nothing is asked. Checked against: distances in closed form on a line and an arc.
 */
import { defineBlock, optionalInput, portList } from '../../core/block.ts';
import type { FieldValues } from '../../core/schema.ts';
import { fixed, group, list, param } from '../../core/schema.ts';
import type { Input } from '../../core/signal.ts';
import { acos, asin, atan2, cos, sin, tan } from '../../math/trig.ts';
import { BoolMessage, Control, Odometry, Range } from '../../msgs/index.ts';

const REVERSE = 3;
const FORWARD = 2;
/** Arcs wider than this are lines [m]. */
const WIDEST = 1000;
/** Echoes so far behind the end of the body are no longer ahead [m]. */
const PASSED = -0.3;

const sonar = group(
  {
    x: param(undefined, 'm', 'ahead of the rear axle'),
    y: param(undefined, 'm', 'to its left'),
    yaw: param(0, 'rad', 'where it looks, left of straight ahead positive'),
  },
  'a sensor',
);

const params = {
  sonars: fixed(list(sonar, [], 'sensors, in the order of `ranges`')),
  front: param(3.2677, 'm', 'nose of the car ahead of the rear axle', { above: 0 }),
  rear: param(0.5345, 'm', 'tail of the car behind the rear axle', { min: 0 }),
  halfWidth: param(0.987, 'm', 'half the width of the car', { above: 0 }),
  wheelBase: param(2.5113, 'm', 'distance between the axles', { above: 0 }),
  maxSteering: param(0.61, 'rad', 'road-wheel angle at a steer of 1', { above: 0, max: 1.5 }),
  reaction: param(0.25, 's', 'from an echo until the brakes act; longer stops earlier', { min: 0 }),
  deceleration: param(2.5, 'm/s²', 'with which the car stops', { above: 0 }),
  margin: param(0.2, 'm', 'what is left when it stands', { min: 0 }),
  sideMargin: param(0.05, 'm', 'what is added to each side of the body', { min: 0 }),
  hysteresis: param(0.3, 'm', 'how much more room it wants before it lets go', { min: 0 }),
  release: param(1, 's', 'how long the way must have been free', { min: 0 }),
};
type Params = FieldValues<typeof params>;

interface GuardState {
  isHolding: boolean;
  /** Gap below which it holds on [m], and since when the way has been free [ns]. */
  limit: number;
  freeNs: number;
}

export const parkingGuard = defineBlock({
  type: 'control/parking-guard',
  doc: 'Asks a parking car to stop before what its ultrasonic sensors hear in its way, and lets it go when the way is free.',
  defaultPeriod: 0.02,
  params,
  inputs: {
    ranges: portList(optionalInput(Range), ({ sonars }: Params) => sonars.length),
    odom: Odometry,
    control: Control,
  },
  outputs: { hold: BoolMessage },
  init: (): GuardState => ({ isHolding: false, limit: 0, freeNs: 0 }),

  step(own, state, { ranges, odom, control }, { hold }, time) {
    const { shift_gears: gear, steer } = control.value;
    const direction = gear === FORWARD ? 1 : gear === REVERSE ? -1 : 0;
    const curvature = tan(Math.max(-1, Math.min(1, steer)) * own.maxSteering) / own.wheelBase;
    const speed = Math.max(0, odom.value.twist.twist.linear.x * direction);
    const way = speed * own.reaction + (speed * speed) / (2 * own.deceleration) + own.margin;
    const gap = direction === 0 ? Infinity : smallestGap(own, ranges, curvature, direction);
    decide(own, state, gap, way, time.nowNs);
    hold.value.data = state.isHolding;
  },
});

function decide(own: Params, state: GuardState, gap: number, way: number, nowNs: number): void {
  if (gap < way && !state.isHolding) {
    state.isHolding = true;
    state.limit = way;
  }
  if (!state.isHolding || gap < state.limit + own.hysteresis) state.freeNs = nowNs;
  else if (nowNs - state.freeNs >= own.release * 1e9) state.isHolding = false;
}

function smallestGap(own: Params, ranges: readonly Input<Range>[], curvature: number, direction: number): number {
  let smallest = Infinity;
  for (let i = 0; i < own.sonars.length; i++) {
    const { sequence, value } = ranges[i];
    if (sequence === 0 || !(value.range < value.max_range)) continue;
    const distance = Math.max(value.range, value.min_range);
    const { x, y, yaw } = own.sonars[i];
    const gap = gapTo(own, x + distance * cos(yaw), y + distance * sin(yaw), { curvature, direction });
    if (gap > PASSED && gap < smallest) smallest = gap;
  }
  return smallest;
}

interface Course {
  readonly curvature: number;
  readonly direction: number;
}

/** Way of the rear axle until the body reaches a point; infinite where it does not. Mirrored, so that the car goes ahead and to the left [m]. */
export function gapTo(own: Params, px: number, py: number, { curvature, direction }: Course): number {
  const x = px * direction;
  const y = curvature < 0 ? -py : py;
  const end = direction > 0 ? own.front : own.rear;
  const half = own.halfWidth + own.sideMargin;
  if (Math.abs(curvature) * WIDEST < 1) return Math.abs(y) < half ? x - end : Infinity;
  const radius = 1 / Math.abs(curvature);
  const inner = Math.max(0, radius - half);
  const outer = radius + half;
  const squared = x * x + (radius - y) * (radius - y);
  if (squared < inner * inner || squared > end * end + outer * outer) return Infinity;
  const distance = Math.sqrt(squared);
  const foremost = squared >= end * end + inner * inner ? asin(Math.min(1, end / distance)) : acos(inner / distance);
  return (atan2(x, radius - y) - foremost) * radius;
}
