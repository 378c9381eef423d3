/**
 * A tracker: follows the first run of a parking trajectory with the steering that its curvature asks for, and brakes where the run ends.
 * It does not look at where it is beside the path, and knows no reverse gear.
 */
import { Control, ControlConstants, defineBlock, Odometry, ParkingTrajectory, param } from 'skidpad';

const WHEEL_BASE = 2.5113;
const MAX_STEER = 0.61;

export default defineBlock({
  type: 'lab8/tracker',
  doc: 'Follows a parking trajectory.',
  params: {
    speed: param(1, 'm/s', 'speed along the path'),
    gain: param(0.3, '', 'throttle and brake per m/s of error'),
  },
  inputs: { trajectory: ParkingTrajectory, odom: Odometry },
  outputs: { control: Control },
  init: () => ({}),
  step({ speed, gain }, _state, { trajectory, odom }, { control }) {
    const { value } = control;
    const { points } = trajectory.value;
    if (trajectory.sequence === 0 || odom.sequence === 0 || points.length === 0) {
      value.throttle = 0;
      value.brake = 1;
      return;
    }
    const { x, y } = odom.value.pose.pose.position;

    // the nearest point, and the end of the first run: where the car must stand
    const distance = (i: number) => Math.hypot(points[i].x - x, points[i].y - y);
    const nearest = points.reduce((best, _, i) => (distance(i) < distance(best) ? i : best), 0);
    const end = points.findIndex((point, i) => i > 0 && point.speed === 0);

    const wanted = nearest >= end ? 0 : speed;
    const demand = gain * (wanted - odom.value.twist.twist.linear.x);
    value.throttle = Math.max(0, Math.min(1, demand));
    value.brake = wanted === 0 ? 1 : Math.max(0, Math.min(1, -demand));
    value.steer = Math.atan(WHEEL_BASE * points[nearest].curvature) / MAX_STEER;
    value.shift_gears = ControlConstants.FORWARD;
  },
});
