/**
 * Localisation: where the vehicle believes it is. Publishes odometry, transforms and the actual twist from the true state; with
 * `simulateLocalisation` odometry drifts and the position in the map is noisy, see localisation-noise.ts.
 *
 * Frames, REP-105: map → odom → base_link always. Without `simulateLocalisation` map → odom is the static identity. With it map → odom
 * moves, tf_static stays silent, and the odometry carries its growing covariance (rows and columns x, y, z, roll, pitch, yaw).
 * The twist is exact, so its covariance is zero.
 *
 * Reference: vehicle_dynamics_sim, SimNode; parameter names and default variances are upstream's.
 * Differs: without localisation upstream publishes map → base_link beside map → odom and the odometry in "map", which leaves odom
 * without a child; its Odometry has no covariance; `simulateLocalisation` is false by default as in upstream's README, while its
 * code says true.
 */
import { defineBlock, occasionalOutput } from '../../core/block.ts';
import { flag, param, text } from '../../core/schema.ts';
import type { Pose2 } from '../../math/pose2.ts';
import { createPose2, quaternionFromYawInto } from '../../math/pose2.ts';
import type { Time, TransformStamped } from '../../msgs/index.ts';
import {
  Odometry,
  TFMessage,
  TransformStamped as TransformStampedType,
  TwistStamped,
  VehicleState,
} from '../../msgs/index.ts';
import { writeCovariance } from './drift-covariance.ts';
import type { Drift } from './localisation-noise.ts';
import { beginDrift, createDrift, driftOn, setPose } from './localisation-noise.ts';

const ORIGIN = createPose2();
const FIVE_DEGREES = (5 * Math.PI) / 180;
const TENTH_DEGREE = (0.1 * Math.PI) / 180;

function setTransform(transform: TransformStamped, pose: Pose2, stamp: Time): void {
  copyStamp(transform.header.stamp, stamp);
  transform.transform.translation.x = pose.x;
  transform.transform.translation.y = pose.y;
  quaternionFromYawInto(pose.heading, transform.transform.rotation);
}

/** Transforms without a pose yet: parent and child frames. */
function setTransforms(message: TFMessage, frames: readonly (readonly [string, string])[]): void {
  message.transforms = frames.map(([parent, child]) => {
    const transform = TransformStampedType.create();
    transform.header.frame_id = parent;
    transform.child_frame_id = child;
    return transform;
  });
}

export const localisation = defineBlock({
  type: 'vehicle/localisation',
  doc: 'Odometry with drift, noisy map localisation, transforms and the actual twist, from the true state.',
  defaultPeriod: 0.02,
  params: {
    simulateLocalisation: flag(false, 'whether odometry drifts and the map position is noisy; both exact otherwise'),
    odomWalkVelocityTranslation: param(
      0.05 * 0.05,
      'm²/m',
      'variance the odometry position gains per metre, per axis',
      { min: 0 },
    ),
    odomWalkVelocityRotation: param(
      FIVE_DEGREES * FIVE_DEGREES,
      'rad²/m',
      'variance the odometry heading gains per metre',
      { min: 0 },
    ),
    mapSampleNoiseTranslation: param(0.005 * 0.005, 'm² s', 'noise density of the map position, per axis', {
      min: 0,
    }),
    mapSampleNoiseRotation: param(TENTH_DEGREE * TENTH_DEGREE, 'rad² s', 'noise density of the map heading', {
      min: 0,
    }),
    mapFrame: text('map', 'name of the map frame'),
    odomFrame: text('odom', 'name of the odometry frame'),
    baseFrame: text('base_link', 'name of the vehicle frame'),
  },
  inputs: { state: VehicleState },
  outputs: { odom: Odometry, tf: TFMessage, tf_static: occasionalOutput(TFMessage), twist_actual: TwistStamped },

  init: (own, context) => ({
    noise: context.stream('noise'),
    period: context.period,
    /** Stamp of the latest state taken in [ns]; −1 before the first. */
    stampNs: -1,
    pose: createPose2(),
    drift: createDrift(),
  }),

  step(own, state, inputs, outputs) {
    const { odom, tf, tf_static: tfStatic, twist_actual: twist } = outputs;
    const isFirst = state.stampNs < 0;
    const truth = inputs.state.value;
    const stampNs = truth.stamp.sec * 1e9 + truth.stamp.nanosec;
    // nothing to say before the first state, or about the same instant twice
    if (inputs.state.sequence === 0 || stampNs <= state.stampNs) {
      odom.publish = tf.publish = tfStatic.publish = twist.publish = false;
      return;
    }
    const { pose } = state;
    setPose(pose, truth.x, truth.y, truth.yaw);
    const isNamed = hasFrames(own, outputs);
    if (!isNamed) nameFrames(own, outputs);
    if (isFirst || !own.simulateLocalisation) beginDrift(state.drift, pose);
    if (own.simulateLocalisation)
      driftOn(own, state.drift, state.noise, pose, isFirst ? state.period : (stampNs - state.stampNs) / 1e9);
    state.stampNs = stampNs;

    // transforms: map → odom comes first when it moves, and is static otherwise
    const { transforms } = tf.value;
    if (own.simulateLocalisation) setTransform(transforms[0], state.drift.mapToOdom, truth.stamp);
    setTransform(transforms[transforms.length - 1], state.drift.odom, truth.stamp);
    tfStatic.publish = !isNamed && !own.simulateLocalisation;
    if (tfStatic.publish) setTransform(tfStatic.value.transforms[0], ORIGIN, truth.stamp);

    writeOdometry(odom.value, state.drift, truth);
    copyStamp(twist.value.header.stamp, truth.stamp);
    writeTwist(twist.value.twist, truth);
  },
});

