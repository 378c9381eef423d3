/**
 * Waypoint follower: drives to one waypoint after the other and stops at the last.
 *
 *   c = 1 − 2 (z z)            s = 2 (z w)              cos ψ and sin ψ of the heading, from the quaternion
 *   Δx = xₙ − x                Δy = yₙ − y              d = √(Δx Δx + Δy Δy)
 *   eₓ = (c Δx + s Δy) / d     e_y = (c Δy − s Δx) / d  direction to the waypoint in the body frame
 *   ω  = clamp(k e_y, ±ω_max) when eₓ ≥ 0; else ω_max towards the side of e_y, left when straight behind
 *   v  = V max(0.2, eₓ), times d / slowRadius when the last waypoint is nearer than slowRadius
 *
 * x, y, z, w  position and orientation of `odom`, whose frame the waypoints are in [m]
 * next        state: the waypoint it drives to; counted up while d < reach
 *
 * The law uses only + − × ÷, √ and comparisons, which IEEE 754 rounds the same everywhere, in the order written
 * here. The same law in Python and C (examples/process) therefore gives the same bits. Valid on flat ground: roll
 * and pitch are taken to be zero. Checked against: those two programs, and a differential-drive loop that must arrive.
 */
import { defineBlock } from '../core/block.ts';
import { InputError, quote } from '../core/input-error.ts';
import type { ValueOf } from '../core/schema.ts';
import { asset, group, list, optional, param } from '../core/schema.ts';
import { Odometry, Twist } from '../msgs/index.ts';

const SLOWEST = 0.2;

const waypoint = group(
  {
    x: param(undefined, 'm', 'position east of the origin of the odometry frame'),
    y: param(undefined, 'm', 'position north of it'),
  },
  'one waypoint',
);

type Waypoint = ValueOf<typeof waypoint>;

/** A line `x,y` for each waypoint [m]; names of columns in the first line, empty lines and comments after # are passed over. */
function readWaypoints(text: string, file: string): Waypoint[] {
  const waypoints: Waypoint[] = [];
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const cells = line.replace(/#.*$/, '').trim();
    if (cells === '' || (i === 0 && /^x\s*,\s*y\b/i.test(cells))) continue;
    const [x, y] = cells.split(/[,;\t]/).map((cell) => (cell.trim() === '' ? NaN : Number(cell)));
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      throw new InputError(`${file}:${i + 1}`, `expected x,y in metres, got ${quote(line)}`);
    }
    waypoints.push({ x, y });
  }
  if (waypoints.length === 0) throw new InputError(file, 'expected at least one waypoint, got none');
  return waypoints;
}

export const waypointFollower = defineBlock({
  type: 'control/waypoint-follower',
  doc: 'Drives to one waypoint after the other and stops at the last.',
  params: {
    waypoints: list(waypoint, [], 'where to drive, in order'),
    file: optional(asset('a CSV file of waypoints, x,y [m] in each line, instead')),
    speed: param(1, 'm/s', 'speed when the waypoint is straight ahead', { min: 0 }),
    gain: param(2, 'rad/s', 'yaw rate per sine of the heading error; larger turns harder and overshoots sooner', {
      min: 0,
    }),
    maxYawRate: param(1, 'rad/s', 'yaw rate limit', { min: 0 }),
    reach: param(0.3, 'm', 'a waypoint nearer than this is reached', { above: 0 }),
    slowRadius: param(1, 'm', 'begins to slow down this far before the last waypoint', { above: 0 }),
  },
  defaultPeriod: 0.02,
  inputs: { odom: Odometry },
  outputs: { twist: Twist },
  check({ waypoints, file }) {
    if (waypoints.length === 0 && file === undefined) return ['waypoints', 'expected at least one, or a file of them'];
    return waypoints.length > 0 && file !== undefined
      ? ['file', 'expected either waypoints or a file, got both']
      : undefined;
  },
  prepare: ({ file }, assets) => (file === undefined ? undefined : readWaypoints(assets.text(file), file)),
  init: () => ({ next: 0 }),
  step(params, state, { odom }, { twist }, _time, fromFile) {
    // nothing to say before the first odometry
    if (odom.sequence === 0) {
      twist.publish = false;
      return;
    }
    const { position, orientation } = odom.value.pose.pose;
    const waypoints = fromFile ?? params.waypoints;
    // the waypoint to drive to
    let dx = 0;
    let dy = 0;
    let d = 0;
    while (state.next < waypoints.length) {
      dx = waypoints[state.next].x - position.x;
      dy = waypoints[state.next].y - position.y;
      d = Math.sqrt(dx * dx + dy * dy);
      if (d >= params.reach) break;
      state.next++;
    }
    let v = 0;
    let yawRate = 0;
    if (state.next < waypoints.length) {
      // its direction in the body frame
      const c = 1 - 2 * (orientation.z * orientation.z);
      const s = 2 * (orientation.z * orientation.w);
      const ex = (c * dx + s * dy) / d;
      const ey = (c * dy - s * dx) / d;
      // turn towards it, and drive as far as it lies ahead
      const limit = params.maxYawRate;
      if (ex >= 0) yawRate = Math.max(-limit, Math.min(limit, params.gain * ey));
      else yawRate = ey < 0 ? -limit : limit;
      v = params.speed * Math.max(SLOWEST, ex);
      if (state.next === waypoints.length - 1 && d < params.slowRadius) v = v * (d / params.slowRadius);
    }
    twist.value.linear.x = v;
    twist.value.angular.z = yawRate;
  },
});
