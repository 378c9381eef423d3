/**
 * What every vehicle block shares: where the body is, how it moves, and how that is published.
 *
 * Frames. The kinematic laws hold for the middle of the fixed axle (of the four wheels for an omni vehicle). base_link is
 * `baseLinkOffset` ahead of it [m], and everything that is published is base_link's:
 *
 *   p_base = p_axle + offset (cos ψ, sin ψ)          v_base = (v_x, v_y + offset ω)
 *   a_base = Δv_base/Δt + ω × v_base                 [m/s²], in the body frame
 *
 * Differs: vehicle_dynamics_sim publishes the twist of base_link but the pose of the axle under the name base_link, so that its
 * pose and twist contradict each other when the offset is not 0.
 *
 * Time. A step released at t integrates from t to t + dt and publishes what is true at t + dt, with that stamp. This is upstream's
 * sequence with its own clock (`be_reference_clock`): there a tick first advances time from t to t + dt, then calls
 * update(t + dt, reference) with the reference that arrived by t, whose actuators and pose advance by dt. So the
 * command read at t enters the dead-time queues with the time t + dt, and ages are taken at t + dt. A clock that begins at 0 with
 * a first update at t = 0 (dt = 0) would only add one queue entry before motion begins.
 */
import type { StepTime } from '../core/block.ts';
import { fixed, param } from '../core/schema.ts';
import { wrapTo2Pi } from '../math/angle.ts';
import { cos, sin, sinCos } from '../math/trig.ts';
import type { Output } from '../core/signal.ts';
import type { StringMessage, VehicleState } from '../msgs/index.ts';
import { setTime } from '../msgs/index.ts';
import { advancePose } from './kinematic/planar-motion.ts';

/** Parameters of every vehicle block, in upstream's spelling where upstream has them. */
export const bodyParams = {
  baseLinkOffset: param(0, 'm', 'how far base_link is ahead of the fixed axle'),
  x: fixed(param(0, 'm', 'initial position of base_link in map')),
  y: fixed(param(0, 'm', 'initial position of base_link in map')),
  yaw: fixed(param(0, 'rad', 'initial heading in map')),
  commandTimeout: param(1, 's', 'a command older than this counts as zero', { min: 0 }),
  publishRateHz: param(50, 'Hz', 'rate of joint_states', { above: 0 }),
};

interface BodyParams {
  readonly baseLinkOffset: number;
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
}

/** Indices into the numbers of a body. */
export const enum Body {
  /** Pose of the axle: x, y [m], ψ [rad]. */
  X,
  Y,
  YAW,
  /** Velocity of the axle in the body frame: v_x, v_y [m/s], ω [rad/s]. */
  AXLE_VX,
  AXLE_VY,
  YAW_RATE,
  /** Velocity [m/s] and acceleration [m/s²] of base_link in the body frame. */
  VX,
  VY,
  AX,
  AY,
  /** Mean angle of the steered wheels [rad]. */
  STEERING,
  /** Reference for the axle that was read last: v_x, v_y [m/s], ω [rad/s]. */
  WANTED_VX,
  WANTED_VY,
  WANTED_YAW_RATE,
  /** Length of the latest step, in [s] and in [ns]. */
  DT,
  STEP_NS,
  /** When the first step began, and when the latest ended [ns]. */
  START_NS,
  TIME_NS,
  /** Number of the joint states that are due next, counted from the start at the rate they have now. */
  NEXT_JOINTS,
  /** Until when none are due for certain [ns], and the rate for which that holds [Hz]. */
  JOINTS_QUIET_NS,
  JOINTS_RATE_HZ,
}
const NUMBERS = 21;

export function createBody(params: BodyParams): Float64Array {
  const { baseLinkOffset: offset, x, y, yaw } = params;
  const body = new Float64Array(NUMBERS);
  body[Body.X] = x - offset * cos(yaw);
  body[Body.Y] = y - offset * sin(yaw);
  body[Body.YAW] = wrapTo2Pi(yaw);
  return body;
}

