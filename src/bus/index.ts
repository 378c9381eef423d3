/** Buses, their codecs and their clocks, simulated. */
import type { AnyBlock } from '../core/block.ts';

export const busBlocks: readonly AnyBlock[] = [];
