/**
 * A tracker of parking trajectories, run by run.
 *
 *   steering   κ = κᵣ − e/ℓ² − 2 σ θ/ℓ,   δ = atan(L κ)
 *   speed      v* = min(vᵣ, √(2 a d), share · rate Δs/Δδ)
 *   pedals     u = k (v* − σ v) + I
 *
 * e, θ  distance to the left of the path [m] and angle from it [rad]; with σ = ±1 for the direction of travel both decay over ℓ:  e″ + 2 e′/ℓ + e/ℓ² = 0
 * d     way left to the end of the run [m], where the car must stand;  Δδ  how far the wheels have to turn within the next Δs
 *
 * A run ends where two points have the same place: there the car stands, turns its wheels, and changes gear. A new trajectory of as many points is the same one,
 * bent to where the slot turned out to be, so the place on it stays; any other begins at the car.
 */
import type { PathPoint } from 'skidpad';
import { Control, ControlConstants, defineBlock, Odometry, ParkingTrajectory, param } from 'skidpad';

const WHEEL_BASE = 2.5113;
const MAX_STEER = 0.61;
/** Slower than this it stands [m/s]. */
const STANDING = 0.02;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
const apart = (a: PathPoint, b: PathPoint): number => Math.hypot(a.x - b.x, a.y - b.y);
const wheels = (curvature: number): number => Math.atan(WHEEL_BASE * curvature);

/** The last point of the run that a point is in. */
function endOfRun(points: readonly PathPoint[], i: number): number {
  let end = i;
  while (end + 1 < points.length && apart(points[end], points[end + 1]) > 1e-6) end++;
  return end;
}

/** 1 ahead, −1 backwards. */
function directionOf(points: readonly PathPoint[], from: number, end: number): number {
  for (let i = from; i <= end; i++) if (points[i].speed !== 0) return Math.sign(points[i].speed);
  return 1;
}

/** The nearest point from `from` to `end`, not beyond the first that is farther away than those before. */
function nearestFrom(points: readonly PathPoint[], from: number, end: number, x: number, y: number): number {
  const distance = (i: number) => Math.hypot(points[i].x - x, points[i].y - y);
  let best = from;
  for (let i = from + 1; i <= end && distance(i) < distance(best) + 0.5; i++)
    if (distance(i) < distance(best)) best = i;
  return best;
}

export default defineBlock({
  type: 'lab8/tracker',
  doc: 'Follows a parking trajectory.',
  params: {
    length: param(0.9, 'm', 'way over which errors decay'),
    deceleration: param(0.5, 'm/s²', 'with which it comes to a stand'),
    rate: param(0.5, 'rad/s', 'how fast the wheels are turned'),
    share: param(0.6, '', 'share of that rate that the speed relies on'),
    preview: param(0.15, 's', 'how far ahead the curvature is read: latency and the steering’s lag'),
    gain: param(0.5, '', 'pedals per m/s of error'),
    integral: param(0.5, '1/s', 'and per metre of it'),
  },
  inputs: { trajectory: ParkingTrajectory, odom: Odometry },
  outputs: { control: Control },
  init: () => ({ id: -1, count: 0, at: 0, start: 0, steer: 0, integral: 0, ready: false }),
  step(own, state, { trajectory, odom }, { control }, { elapsed }) {
    const { value } = control;
    const { points, id } = trajectory.value;
    if (trajectory.sequence === 0 || odom.sequence === 0 || points.length < 2) {
      [value.throttle, value.brake, state.integral] = [0, 1, 0];
      return;
    }
    const { position, orientation } = odom.value.pose.pose;
    const yaw = 2 * Math.atan2(orientation.z, orientation.w);
    const speed = odom.value.twist.twist.linear.x;

    if (id !== state.id) {
      if (points.length !== state.count) [state.start, state.at, state.ready] = [0, 0, Math.abs(speed) > STANDING];
      [state.id, state.count] = [id, points.length];
    }
    let end = endOfRun(points, state.start);
    state.at = nearestFrom(points, Math.max(state.at, state.start), end, position.x, position.y);

    // where along the path, beyond the nearest point too
    let sigma = directionOf(points, state.start, end);
    const along = (i: number) =>
      sigma *
      ((points[i].x - position.x) * Math.cos(points[i].yaw) + (points[i].y - position.y) * Math.sin(points[i].yaw));
    let left = along(state.at);
    for (let i = state.at; i < end; i++) left += apart(points[i], points[i + 1]);

    // the run is over: the next one, once it stands
    if (left < 0.01 && Math.abs(speed) < STANDING && end + 1 < points.length) {
      [state.start, state.at, state.ready, state.integral] = [end + 1, end + 1, false, 0];
      end = endOfRun(points, state.start);
      sigma = directionOf(points, state.start, end);
      left = Infinity;
    }

    // steering: the curvature a little ahead, and what brings it back to the path
    const here = points[state.at];
    let ahead = state.at;
    let way = -along(state.at);
    while (ahead < end && way < own.preview * Math.abs(speed)) way += apart(points[ahead], points[++ahead]);
    const [c, s] = [Math.cos(here.yaw), Math.sin(here.yaw)];
    const lateral = c * (position.y - here.y) - s * (position.x - here.x);
    const heading = Math.atan2(Math.sin(yaw - here.yaw), Math.cos(yaw - here.yaw));
    const curvature =
      points[ahead].curvature - lateral / (own.length * own.length) - (2 * sigma * heading) / own.length;
    const wanted = clamp(wheels(curvature), -MAX_STEER, MAX_STEER);
    state.steer += clamp(wanted - state.steer, -own.rate * elapsed, own.rate * elapsed);
    if (!state.ready) state.ready = Math.abs(wanted - state.steer) < 0.01;

    // speed: to a stand at the end, and slowly where the wheels have to turn much
    let limit = state.ready && left > 0 ? Math.sqrt(2 * own.deceleration * left) : 0;
    let distance = 0.1;
    for (let i = state.at; i < end && distance < 2; i++) {
      distance += apart(points[i], points[i + 1]);
      const turn = Math.abs(wheels(points[i + 1].curvature) - state.steer);
      limit = Math.min(
        limit,
        Math.abs(points[i].speed) || Infinity,
        Math.max(0.15, (own.share * own.rate * distance) / Math.max(turn, 1e-3)),
      );
    }
    const error = limit - sigma * speed;
    const demand = own.gain * error + state.integral;
    if (limit > 0) state.integral = clamp(state.integral + own.integral * error * elapsed, -0.3, 0.3);

    const isStopping = limit === 0 || left < 0.01;
    value.throttle = isStopping ? 0 : clamp(demand, 0, 1);
    value.brake = isStopping ? 0.5 : clamp(-demand, 0, 1);
    value.steer = state.steer / MAX_STEER;
    value.shift_gears = sigma > 0 ? ControlConstants.FORWARD : ControlConstants.REVERSE;
  },
});
