/** A robot outside and its twin in the loop: where it is now, whatever the way of its news. */
import type { AnyBlock } from '../core/block.ts';
import { predictor } from './predictor.ts';

export const twinBlocks: readonly AnyBlock[] = [predictor];
