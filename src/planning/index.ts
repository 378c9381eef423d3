import type { AnyBlock } from '../core/block.ts';
import { parkingMap } from './parking/parking-map.ts';

export const planningBlocks: readonly AnyBlock[] = [parkingMap];
