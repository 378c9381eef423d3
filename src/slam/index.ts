/** Simultaneous localisation and mapping: where a robot is in a place that it maps as it goes. */
import type { AnyBlock } from '../core/block.ts';
import { poseReferee } from './pose-referee.ts';
import { scanMatcher } from './scan-matcher-block.ts';

export { poseReferee, scanMatcher };
export { Slam } from './slam.ts';
export type { StampedPose } from './slam.ts';
export { DEFAULT_SLAM_OPTIONS } from './slam-options.ts';
export type { SlamOptions } from './slam-options.ts';

/** Every block of this folder. */
export const slamBlocks: readonly AnyBlock[] = [scanMatcher, poseReferee];
