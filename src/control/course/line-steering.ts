/**
 * Follows a line in the picture. The law is in line-steering-law.ts, the gains of RosDrive's Table 2 in course-gains.ts; RosDrive's own controller is
 * `control/published-line-steering`.
 *
 * `suppressed` is the request that overrides this one, if any: while it is active the integral is held, and the derivative begins again afterwards. Of a line that is not
 * detected it remembers where on the ground it was, drives towards its far end for `holdTime`, and then has no wish any more.
 * Checked against: laps of the Prius on RosDrive's track.
 */
import { cameraParams, groundCameraProblem } from '../../camera-model/camera-params.ts';
import type { StepTime } from '../../core/block.ts';
import { defineBlock, optionalInput } from '../../core/block.ts';
import type { FieldValues } from '../../core/schema.ts';
import { param } from '../../core/schema.ts';
import { clamp } from '../../math/filters.ts';
import { asin } from '../../math/trig.ts';
import type { LineCoords as Line } from '../../msgs/index.ts';
import { CarInfo, LineCoords, setTime, SteerRequest } from '../../msgs/index.ts';
import { headingGainParams } from './course-gains.ts';
import { carFrameParams, createCarPose, readCarPose } from './car-pose.ts';
import type { SteeringState } from './line-steering-law.ts';
import {
  pursuitSteering,
  createSteeringState,
  endsOnGround,
  pursuedPoint,
  usefulSteering,
} from './line-steering-law.ts';

const params = {
  ...headingGainParams,
  gainUnit: param(
    0.16,
    '',
    "what a gain of 1 means, in units of pure pursuit's gain; with kp 10, above 0.1 makes up for tyres that slip",
    { above: 0 },
  ),
  lookAhead: param(
    0.075,
    's²/m',
    'distance of the pursued point per squared speed, as the radius that tyres can hold grows; longer is calmer and cuts corners',
    { min: 0 },
  ),
  derivativeLag: param(0.1, 's', 'time constant behind the derivative', { min: 0 }),
  holdTime: param(4, 's', 'how long a line that was lost is still followed', { min: 0 }),
  wheelBase: param(2.86, 'm', 'distance between the axles', { above: 0 }),
  maxSteering: param(0.6458, 'rad', 'road-wheel angle at a steer of 1', { above: 0, max: 1.5 }),
  grip: param(8.8, 'm/s²', 'lateral acceleration that the tyres can hold; the Prius in RosDrive has 0.9 g', {
    above: 0,
  }),
  slip: param(0.12, 'rad', 'slip angle at which the front tyres hold most', { min: 0 }),
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

function follow(
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
    pursuitSteering(own, state, sine, distance, usefulSteering(own, info.speed), time.elapsed) / own.maxSteering;
}

export const lineSteering = defineBlock({
  type: 'control/line-steering',
  doc: 'Follows a line in the picture by pursuing a point of it on the ground.',
  params,
  defaultPeriod: 1 / 30,
  inputs: {
    line: LineCoords,
    car_info: CarInfo,
    suppressed: optionalInput(SteerRequest),
  },
  outputs: { steering: SteerRequest },
  check: ({ camera }) => groundCameraProblem('camera', camera),
  init: (): LineSteeringState => ({ ...createSteeringState(), seenNs: -1, ends: new Float64Array(4) }),

  step(own, state, { line, car_info: info, suppressed }, { steering }, time) {
    if (line.sequence === 0 || info.sequence === 0) {
      steering.publish = false;
      return;
    }
    if (suppressed.value.active) state.errorBefore = NaN;
    const held = state.integral;
    const request = steering.value;
    setTime(request.stamp, time.nowNs);
    follow(own, state, line.value, info.value, time, request);
    if (suppressed.value.active) state.integral = held;
  },
});
