/**
 * The vehicle as the lane-keeping MPC sees it: a single track with linear tyres, relative to the road.
 *
 *   m  v̇_y = −m V r + 2C_f (u − (v_y + l_f r)/V) + 2C_r (l_r r − v_y)/V
 *   I_z ṙ  = 2 l_f C_f (u − (v_y + l_f r)/V) − 2 l_r C_r (l_r r − v_y)/V
 *   ψ̇      = r − V κ
 *   ẏ      = v_y + (p − l_r) r + V ψ
 *
 * State ξ = (v_y [m/s] and r [rad/s] of the centre of gravity; ψ [rad] and y [m]: heading against the road and distance from it, left
 * positive, of a point p ahead of the rear axle). V forward speed [m/s], κ curvature of the road [1/m], C stiffness of one tyre [N/rad].
 * Subtracting the road from the usual ψ and Y of a fixed frame leaves the equations as they are but for κ, and only the errors have to
 * be small, not the turns of the road.
 *
 * The input is u = tan δ instead of δ: where tyres do not slip, r = V tan δ/L is then exact, and since |Δδ| ≤ |Δ tan δ| a limit on
 * the change of u is one on the change of δ.
 *
 * Reference: R. Rajamani, Vehicle Dynamics and Control, 2nd ed., sections 2.3, 2.5 and 3.1; the MonoSIM paper, equations (1)–(11), with
 * its a and b as l_r and l_f. Valid for small slip. Discretised as in zero-order-hold.ts. Checked against: scipy's expm,
 * steady cornering.
 */
import type { FieldValues } from '../../core/schema.ts';
import { choice, integer, param } from '../../core/schema.ts';
import type { MatrixRoom } from './zero-order-hold.ts';
import { eulerSteps, exponential } from './zero-order-hold.ts';

export const trackModelParams = {
  mass: param(824, 'kg', 'mass of the vehicle', { above: 0 }),
  yawInertia: param(718, 'kg m²', 'moment of inertia about the vertical axis', { above: 0 }),
  cgToFrontAxle: param(0.827, 'm', 'from the centre of gravity forward to the front axle', { above: 0 }),
  cgToRearAxle: param(0.473, 'm', 'from the centre of gravity back to the rear axle', { above: 0 }),
  frontStiffness: param(
    103_000,
    'N/rad',
    "cornering stiffness of one front tyre; the default is what MVSim's friction amounts to at 2.5 m/s, m v/Δt with 206 kg a wheel and 5 ms",
    { above: 0 },
  ),
  rearStiffness: param(103_000, 'N/rad', 'cornering stiffness of one rear tyre', { above: 0 }),
  trackedPoint: param(0, 'm', 'the point that is kept on the centre line, ahead of the rear axle'),
  discretisation: choice('exact', ['exact', 'euler'], 'how the model is carried over a step'),
  eulerParts: integer(20, '', 'parts of a step for euler; too few are unstable with stiff tyres at low speed', {
    min: 1,
    max: 1000,
  }),
};
export type TrackModelParams = FieldValues<typeof trackModelParams>;

/** Order of states, then the input u and the disturbance κ. */
export const enum Track {
  VY,
  HEADING,
  YAW_RATE,
  LATERAL,
  INPUT,
  CURVATURE,
  SIZE,
}
export const STATES = 4;

/** out (6×6) ← [A B E; 0] at a speed. */
export function continuousModel(params: TrackModelParams, speed: number, out: Float64Array): void {
  const { mass, yawInertia, cgToFrontAxle: lf, cgToRearAxle: lr, frontStiffness: cf, rearStiffness: cr } = params;
  const n = Track.SIZE;
  const turning = 2 * (cf * lf - cr * lr);
  out.fill(0);
  out[n * Track.VY + Track.VY] = (-2 * (cf + cr)) / (mass * speed);
  out[n * Track.VY + Track.YAW_RATE] = -speed - turning / (mass * speed);
  out[n * Track.VY + Track.INPUT] = (2 * cf) / mass;
  out[n * Track.HEADING + Track.YAW_RATE] = 1;
  out[n * Track.HEADING + Track.CURVATURE] = -speed;
  out[n * Track.YAW_RATE + Track.VY] = -turning / (yawInertia * speed);
  out[n * Track.YAW_RATE + Track.YAW_RATE] = (-2 * (cf * lf * lf + cr * lr * lr)) / (yawInertia * speed);
  out[n * Track.YAW_RATE + Track.INPUT] = (2 * lf * cf) / yawInertia;
  out[n * Track.LATERAL + Track.VY] = 1;
  out[n * Track.LATERAL + Track.HEADING] = speed;
  out[n * Track.LATERAL + Track.YAW_RATE] = params.trackedPoint - lr;
}

/** out (6×6) ← the model over a step h. */
export function discreteModel(
  params: TrackModelParams,
  continuous: Float64Array,
  h: number,
  room: MatrixRoom,
  out: Float64Array,
): void {
  if (params.discretisation === 'exact') exponential(continuous, h, room, out);
  else eulerSteps(continuous, h, params.eulerParts, room, out);
}

/** Takes the state at `at` in `states` over one step of a discrete model, to the place behind it. */
export function advanceTrack(
  model: Float64Array,
  states: Float64Array,
  at: number,
  input: number,
  curvature: number,
): void {
  for (let i = 0; i < STATES; i++) {
    const row = Track.SIZE * i;
    states[at + STATES + i] =
      model[row] * states[at] +
      model[row + 1] * states[at + 1] +
      model[row + 2] * states[at + 2] +
      model[row + 3] * states[at + 3] +
      model[row + Track.INPUT] * input +
      model[row + Track.CURVATURE] * curvature;
  }
}
