/** Buses, their codecs and their clocks, simulated. */
import type { AnyBlock } from '../core/block.ts';
import { canLog } from './can/can-log.ts';
import { gateway } from './can/gateway.ts';

export const busBlocks: readonly AnyBlock[] = [canLog, gateway];
