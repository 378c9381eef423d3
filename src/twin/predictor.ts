/**
 * Where a robot outside is now, from poses that are old when they come and the commands that it was sent: delayed-filter.ts over robot-model.ts.
 *
 * A pose says when it was true in its header, by a clock that follows the loop's; a stamp of 0 means the instant at which it came, less `assumedDelay`.
 * Dead times are from the instant at which a command is published here until the robot moves: transport included.
 *
 * Valid for a car-like robot on flat ground whose base_link is on the rear axle. Gains, lags and dead times come from `skidpad identify`.
 */
import { defineBlock } from '../core/block.ts';
import { fixed, group, param, text } from '../core/schema.ts';
import { quaternionFromYawInto, yawFromQuaternion } from '../math/pose2.ts';
import { tan } from '../math/trig.ts';
import { Float32, Odometry, PoseStamped, setTime, timeToNs, TwinStatus } from '../msgs/index.ts';
import type { FilterModel } from './delayed-filter.ts';
import { advance, correct, createDelayedFilter } from './delayed-filter.ts';
import { SPEED, STATES, STEERING, X, Y, YAW } from './robot-model.ts';

const actuator = (what: string, unit: 'm/s' | 'rad', deadTime: number, timeConstant: number) =>
  group(
    {
      gain: param(1, '', `${what} that is reached per ${what} that is commanded`),
      offset: param(0, unit, `${what} at a command of 0`),
      deadTime: param(deadTime, 's', 'from the command until it begins to act, transport included', { min: 0 }),
      timeConstant: param(timeConstant, 's', 'lag after that', { min: 0 }),
    },
    `how its ${what} follows`,
  );

export const predictor = defineBlock({
  type: 'twin/predictor',
  doc: 'Where a robot outside is now: a Kalman filter over its commands and over poses that come late.',
  defaultPeriod: 0.01,
  params: {
    wheelBase: param(0.162, 'm', 'between the axles', { above: 0 }),
    drive: actuator('speed', 'm/s', 0.1, 0.2),
    steering: actuator('steering angle', 'rad', 0.1, 0.1),
    assumedDelay: fixed(param(0, 's', 'age of a pose that does not say when it was true', { min: 0 })),
    maxDelay: fixed(param(2, 's', 'older poses are of no use', { above: 0, max: 30 })),
    positionNoise: param(1e-6, 'm²/s', 'how fast the predicted position becomes uncertain by slip', { min: 0 }),
    headingNoise: param(1e-5, 'rad²/s', 'the same of the heading', { min: 0 }),
    speedNoise: param(4e-3, 'm²/s³', 'how far speed strays from the model', { min: 0 }),
    steeringNoise: param(4e-3, 'rad²/s', 'how far the wheels stray from the model', { min: 0 }),
    measuredPosition: param(0.01, 'm', 'standard deviation of a pose, per axis', { above: 0 }),
    measuredHeading: param(0.01, 'rad', 'standard deviation of its heading', { above: 0 }),
    frame: fixed(text('map', 'frame of the poses')),
    childFrame: fixed(text('base_link', 'frame of the robot')),
  },
  inputs: { pose: PoseStamped, speed: Float32, steer: Float32 },
  outputs: { odom: Odometry, status: TwinStatus },

  init: ({ maxDelay }, { period }) => ({
    filter: createDelayedFilter(Math.ceil(maxDelay / period) + 2),
    model: createModel(),
    measured: new Float64Array(3),
    /** The pose that was taken in last. */
    sequence: 0,
    stamp: -1,
    delay: 0,
  }),

  step(params, state, { pose, speed, steer }, { odom, status }, time) {
    const { filter, model, measured } = state;
    setModel(model, params);
    advance(filter, model, time.now, speed.value.data, steer.value.data);
    if (pose.sequence !== state.sequence) {
      state.sequence = pose.sequence;
      const { header, pose: at } = pose.value;
      const stampNs = timeToNs(header.stamp);
      const stamp = stampNs > 0 ? 1e-9 * stampNs : time.now - params.assumedDelay;
      measured[0] = at.position.x;
      measured[1] = at.position.y;
      measured[2] = yawFromQuaternion(at.orientation);
      if (correct(filter, model, stamp, measured)) {
        state.stamp = Math.max(state.stamp, stamp);
        state.delay = time.now - stamp;
      }
    }
    const { belief, covariance } = filter;
    odom.publish = filter.isLocated;
    if (filter.isLocated) writeOdometry(odom.value, params, filter, time.nowNs);
    const told = status.value;
    setTime(told.stamp, time.nowNs);
    told.located = filter.isLocated;
    told.rejected = filter.rejected;
    told.delay = state.delay;
    told.innovation = filter.innovation;
    told.ahead = filter.isLocated ? Math.abs(belief[SPEED]) * (time.now - state.stamp) : 0;
    told.deviation = Math.sqrt(Math.max(0, covariance[0] + covariance[STATES + 1]));
  },
});

interface ActuatorParams {
  readonly gain: number;
  readonly offset: number;
  readonly deadTime: number;
  readonly timeConstant: number;
}
interface PredictorParams extends Omit<FilterModel, 'drive' | 'steering' | 'driveDeadTime' | 'steeringDeadTime'> {
  readonly drive: ActuatorParams;
  readonly steering: ActuatorParams;
  readonly frame: string;
  readonly childFrame: string;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const createModel = (): Mutable<FilterModel> => ({
  wheelBase: 1,
  drive: { gain: 1, offset: 0, timeConstant: 0 },
  steering: { gain: 1, offset: 0, timeConstant: 0 },
  positionNoise: 0,
  headingNoise: 0,
  speedNoise: 0,
  steeringNoise: 0,
  measuredPosition: 1,
  measuredHeading: 1,
  driveDeadTime: 0,
  steeringDeadTime: 0,
});

/** Parameters as they are now: any of them may be turned. */
function setModel(model: Mutable<FilterModel>, params: PredictorParams): void {
  model.wheelBase = params.wheelBase;
  model.drive = params.drive;
  model.steering = params.steering;
  model.positionNoise = params.positionNoise;
  model.headingNoise = params.headingNoise;
  model.speedNoise = params.speedNoise;
  model.steeringNoise = params.steeringNoise;
  model.measuredPosition = params.measuredPosition;
  model.measuredHeading = params.measuredHeading;
  model.driveDeadTime = params.drive.deadTime;
  model.steeringDeadTime = params.steering.deadTime;
}

interface Believed {
  readonly belief: Float64Array;
  readonly covariance: Float64Array;
}

function writeOdometry(odom: Odometry, params: PredictorParams, { belief, covariance }: Believed, nowNs: number): void {
  setTime(odom.header.stamp, nowNs);
  odom.header.frame_id = params.frame;
  odom.child_frame_id = params.childFrame;
  odom.pose.pose.position.x = belief[X];
  odom.pose.pose.position.y = belief[Y];
  quaternionFromYawInto(belief[YAW], odom.pose.pose.orientation);
  odom.twist.twist.linear.x = belief[SPEED];
  odom.twist.twist.angular.z = (belief[SPEED] * tan(belief[STEERING])) / params.wheelBase;
  // rows and columns x, y, z, roll, pitch, yaw
  const matrix = odom.pose.covariance;
  matrix[0] = covariance[X * STATES + X];
  matrix[1] = matrix[6] = covariance[X * STATES + Y];
  matrix[7] = covariance[Y * STATES + Y];
  matrix[5] = matrix[30] = covariance[X * STATES + YAW];
  matrix[11] = matrix[31] = covariance[Y * STATES + YAW];
  matrix[35] = covariance[YAW * STATES + YAW];
}
