/** Buses, their codecs and their clocks, simulated. */
import type { AnyBlock } from '../core/block.ts';
import { canBus } from './can/can-bus.ts';
import { dbcDecoder } from './dbc/dbc-decoder.ts';
import { dbcEncoder } from './dbc/dbc-encoder.ts';
import { restbus } from './dbc/restbus.ts';

export const busBlocks: readonly AnyBlock[] = [canBus, dbcEncoder, dbcDecoder, restbus];
