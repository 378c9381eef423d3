/** Buses, their codecs and their clocks, simulated. */
import type { AnyBlock } from '../core/block.ts';
import { clockBlocks } from './clocks/index.ts';

export const busBlocks: readonly AnyBlock[] = [...clockBlocks];
