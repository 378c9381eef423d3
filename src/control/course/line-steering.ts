/**
 * Follows a line in the picture: RosDrive's heading controller and a corrected one. The laws are in line-steering-law.ts, the gains of RosDrive's Table 2 in
 * course-gains.ts.
 *
 * `suppressed` is the request that overrides this one, if any. While it is active the published law forgets integral and previous error; the corrected one holds its
 * integral and begins its derivative anew. A line that is not detected is repeated by RosDrive's detector, and the published law follows those pixels on. The corrected one
 * remembers where on the ground the line was, drives towards its far end for `holdTime`, and then has no wish any more.
 * Checked against: laps of the Prius on RosDrive's track.
 */
import { cameraParams, groundCameraProblem } from '../../camera-model/camera-params.ts';
import type { StepTime } from '../../core/block.ts';
import { defineBlock, optionalInput } from '../../core/block.ts';
import type { FieldValues } from '../../core/schema.ts';
import { choice, param } from '../../core/schema.ts';
import { degreesToRadians } from '../../math/angle.ts';
import { clamp } from '../../math/filters.ts';
import { asin } from '../../math/trig.ts';
import type { LineCoords as Line } from '../../msgs/index.ts';
import { CarInfo, Float64, LineCoords, setTime, SteerRequest } from '../../msgs/index.ts';
import type { HeadingGainName } from './course-gains.ts';
import { headingGainNames, headingGains } from './course-gains.ts';
import { carFrameParams, createCarPose, readCarPose } from './car-pose.ts';
import type { SteeringState } from './line-steering-law.ts';
import {
  correctedSteering,
  createSteeringState,
  endsOnGround,
  publishedHeadingError,
  publishedSteering,
  pursuedPoint,
  usefulSteering,
} from './line-steering-law.ts';

const gainOf = (own: { gains: HeadingGainName }) => headingGains[own.gains];

const params = {
  law: choice('corrected', ['corrected', 'published'], 'which law'),
  gains: choice('REF', headingGainNames, "row of RosDrive's Table 2 that kp, ki, kd and setpoint default to"),
  kp: param((own) => gainOf(own).kp, '', 'steering per heading error; larger turns in harder and weaves sooner', {
    min: 0,
  }),
  ki: param((own) => gainOf(own).ki, '1/s', 'steering per heading error and second; larger swings out of bends more', {
    min: 0,
  }),
  kd: param(
    (own) => gainOf(own).kd,
    's',
    'steering per rate of the heading error; damps in the corrected law, undamps in the published one',
    { min: 0 },
  ),
  setpoint: param(
    (own) => gainOf(own).speed,
    'm/s',
    'published: speed that the gain is divided by, while no set point is wired or published',
    { above: 0 },
  ),
  gainUnit: param(
    0.16,
    '',
    "corrected: what a gain of 1 means, in units of pure pursuit's gain; with kp 10, above 0.1 makes up for tyres that slip",
    { above: 0 },
  ),
  lookAhead: param(
    0.075,
    's²/m',
    'corrected: distance of the pursued point per squared speed, as the radius that tyres can hold grows; longer is calmer and cuts corners',
    { min: 0 },
  ),
  derivativeLag: param(0.1, 's', 'corrected: time constant behind the derivative', { min: 0 }),
  holdTime: param(4, 's', 'corrected: how long a line that was lost is still followed', { min: 0 }),
  wheelBase: param(2.86, 'm', 'corrected: distance between the axles', { above: 0 }),
  maxSteer: param(0.6458, 'rad', 'corrected: road-wheel angle at a steer of 1', { above: 0, max: 1.5 }),
  grip: param(8.8, 'm/s²', 'corrected: lateral acceleration that the tyres can hold; the Prius in RosDrive has 0.9 g', {
    above: 0,
  }),
  slip: param(0.12, 'rad', 'corrected: slip angle at which the front tyres hold most', { min: 0 }),
  camera: cameraParams,
  car: carFrameParams,
};
type Params = FieldValues<typeof params>;

