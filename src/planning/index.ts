import type { AnyBlock } from '../core/block.ts';

export const planningBlocks: readonly AnyBlock[] = [];
