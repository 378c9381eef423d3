/** Seeing: bird's-eye views and lane detection. */
import type { AnyBlock } from '../core/block.ts';
import { laneDetector } from './lane-detector.ts';
import { laneView } from './lane-view.ts';
import { lineBlocks } from './line-blocks.ts';

export { viewOfCamera, viewOfMatrix } from './birds-eye.ts';
export type { BirdsEye, GroundGrid, GroundWindow } from './birds-eye.ts';
export { applyHomography, groundHomography, homographyFromPoints, invertHomography } from './homography.ts';
export { laneDetector } from './lane-detector.ts';
export { releasedParams } from './lane-params.ts';
export { laneView } from './lane-view.ts';
export { correctedLineParams, lineDetector, lineView, publishedLineParams } from './line-blocks.ts';
export { releasedPipeline } from './released-pipeline.ts';

/** Every block of this folder. */
export const visionBlocks: readonly AnyBlock[] = [laneDetector, laneView, ...lineBlocks];
