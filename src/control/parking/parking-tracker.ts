/**
 * Follows a parking trajectory: throttle, brake, gear and steering, from the trajectory and the odometry.
 *
 *   tracking.ts          what it is about: standing, driving, stopping, held, arrived, safe stop
 *   tracking-law.ts      steering and pedals, as published and corrected
 *   speed-profile.ts     how fast, and with which curvature
 *   state-prediction.ts  where the car will be when the command acts
 *   tracked-path.ts      the path
 *
 * In float32 throughout, as on a microcontroller: control/parking-ecu is the same behind bytes, firmware/parking the same in C. A trajectory of an identifier
 * that is known is not looked at again; one of more than 1024 points is not taken, and the car stops.
 */
import { defineBlock, optionalInput } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import type { FieldValues } from '../../core/schema.ts';
import { choice } from '../../core/schema.ts';
import type { Input } from '../../core/signal.ts';
import { yawFromQuaternion } from '../../math/pose2.ts';
import {
  BoolMessage,
  Control,
  Odometry,
  ParkingTrajectory,
  setTime,
  timeToNs,
  TrackingStatus,
} from '../../msgs/index.ts';
import { MOST_POINTS } from './tracked-path.ts';
import type { Tracking } from './tracking.ts';
import { createTracking, stepTracking, takePath } from './tracking.ts';
import { roundedGains, trackingParams } from './tracking-params.ts';

const params = {
  ...trackingParams,
  law: choice('corrected', ['corrected', 'published'], 'with feedback and prediction, or feed-forward as published'),
};
type Params = FieldValues<typeof params>;

const gainsOf = derivedFrom((own: Params) => roundedGains({ ...own, isPublished: own.law === 'published' }));

interface TrackerState {
  readonly tracking: Tracking;
  /** Of the odometry and trajectory that were taken in. */
  odometry: number;
  trajectory: number;
}

export const parkingTracker = defineBlock({
  type: 'control/parking-tracker',
  doc: 'Follows a parking trajectory forwards and backwards, and stops on its point; makes up for latency.',
  defaultPeriod: 0.02,
  params,
  inputs: { trajectory: ParkingTrajectory, odom: Odometry, hold: optionalInput(BoolMessage) },
  outputs: { control: Control, status: TrackingStatus },
  init: (): TrackerState => ({ tracking: createTracking(), odometry: 0, trajectory: 0 }),

  step(own, state, { trajectory, odom, hold }, { control, status }, time) {
    const { tracking } = state;
    if (odom.sequence > state.odometry) {
      state.odometry = odom.sequence;
      measure(tracking, odom.value, time.nowNs);
    }
    takeTrajectory(state, trajectory);
    tracking.isHeld = hold.sequence > 0 && hold.value.data;
    stepTracking(gainsOf(own), tracking, Math.floor(time.elapsed * 1e6 + 0.5));
    setTime(control.value.header.stamp, time.nowNs);
    control.value.throttle = tracking.pedals.throttle;
    control.value.brake = tracking.pedals.brake;
    control.value.steer = tracking.steering / own.maxSteering;
    control.value.shift_gears = tracking.gear;
    setTime(status.value.stamp, time.nowNs);
    report(tracking, status.value);
  },
});

function measure({ measured }: Tracking, odom: Odometry, nowNs: number): void {
  const { position, orientation } = odom.pose.pose;
  measured.x = Math.fround(position.x);
  measured.y = Math.fround(position.y);
  measured.yaw = Math.fround(yawFromQuaternion(orientation));
  measured.speed = Math.fround(odom.twist.twist.linear.x);
  measured.age = Math.max(0, Math.floor((nowNs - timeToNs(odom.header.stamp)) / 1000));
  measured.isNew = measured.hasCome = true;
}

function takeTrajectory(state: TrackerState, { sequence, value }: Input<ParkingTrajectory>): void {
  if (sequence === state.trajectory || !state.tracking.measured.hasCome) return;
  state.trajectory = sequence;
  const { path } = state.tracking;
  if (value.id === path.id) return;
  path.id = value.id;
  path.count = value.points.length <= MOST_POINTS ? value.points.length : 0;
  for (let i = 0; i < path.count; i++) {
    const point = value.points[i];
    path.x[i] = point.x;
    path.y[i] = point.y;
    path.yaw[i] = point.yaw;
    path.curvature[i] = point.curvature;
    path.speed[i] = point.speed;
  }
  takePath(state.tracking);
}

function report(tracking: Tracking, status: TrackingStatus): void {
  const { path, place, motion, speeds } = tracking;
  status.trajectory = path.id;
  status.runs = tracking.runs;
  status.phase = tracking.phase;
  status.reason = tracking.reason;
  status.lateral = place.lateral;
  status.heading = tracking.heading;
  status.remaining = tracking.remaining;
  status.speed = motion.speed;
  status.speed_wanted = speeds.wanted * path.direction;
  status.steering = tracking.steering;
  status.age = tracking.measured.age / 1e6;
}
