/** The world: tracks, what is painted, what stands on the ground, and the referee that measures by it. */
import type { AnyBlock } from '../core/block.ts';
import { gapProbe } from './referees/gap-probe.ts';
import { laneProbe } from './referees/lane-probe.ts';
import { laneTruth } from './referees/lane-truth.ts';
import { lineTruth } from './referees/line-truth.ts';
import { clearance } from './traffic/clearance.ts';
import { traffic } from './traffic/traffic.ts';
import { parkingProbe } from './parking/parking-probe.ts';
import { slotTruth } from './parking/slot-truth.ts';
import { vehicleTruth } from './parking/vehicle-truth.ts';
import { walker } from './walker/walker.ts';
import { trackProbe } from './referees/track-probe.ts';

export { aerialImage } from './aerial-picture.ts';
export type { Picture } from './aerial-picture.ts';
export type * from './scene.ts';
export { createTrackPoint, interpolate, pointAt } from './track/track.ts';
export type { Track, TrackPoint } from './track/track.ts';
export type { LotThing, ThingKind } from './lots/furniture.ts';
export type { Slot, SlotKind } from './lots/slot.ts';
export { slotCorners } from './lots/slot.ts';
export { parkingProbe } from './parking/parking-probe.ts';
export { slotTruth } from './parking/slot-truth.ts';
export { vehicleTruth } from './parking/vehicle-truth.ts';
export { walker } from './walker/walker.ts';
export { gapProbe } from './referees/gap-probe.ts';
export { laneProbe } from './referees/lane-probe.ts';
export { laneTruth } from './referees/lane-truth.ts';
export { lineTruth } from './referees/line-truth.ts';
export { offsetLine } from './track/lines.ts';
export { nearest } from './track/nearest.ts';
export { bodyDistance } from './contact/convex-distance.ts';
export type { Box } from './contact/convex-shape.ts';
export { overlappingBodies, spawnConflict } from './traffic/spawn.ts';
export type { SpawnedBody } from './traffic/spawn.ts';
export { trackProbe } from './referees/track-probe.ts';
export type { Harmonic, PolarShape } from './track/polar.ts';
export { randomShape } from './track/random.ts';
export type { RandomTrackBounds } from './track/random.ts';
export { trackOf } from './track/source.ts';
export { trackSvg } from './track/svg.ts';
export type { DrivenPath, TrackSvgOptions } from './track/svg.ts';
export { worldOf, worldProblem } from './world.ts';
export type { World } from './world.ts';
export { worldParams } from './world-schema.ts';
export type { WorldDocument } from './world-schema.ts';

/** Every block of this folder. */
export const worldBlocks: readonly AnyBlock[] = [
  trackProbe,
  laneProbe,
  laneTruth,
  lineTruth,
  gapProbe,
  traffic,
  clearance,
  slotTruth,
  vehicleTruth,
  parkingProbe,
  walker,
];
