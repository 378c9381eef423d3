/**
 * Lane keeping by PID on the centre line at a look-ahead distance, with curvature feed-forward.
 *
 *   e = y(x_L) − φ sag         sag = y(x_L) − (y(0) + y′(0) x_L): how far the road bends away from its tangent at the vehicle
 *   ω = KP e + KI ∫e dt + KD ė_f + Kψ ψ + φ v κ(v t_p)
 *   δ = atan(L ω/max(v, v_s)) within ±δ_max
 *
 * y(x)  centre line in the vehicle frame, left positive [m];  ψ  its direction at the vehicle [rad];  κ  its curvature [1/m]
 * ė_f   derivative through a first-order lag;  the integral is held while the wheels are at their stop and e pushes further
 * φ     feed-forward share. With φ = 1 the error is the tangent's, e = −(e₀ + x_L θ), and the loop on a no-slip vehicle is
 *       s² + KP x_L s + KP v, whatever the curvature; with φ = 0 the look-ahead point itself is aimed at.
 *
 * Reference: K. J. Åström, T. Hägglund, Advanced PID Control, ISA 2006 (anti-windup, filtered derivative).
 * Valid while |ψ| stays below about 1 rad. Checked against: the characteristic polynomial above, closed loops on MonoSIM's track.
 */
import { defineBlock } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import { param } from '../../core/schema.ts';
import { atan, tan } from '../../math/trig.ts';
import { AckermannDriveStamped, Lane, Odometry, Twist } from '../../msgs/index.ts';
import type { LaneKeepingParams } from './lane-keeping.ts';
import {
  createLaneKeeping,
  keepLane,
  laneKeepingParams,
  limitSteering,
  writeCommand,
  writeStandstill,
} from './lane-keeping.ts';
import type { LanePath } from './lane-path.ts';
import { createLanePath, Curve, curveAt, nearestOnPath } from './lane-path.ts';

const pathOf = derivedFrom<LaneKeepingParams, LanePath>(createLanePath);

/** Headings beyond this count as this, so that the tangent stays finite [rad]. */
const STEEPEST = 1.2;

export const lanePid = defineBlock({
  type: 'control/lane-pid',
  doc: 'Keeps the lane by PID at a look-ahead distance, with curvature feed-forward.',
  params: {
    ...laneKeepingParams,
    lookAhead: param(2, 'm', 'where the error is taken, ahead of the rear axle; farther is calmer and cuts corners', {
      min: 0,
    }),
    proportional: param(2, 'rad/s/m', 'yaw rate per error; larger corrects faster and tolerates less delay', {
      min: 0,
    }),
    integral: param(0.1, 'rad/s²/m', 'yaw rate per accumulated error; removes lasting offsets, slowly', { min: 0 }),
    derivative: param(0.05, 'rad/m', 'yaw rate per rate of the error; damps, and amplifies noise', { min: 0 }),
    derivativeLag: param(0.1, 's', 'time constant of the derivative; longer is less noisy and damps less', { min: 0 }),
    heading: param(0, '1/s', 'additional yaw rate per direction of the lane', { min: 0 }),
    feedForward: param(1, '', "share of the road's curvature that is steered without an error", { min: 0, max: 1 }),
    preview: param(
      0.1,
      's',
      'the curvature this far ahead in time is steered; about half a period plus the delay to the wheels',
      { min: 0 },
    ),
    integralLimit: param(0.3, 'rad/s', 'largest yaw rate from the integral', { min: 0 }),
    slowest: param(0.5, 'm/s', 'below this speed gains fall with the speed', { above: 0 }),
  },
  inputs: { lane: Lane, odom: Odometry },
  outputs: { twist: Twist, steer: AckermannDriveStamped },
  defaultPeriod: 0.1,
  init: () => ({ keeping: createLaneKeeping(), error: 0, rate: 0, integral: 0, hasError: false }),
  step(params, state, inputs, outputs, time) {
    const path = pathOf(params);
    const { curve } = path;
    if (!keepLane(params, state.keeping, path, inputs, time)) {
      state.hasError = false;
      writeStandstill(params, state.keeping, outputs, time);
      return;
    }
    // the road at the vehicle, at the look-ahead and where the command takes effect
    const v = Math.max(params.slowest, state.keeping.twist[0]);
    const here = nearestOnPath(path, 0, 0);
    const direction = Math.max(-STEEPEST, Math.min(STEEPEST, curve[Curve.HEADING]));
    const footX = curve[Curve.X];
    const footY = curve[Curve.Y];
    curveAt(path, here + params.lookAhead);
    const tangentY = footY + tan(direction) * (curve[Curve.X] - footX);
    const error = curve[Curve.Y] + params.feedForward * (tangentY - curve[Curve.Y]);
    curveAt(path, here + v * params.preview);
    const curvature = curve[Curve.CURVATURE];

    // filtered derivative, from the second error on
    const dt = time.elapsed;
    if (state.hasError && dt > 0)
      state.rate += ((error - state.error) / dt - state.rate) * (dt / (params.derivativeLag + dt));
    else state.rate = 0;
    state.error = error;
    state.hasError = true;

    const feedback = params.proportional * error + params.derivative * state.rate + params.heading * direction;
    const wanted = feedback + state.integral + params.feedForward * v * curvature;
    const steering = limitSteering(params, atan((params.wheelBase * wanted) / v));

    // integrate what the wheels can still follow
    const yawRate = (v * tan(steering)) / params.wheelBase;
    const isStuck = Math.abs(wanted - yawRate) > 1e-9 && (wanted - yawRate) * error > 0;
    if (!isStuck && state.keeping.mode === 'following' && state.keeping.speed > 0) {
      const sum = state.integral + params.integral * error * dt;
      state.integral = Math.max(-params.integralLimit, Math.min(params.integralLimit, sum));
    }
    writeCommand(params, state.keeping, steering, outputs, time);
  },
});
