/** Stretches with their speeds, lengths and clearance: the path that is handed over. */
import type { Stretch } from './arcs/stretch.ts';
import { posesOf } from './arcs/stretch.ts';
import type { ObstacleField } from './geometry/obstacle-field.ts';
import type { DrivingLimits, PlannedPath, PlannedPoint, Pose } from './problem.ts';
import { speedProfile, steeringTime } from './speed-profile/speed-profile.ts';

export function plannedPath(
  start: Pose,
  stretches: readonly Stretch[],
  limits: DrivingLimits,
  field: ObstacleField,
): PlannedPath {
  const points: PlannedPoint[] = [];
  let [length, duration, gearChanges, clearance] = [0, 0, 0, Infinity];
  let at = start;
  let direction = 0;
  // wheels are straight before the first stretch
  let curvature = 0;
  for (const stretch of stretches) {
    const { wheelBase } = field.car;
    const profile = speedProfile(stretch, limits, wheelBase);
    const poses = posesOf(at, stretch);
    poses.forEach((pose, i) => {
      clearance = Math.min(clearance, field.distance(pose));
      const speed = stretch.direction * profile.speeds[i] + 0;
      points.push({ x: pose.x, y: pose.y, yaw: pose.yaw, curvature: stretch.curvatures[i], speed });
    });
    duration += profile.duration + steeringTime(curvature, stretch.curvatures[0], limits, wheelBase);
    length += stretch.spacing * (stretch.curvatures.length - 1);
    if (direction !== 0 && stretch.direction !== direction) gearChanges++;
    direction = stretch.direction;
    curvature = stretch.curvatures[stretch.curvatures.length - 1];
    at = poses[poses.length - 1];
  }
  return { points, length, gearChanges, duration, clearance };
}