interface Frames {
  readonly simulateLocalisation: boolean;
  readonly mapFrame: string;
  readonly odomFrame: string;
  readonly baseFrame: string;
}
interface Framed {
  readonly odom: { value: Odometry };
  readonly tf: { value: TFMessage };
  readonly tf_static: { value: TFMessage };
  readonly twist_actual: { value: TwistStamped };
}

/** Whether the outputs already are about these frames. */
function hasFrames(own: Frames, { odom, tf, tf_static: tfStatic }: Framed): boolean {
  const { transforms } = tf.value;
  if (transforms.length !== (own.simulateLocalisation ? 2 : 1)) return false;
  const mapToOdom = own.simulateLocalisation ? transforms[0] : tfStatic.value.transforms[0];
  return (
    mapToOdom.header.frame_id === own.mapFrame &&
    odom.value.header.frame_id === own.odomFrame &&
    odom.value.child_frame_id === own.baseFrame
  );
}

/** Everything about the outputs that follows from the parameters. */
function nameFrames(own: Frames, outputs: Framed): void {
  const mapToOdom = [own.mapFrame, own.odomFrame] as const;
  const odomToBase = [own.odomFrame, own.baseFrame] as const;
  setTransforms(outputs.tf.value, own.simulateLocalisation ? [mapToOdom, odomToBase] : [odomToBase]);
  if (!own.simulateLocalisation) setTransforms(outputs.tf_static.value, [mapToOdom]);
  outputs.odom.value.header.frame_id = own.odomFrame;
  outputs.odom.value.child_frame_id = own.baseFrame;
  outputs.twist_actual.value.header.frame_id = own.baseFrame;
}

function copyStamp(target: Time, source: Time): void {
  target.sec = source.sec;
  target.nanosec = source.nanosec;
}

function writeTwist(target: TwistStamped['twist'], truth: VehicleState): void {
  target.linear.x = truth.vx;
  target.linear.y = truth.vy;
  target.angular.z = truth.yaw_rate;
}

function writeOdometry(odom: Odometry, { odom: pose, spread }: Drift, truth: VehicleState): void {
  copyStamp(odom.header.stamp, truth.stamp);
  odom.pose.pose.position.x = pose.x;
  odom.pose.pose.position.y = pose.y;
  quaternionFromYawInto(pose.heading, odom.pose.pose.orientation);
  writeCovariance(spread, odom.pose.covariance);
  writeTwist(odom.twist.twist, truth);
}
