/** Following a painted line: the blocks for it. */
import type { AnyBlock } from '../core/block.ts';
import { lineDetector } from './line-detector.ts';
import { lineView } from './line-view.ts';

export { lineDetector } from './line-detector.ts';
export { correctedLineParams, publishedLineParams } from './line-params.ts';
export { lineView } from './line-view.ts';

export const lineBlocks: readonly AnyBlock[] = [lineDetector, lineView];
