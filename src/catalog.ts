/** Every block type there is. */
import { controlBlocks } from './control/index.ts';
import type { AnyBlock } from './core/block.ts';
import type { BlockCatalog } from './core/scenario.ts';
import { vehicleBlocks } from './vehicle/index.ts';

export const blocks: readonly AnyBlock[] = [...controlBlocks, ...vehicleBlocks];

const byType = new Map(blocks.map((block) => [block.type, block]));

export const findBlock = (type: string): AnyBlock | undefined => byType.get(type);

export const catalog: BlockCatalog = { find: findBlock, types: [...byType.keys()] };
