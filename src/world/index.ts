/** The world: tracks, what is painted, what stands on the ground, and the referee that measures by it. */
import type { AnyBlock } from '../core/block.ts';
import { laneProbe } from './lane-probe.ts';
import { laneTruth } from './lane-truth.ts';
import { lineTruth } from './line-truth.ts';
import { trafficBlocks } from './traffic-blocks.ts';
import { trackProbe } from './track-probe.ts';

export { aerialPicture } from './aerial-picture.ts';
export type { Picture } from './aerial-picture.ts';
export type * from './scene.ts';
export { createTrackPoint, interpolate, pointAt } from './track.ts';
export type { Track, TrackPoint } from './track.ts';
export { laneProbe } from './lane-probe.ts';
export { laneTruth } from './lane-truth.ts';
export { lineTruth } from './line-truth.ts';
export { offsetLine } from './track-lines.ts';
export { nearest } from './track-nearest.ts';
export { bodyDistance, overlappingBodies, spawnConflict } from './traffic-blocks.ts';
export type { SpawnedBody } from './traffic-spawn.ts';
export { trackProbe } from './track-probe.ts';
export { randomShape } from './track-random.ts';
export { trackOf } from './track-source.ts';
export { trackSvg } from './track-svg.ts';
export type { DrivenPath, TrackSvgOptions } from './track-svg.ts';
export { worldOf, worldProblem } from './world.ts';
export type { World } from './world.ts';
export { worldParams } from './world-schema.ts';
export type { WorldDocument } from './world-schema.ts';

/** Every block of this folder. */
export const worldBlocks: readonly AnyBlock[] = [trackProbe, laneProbe, laneTruth, lineTruth, ...trafficBlocks];
