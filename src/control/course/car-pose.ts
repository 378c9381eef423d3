/**
 * Where a car is, from what RosDrive's cars say of themselves: the chassis origin and a heading that is turned by 1.57 rad.
 *
 *   ψ = heading − offset          rear axle = chassis origin − b (cos ψ, sin ψ)
 */
import { group, param } from '../../core/schema.ts';
import type { FieldValues } from '../../core/schema.ts';
import { DOUBLE } from '../../math/double.ts';
import { cos, sin } from '../../math/trig.ts';
import type { CarInfo } from '../../msgs/index.ts';

export const carFrameParams = group(
  {
    headingOffset: param(1.57, 'rad', 'heading that the car publishes minus its yaw'),
    origin: param(1.45, 'm', 'where the position is that the car publishes, ahead of the rear axle'),
  },
  "what the car means by its position and heading; the default is RosDrive's Prius",
);
export type CarFrameParams = FieldValues<(typeof carFrameParams)['fields']>;

/** The rear axle's place [m], the yaw [rad] with its sine and cosine. */
export interface CarPose {
  x: number;
  y: number;
  yaw: number;
  sine: number;
  cosine: number;
}

export const createCarPose = (): CarPose => ({ x: DOUBLE, y: DOUBLE, yaw: DOUBLE, sine: DOUBLE, cosine: DOUBLE });

export function readCarPose({ headingOffset, origin }: CarFrameParams, info: CarInfo, pose: CarPose): void {
  pose.yaw = info.heading - headingOffset;
  pose.sine = sin(pose.yaw);
  pose.cosine = cos(pose.yaw);
  pose.x = info.latitude - origin * pose.cosine;
  pose.y = info.longitude - origin * pose.sine;
}
