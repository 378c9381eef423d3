/**
 * What controllers and detectors see ahead: planned paths (nav_msgs/Path) and detected lanes (skidpad_msgs/Lane), as points on the ground of the map.
 *
 * Both may be said in the frame of the vehicle. They then lie where the vehicle was at their stamp, not where it has got to since.
 */
import type { History } from '../players/history.ts';
import type { DisplayPose } from './display-pose.ts';
import { createPose } from './display-pose.ts';
import { poseAt } from './history-pose.ts';
import { secondsOf } from './pose-source.ts';
import type { VehicleDisplay } from './vehicle-display.ts';

export type PutPoint = (i: number, x: number, y: number) => void;

/** Frames of the map rather than of a vehicle. */
const isMapFrame = (frame: string): boolean => /^\/?(map|world|odom|)$/.test(frame);

const ORIGIN = createPose();
const pose = createPose();

/** The pose in which a message is written: of the vehicle at its stamp, or the origin of the map. */
export function poseOfMessage(
  header: { frame_id: string; stamp: { sec: number; nanosec: number } },
  vehicle: VehicleDisplay | undefined,
  history: History,
): DisplayPose {
  if (isMapFrame(header.frame_id) || vehicle === undefined) return ORIGIN;
  const { pose: topic } = vehicle.topics;
  if (topic !== undefined && poseAt(history, topic.id, secondsOf(header.stamp), pose, vehicle.historyFields))
    return pose;
  return vehicle.track.pose;
}

/** Writes the places of a path and says how many. */
export function pathPoints(
  path: { poses: readonly { pose: { position: { x: number; y: number } } }[] },
  at: DisplayPose,
  most: number,
  put: PutPoint,
): number {
  const [c, s] = [Math.cos(at.yaw), Math.sin(at.yaw)];
  const count = Math.min(most, path.poses.length);
  for (let i = 0; i < count; i++) {
    const { x, y } = path.poses[i].pose.position;
    put(i, at.x + c * x - s * y, at.y + s * x + c * y);
  }
  return count;
}

export interface LaneMessage {
  readonly detected: boolean;
  readonly x_min: number;
  readonly x_max: number;
  readonly left: ArrayLike<number>;
  readonly right: ArrayLike<number>;
  readonly centre: ArrayLike<number>;
}

/** Writes `count` places of a cubic y(x) between x_min and x_max. */
export function lanePoints(
  lane: LaneMessage,
  side: 'left' | 'right' | 'centre',
  at: DisplayPose,
  count: number,
  put: PutPoint,
): number {
  if (!lane.detected) return 0;
  const [c, s] = [Math.cos(at.yaw), Math.sin(at.yaw)];
  const k = lane[side];
  for (let i = 0; i < count; i++) {
    const x = lane.x_min + ((lane.x_max - lane.x_min) * i) / (count - 1);
    const y = k[0] + x * (k[1] + x * (k[2] + x * k[3]));
    put(i, at.x + c * x - s * y, at.y + s * x + c * y);
  }
  return count;
}
