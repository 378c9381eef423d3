/** Buses, their codecs and their clocks, simulated. */
import type { AnyBlock } from '../core/block.ts';
import { canBus } from './can/can-bus.ts';

export const busBlocks: readonly AnyBlock[] = [canBus];
