/**
 * What every vehicle block shares: where the body is, how it moves, and how that is published.
 *
 * Frames. The kinematic laws hold for the middle of the fixed axle (of the four wheels for an omni vehicle). base_link is
 * `base_link_offset` ahead of it [m], and everything that is published is base_link's:
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
import { param } from '../core/schema.ts';
import { wrapTo2Pi } from '../math/angle.ts';
import { cos, sin, sinCos } from '../math/trig.ts';
import type { Output } from '../core/signal.ts';
import type { StringMessage, VehicleState } from '../msgs/index.ts';
import { setTime } from '../msgs/index.ts';
import { advancePose, POSE_X, POSE_Y, POSE_YAW } from './planar-motion.ts';

/** Parameters of every vehicle block, in upstream's spelling where upstream has them. */
export const bodyParams = {
  base_link_offset: param(0, 'm', 'how far base_link is ahead of the fixed axle'),
  x: param(0, 'm', 'initial position of base_link in map'),
  y: param(0, 'm', 'initial position of base_link in map'),
  yaw: param(0, 'rad', 'initial heading in map'),
  twist_reference_max_oldness: param(1, 's', 'a command older than this counts as zero', { min: 0 }),
  publish_rate_hz: param(50, 'Hz', 'rate of joint_states', { above: 0 }),
};

interface BodyParams {
  readonly base_link_offset: number;
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
}

export interface Body {
  /** When the first step began, and when the latest ended [ns]. */
  startNs: number;
  timeNs: number;
  /** Length of the latest step [s]. */
  dt: number;
  /** Pose of the axle: x, y, ψ. */
  readonly pose: Float64Array;
  /** Velocity of the axle in the body frame: v_x, v_y, ω. */
  readonly axleVelocity: Float64Array;
  /** Velocity of base_link in the body frame: v_x, v_y. */
  readonly velocity: Float64Array;
  /** Acceleration of base_link in the body frame: a_x, a_y. */
  readonly acceleration: Float64Array;
  /** Mean angle of the steered wheels [rad]. */
  steering: number;
  /** Reference for the axle that was read last: v_x, v_y, ω. */
  readonly reference: Float64Array;
  /** How many joint states have been published. */
  jointsPublished: number;
}

export function createBody(params: BodyParams): Body {
  const { base_link_offset: offset, x, y, yaw } = params;
  return {
    startNs: 0,
    timeNs: 0,
    dt: 0,
    pose: Float64Array.of(x - offset * cos(yaw), y - offset * sin(yaw), wrapTo2Pi(yaw)),
    axleVelocity: new Float64Array(3),
    velocity: new Float64Array(2),
    acceleration: new Float64Array(2),
    steering: 0,
    reference: new Float64Array(3),
    jointsPublished: 0,
  };
}

/** Notes when the step ends, and how long it is. */
export function beginStep(body: Body, time: StepTime): void {
  if (time.activation === 0) body.startNs = time.nowNs;
  body.timeNs = time.nowNs + Math.round(time.dt * 1e9);
  body.dt = time.dt;
}

/** Velocity and acceleration of base_link over the step, from the new velocity of the axle. */
export function updateVelocity(body: Body, offset: number): void {
  const { axleVelocity, velocity, acceleration, dt } = body;
  const yawRate = axleVelocity[2];
  const vx = axleVelocity[0];
  const vy = axleVelocity[1] + yawRate * offset;
  acceleration[0] = (vx - velocity[0]) / dt - yawRate * vy;
  acceleration[1] = (vy - velocity[1]) / dt + yawRate * vx;
  velocity[0] = vx;
  velocity[1] = vy;
}

/** Moves the body over the step with the velocity of its axle. */
export function moveBody(body: Body, offset: number): void {
  updateVelocity(body, offset);
  advancePose(body.pose, body.axleVelocity, body.dt);
}

const heading = new Float64Array(2);

/** Writes the state of base_link. */
export function writeState(body: Body, offset: number, state: VehicleState): void {
  const { pose, velocity, acceleration } = body;
  setTime(state.stamp, body.timeNs);
  state.x = pose[POSE_X];
  state.y = pose[POSE_Y];
  state.yaw = pose[POSE_YAW];
  if (offset !== 0) {
    sinCos(pose[POSE_YAW], heading);
    state.x += offset * heading[1];
    state.y += offset * heading[0];
  }
  state.vx = velocity[0];
  state.vy = velocity[1];
  state.yaw_rate = body.axleVelocity[2];
  state.ax = acceleration[0];
  state.ay = acceleration[1];
  state.steering = body.steering;
}

/** Whether joint states are due at the end of this step; counts them. */
export function jointsDue(body: Body, rateHz: number): boolean {
  if ((body.timeNs - body.startNs) * rateHz < body.jointsPublished * 1e9) return false;
  body.jointsPublished++;
  return true;
}

/** Publishes a robot description. */
export function describe(output: Output<StringMessage>, urdf: string): void {
  output.value.data = urdf;
  output.publish = true;
}
