/** Seeing: bird's-eye views and lane detection. */
import type { AnyBlock } from '../core/block.ts';
import { laneDetector } from './lane/lane-detector.ts';
import { laneView } from './lane/lane-view.ts';
import { lineDetector } from './line/line-detector.ts';
import { lineView } from './line/line-view.ts';
import { resize } from './resize.ts';

export { laneDetector } from './lane/lane-detector.ts';
export { laneView } from './lane/lane-view.ts';
export { lineDetector } from './line/line-detector.ts';
export { lineView } from './line/line-view.ts';
export { resize } from './resize.ts';

/** Every block of this folder. */
export const visionBlocks: readonly AnyBlock[] = [laneDetector, laneView, lineDetector, lineView, resize];
