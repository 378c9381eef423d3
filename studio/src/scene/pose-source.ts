/**
 * Poses in messages of many kinds, as planar samples.
 *
 *   yaw = atan2(2 (w z + x y), 1 − 2 (y² + z²))        of a unit quaternion
 */
import type { PoseSample } from './display-pose.ts';

interface Quaternion {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w: number;
}

export const yawOf = ({ x, y, z, w }: Quaternion): number => Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z));

/** `nav_msgs/msg/Odometry` or `nav_msgs/Odometry` → Odometry. */
export const shortType = (type: string): string => type.slice(type.lastIndexOf('/') + 1);

/** Types that say where one thing is. */
export const POSE_TYPES: readonly string[] = ['VehicleState', 'Odometry', 'PoseStamped', 'PoseWithCovarianceStamped'];

/** Writes the pose of a message and says whether its type has one. */
export function readPose(type: string, message: any, time: number, out: PoseSample): boolean {
  out.time = time;
  out.roll = out.pitch = 0;
  switch (shortType(type)) {
    case 'VehicleState':
      out.x = message.x;
      out.y = message.y;
      out.yaw = message.yaw;
      out.vx = message.vx;
      out.vy = message.vy;
      out.yawRate = message.yaw_rate;
      out.roll = message.roll ?? 0;
      out.pitch = message.pitch ?? 0;
      return true;
    case 'Odometry':
      placeAt(message.pose.pose, out);
      out.vx = message.twist.twist.linear.x;
      out.vy = message.twist.twist.linear.y;
      out.yawRate = message.twist.twist.angular.z;
      return true;
    case 'PoseStamped':
      placeAt(message.pose, out);
      out.vx = out.vy = out.yawRate = NaN;
      return true;
    case 'PoseWithCovarianceStamped':
      placeAt(message.pose.pose, out);
      out.vx = out.vy = out.yawRate = NaN;
      return true;
    default:
      return false;
  }
}

function placeAt(pose: { position: { x: number; y: number }; orientation: Quaternion }, out: PoseSample): void {
  out.x = pose.position.x;
  out.y = pose.position.y;
  out.yaw = yawOf(pose.orientation);
}

/** [s] of a ROS time. */
export const secondsOf = (stamp: { sec: number; nanosec?: number; nsec?: number }): number =>
  Number(stamp.sec) + (stamp.nanosec ?? stamp.nsec ?? 0) / 1e9;