interface LineSteeringState extends SteeringState {
  /** When the line was last seen [ns], and its near and far end in map then: x, y, x, y [m]. */
  seenNs: number;
  readonly ends: Float64Array;
}

const pose = createCarPose();
const ends = new Float64Array(4);
const target = new Float64Array(2);

/** Remembers where the line is in map. */
function remember(state: LineSteeringState, nowNs: number): void {
  state.seenNs = nowNs;
  for (let i = 0; i < 4; i += 2) {
    state.ends[i] = pose.x + pose.cosine * ends[i] - pose.sine * ends[i + 1];
    state.ends[i + 1] = pose.y + pose.sine * ends[i] + pose.cosine * ends[i + 1];
  }
}

/** ends ← where the remembered line is in base_link. */
function recall(state: LineSteeringState): void {
  for (let i = 0; i < 4; i += 2) {
    const dx = state.ends[i] - pose.x;
    const dy = state.ends[i + 1] - pose.y;
    ends[i] = pose.cosine * dx + pose.sine * dy;
    ends[i + 1] = pose.cosine * dy - pose.sine * dx;
  }
}

function followPublished(
  own: Params,
  state: LineSteeringState,
  line: Line,
  setpoint: number,
  dt: number,
  request: SteerRequest,
): void {
  const error = publishedHeadingError(line, setpoint);
  request.active = true;
  request.error = -degreesToRadians(error);
  request.steer = degreesToRadians(publishedSteering(own, state, error, dt));
}

function followCorrected(
  own: Params,
  state: LineSteeringState,
  line: Line,
  info: CarInfo,
  time: StepTime,
  request: SteerRequest,
): void {
  readCarPose(own.car, info, pose);
  if (line.detected && endsOnGround(own.camera, line, ends)) remember(state, time.nowNs);
  else recall(state);
  request.active = state.seenNs >= 0 && time.nowNs - state.seenNs <= own.holdTime * 1e9;
  if (!request.active) {
    state.errorBefore = NaN;
    return;
  }
  // beyond the far end the last angle is all there is
  if (ends[2] < 1) return;
  pursuedPoint(ends, own.lookAhead * info.speed * info.speed, target);
  const distance = Math.max(1, Math.sqrt(target[0] * target[0] + target[1] * target[1]));
  const sine = clamp(target[1] / distance, -1, 1);
  request.error = asin(sine);
  request.steer =
    correctedSteering(own, state, sine, distance, usefulSteering(own, info.speed), time.elapsed) / own.maxSteer;
}

export const lineSteering = defineBlock({
  type: 'control/line-steering',
  doc: "Follows a line in the picture, by RosDrive's heading controller or a corrected one.",
  params,
  defaultPeriod: 1 / 30,
  inputs: {
    line: LineCoords,
    car_info: CarInfo,
    setpoint: optionalInput(Float64),
    suppressed: optionalInput(SteerRequest),
  },
  outputs: { steering: SteerRequest },
  check: ({ camera }) => groundCameraProblem('camera', camera),
  init: (): LineSteeringState => ({ ...createSteeringState(), seenNs: -1, ends: new Float64Array(4) }),

  step(own, state, { line, car_info: info, setpoint, suppressed }, { steering }, time) {
    if (line.sequence === 0 || info.sequence === 0) {
      steering.publish = false;
      return;
    }
    const isPublished = own.law === 'published';
    if (suppressed.value.active) {
      state.errorBefore = isPublished ? 0 : NaN;
      if (isPublished) state.integral = 0;
    }
    const held = state.integral;
    const request = steering.value;
    setTime(request.stamp, time.nowNs);
    if (isPublished)
      followPublished(
        own,
        state,
        line.value,
        setpoint.sequence > 0 ? setpoint.value.data : own.setpoint,
        time.elapsed,
        request,
      );
    else followCorrected(own, state, line.value, info.value, time, request);
    if (suppressed.value.active && !isPublished) state.integral = held;
  },
});
