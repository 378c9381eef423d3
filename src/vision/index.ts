/** Seeing: bird's-eye and surround views, lane and line detection. */
import type { AnyBlock } from '../core/block.ts';
import { laneDetector } from './lane/lane-detector.ts';
import { laneView } from './lane/lane-view.ts';
import { lineDetector } from './line/line-detector.ts';
import { lineView } from './line/line-view.ts';
import { resize } from './resize.ts';
import { markingPoints } from './slots/marking-points.ts';
import { slots } from './slots/slots.ts';
import { vehicles } from './slots/vehicles.ts';
import { surround } from './surround/surround.ts';

export { laneDetector } from './lane/lane-detector.ts';
export { laneView } from './lane/lane-view.ts';
export { lineDetector } from './line/line-detector.ts';
export { lineView } from './line/line-view.ts';
export { resize } from './resize.ts';
export { markingPoints } from './slots/marking-points.ts';
export { slots } from './slots/slots.ts';
export { vehicles } from './slots/vehicles.ts';
export { surround } from './surround/surround.ts';
export type { SurroundParams } from './surround/params.ts';
export { surroundParams } from './surround/params.ts';
export { Stitcher } from './surround/stitcher.ts';
export type { GroundErrors, GroundPoint } from './surround/ground-error.ts';
export { groundErrors } from './surround/ground-error.ts';

/** Every block of this folder. */
export const visionBlocks: readonly AnyBlock[] = [
  laneDetector,
  laneView,
  lineDetector,
  lineView,
  resize,
  surround,
  markingPoints,
  slots,
  vehicles,
];
