/**
 * Inertial measurement unit: specific force, angular velocity and orientation in the sensor's frame; what it feels is in imu-motion.ts.
 *
 *   y = x + b + n        n  white noise, σ = density / √T        b ← b + walk √T w        T period [s]     w  standard normal
 *
 * Noise density [unit/√Hz] and bias walk [unit/√s] are what data sheets and Allan deviations give: the first at 1 s on the slope −½, the second
 * on the slope +½ at 3 s. Covariances are those of the white noise; all zero means unknown to ROS.
 * Orientation is that of the sensor in map (REP-145), with an independent error about each of its axes at each sample.
 * Checked against: closed forms of motion, and the variances of many samples.
 */
import { defineBlock } from '../../core/block.ts';
import type { FieldValues } from '../../core/schema.ts';
import { group, param } from '../../core/schema.ts';
import type { RandomStream } from '../../math/random.ts';
import { gaussian } from '../../math/random.ts';
import type { Quaternion } from '../../math/pose2.ts';
import { Imu, timeToNs, VehicleState } from '../../msgs/index.ts';
import { createImuMotion, readMotionInto, updateRotation } from './imu-motion.ts';
import { multiplyQuaternionsInto, quaternionFromAnglesInto } from './imu-orientation.ts';
import { mountParams } from '../../camera-model/mount.ts';
import { frameOf, frameParam, mountPoseOf, writeHeader } from '../mount.ts';

const errors = (noiseUnit: string, walkUnit: string, doc: string) =>
  group(
    {
      noiseDensity: param(0, noiseUnit, 'white noise; a sample scatters by this over the root of the period', {
        min: 0,
      }),
      biasWalk: param(0, walkUnit, 'how fast the bias wanders off, from 0', { min: 0 }),
    },
    doc,
  );

const params = {
  mount: mountParams,
  frame: frameParam,
  gravity: param(9.81, 'm/s²', 'what it reads upwards at rest', { min: 0 }),
  accelerometer: errors('m/s²/√Hz', 'm/s²/√s', 'errors of each axis of the accelerometer'),
  gyroscope: errors('rad/s/√Hz', 'rad/s/√s', 'errors of each axis of the gyroscope'),
  orientationNoise: param(0, 'rad', 'standard deviation of the orientation about each axis', { min: 0 }),
};
type ImuParams = FieldValues<typeof params>;

interface ImuState {
  /** Of the block, which its frame is called when nothing is said. */
  readonly name: string;
  readonly period: number;
  readonly motion: Float64Array;
  /** Of the three axes of the accelerometer, then of the gyroscope. */
  readonly bias: Float64Array;
  readonly accelerometer: RandomStream;
  readonly gyroscope: RandomStream;
  readonly orientation: RandomStream;
}

const reading = new Float64Array(6);
const rotation: Quaternion = { x: 0, y: 0, z: 0, w: 1 };

/** Spoils three axes from `first` on. */
function addErrors(own: ImuParams['gyroscope'], first: number, { bias, period }: ImuState, stream: RandomStream): void {
  if (own.noiseDensity === 0 && own.biasWalk === 0) return;
  const root = Math.sqrt(period);
  for (let axis = first; axis < first + 3; axis++) {
    bias[axis] += own.biasWalk * root * gaussian(stream);
    reading[axis] += bias[axis] + (own.noiseDensity / root) * gaussian(stream);
  }
}

function writeOrientation(target: Quaternion, own: ImuParams, vehicle: VehicleState, stream: RandomStream): void {
  const { roll, pitch, yaw } = own.mount;
  quaternionFromAnglesInto(target, vehicle.roll, vehicle.pitch, vehicle.yaw);
  quaternionFromAnglesInto(rotation, roll, pitch, yaw);
  multiplyQuaternionsInto(target, target, rotation);
  if (own.orientationNoise === 0) return;
  const deviation = own.orientationNoise;
  quaternionFromAnglesInto(
    rotation,
    deviation * gaussian(stream),
    deviation * gaussian(stream),
    deviation * gaussian(stream),
  );
  multiplyQuaternionsInto(target, target, rotation);
}

function setDiagonal(covariance: Float64Array, variance: number): void {
  covariance[0] = covariance[4] = covariance[8] = variance;
}

export const imu = defineBlock({
  type: 'sensors/imu',
  doc: 'Inertial measurement unit: specific force, angular velocity and orientation.',
  defaultPeriod: 0.01,
  params,
  inputs: { state: VehicleState },
  outputs: { imu: Imu },

  init: (_own, context): ImuState => ({
    name: context.name,
    period: context.period,
    motion: createImuMotion(),
    bias: new Float64Array(6),
    accelerometer: context.stream('accelerometer'),
    gyroscope: context.stream('gyroscope'),
    orientation: context.stream('orientation'),
  }),

  step(own, state, inputs, outputs) {
    if (inputs.state.sequence === 0) {
      outputs.imu.publish = false;
      return;
    }
    const vehicle = inputs.state.value;
    updateRotation(state.motion, vehicle, timeToNs(vehicle.stamp));
    readMotionInto(reading, state.motion, vehicle, mountPoseOf(own.mount), own.gravity);
    addErrors(own.accelerometer, 0, state, state.accelerometer);
    addErrors(own.gyroscope, 3, state, state.gyroscope);

    const { value } = outputs.imu;
    writeHeader(value.header, vehicle, frameOf(own, state.name));
    writeOrientation(value.orientation, own, vehicle, state.orientation);
    value.linear_acceleration.x = reading[0];
    value.linear_acceleration.y = reading[1];
    value.linear_acceleration.z = reading[2];
    value.angular_velocity.x = reading[3];
    value.angular_velocity.y = reading[4];
    value.angular_velocity.z = reading[5];
    setDiagonal(value.orientation_covariance, own.orientationNoise * own.orientationNoise);
    setDiagonal(
      value.angular_velocity_covariance,
      (own.gyroscope.noiseDensity * own.gyroscope.noiseDensity) / state.period,
    );
    setDiagonal(
      value.linear_acceleration_covariance,
      (own.accelerometer.noiseDensity * own.accelerometer.noiseDensity) / state.period,
    );
  },
});