/** Notes when the step ends, and how long it is. */
export function beginStep(body: Float64Array, time: StepTime): void {
  if (time.activation === 0) body[Body.START_NS] = time.nowNs;
  if (time.dt !== body[Body.DT]) {
    body[Body.DT] = time.dt;
    body[Body.STEP_NS] = Math.round(time.dt * 1e9);
  }
  body[Body.TIME_NS] = time.nowNs + body[Body.STEP_NS];
}

/** Velocity of base_link from the new velocity of the axle and, where it will be seen, its acceleration over the step. */
export function updateVelocity(body: Float64Array, offset: number, isSeen: boolean): void {
  const yawRate = body[Body.YAW_RATE];
  const vx = body[Body.AXLE_VX];
  const vy = body[Body.AXLE_VY] + yawRate * offset;
  if (isSeen) {
    const dt = body[Body.DT];
    body[Body.AX] = (vx - body[Body.VX]) / dt - yawRate * vy;
    body[Body.AY] = (vy - body[Body.VY]) / dt + yawRate * vx;
  }
  body[Body.VX] = vx;
  body[Body.VY] = vy;
}

/** Moves the body over the step with the velocity of its axle. */
export function moveBody(body: Float64Array, offset: number, isSeen: boolean): void {
  updateVelocity(body, offset, isSeen);
  advancePose(body, body, Body.AXLE_VX, body[Body.DT]);
}

const heading = new Float64Array(2);

/** Writes the state of base_link. */
export function writeState(body: Float64Array, offset: number, state: VehicleState): void {
  setTime(state.stamp, body[Body.TIME_NS]);
  state.x = body[Body.X];
  state.y = body[Body.Y];
  state.yaw = body[Body.YAW];
  state.vx = body[Body.VX];
  state.vy = body[Body.VY];
  state.yaw_rate = body[Body.YAW_RATE];
  state.ax = body[Body.AX];
  state.ay = body[Body.AY];
  state.steering = body[Body.STEERING];
  if (offset !== 0) shiftPose(state, offset);
}

/** From the axle to base_link. */
function shiftPose(state: VehicleState, offset: number): void {
  sinCos(state.yaw, heading);
  state.x += offset * heading[1];
  state.y += offset * heading[0];
}

/**
 * Number of what is published next at a rate, counted from the start: number k is due at the first step that ends at or after
 * k / rate. When the rate is turned, counting goes on as if it had always been so.
 */
export const nextAtRate = (body: Float64Array, rateHz: number): number =>
  Math.floor(((body[Body.TIME_NS] - body[Body.START_NS]) * rateHz) / 1e9) + 1;

/** Whether joint states are due at the end of this step; counts them. */
export function jointsDue(body: Float64Array, rateHz: number): boolean {
  if (body[Body.TIME_NS] < body[Body.JOINTS_QUIET_NS] && rateHz === body[Body.JOINTS_RATE_HZ]) return false;
  const next = nextAtRate(body, rateHz);
  const isDue = next > body[Body.NEXT_JOINTS];
  body[Body.NEXT_JOINTS] = next;
  // a nanosecond earlier, so that rounding here never decides
  body[Body.JOINTS_QUIET_NS] = body[Body.START_NS] + (next * 1e9) / rateHz - 1;
  body[Body.JOINTS_RATE_HZ] = rateHz;
  return isDue;
}

/** Whether a step looks if a parameter that shows in the description has changed: the first and every sixty-fourth, as it takes time. */
export const looksAtDescription = ({ activation }: StepTime): boolean => (activation & 63) === 0;

/** Publishes a robot description when it differs from the last one. */
export function describe(output: Output<StringMessage>, urdf: string): void {
  if (output.value.data !== urdf) output.publish = true;
  // the very same text, so that the next comparison is one of addresses
  output.value.data = urdf;
}
