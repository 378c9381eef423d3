/** Every block type there is, and what a world may say. */
import { controlBlocks } from './control/index.ts';
import type { AnyBlock } from './core/block.ts';
import type { BlockCatalog } from './core/scenario.ts';
import { sensorBlocks } from './sensors/index.ts';
import { vehicleBlocks } from './vehicle/index.ts';
import { visionBlocks } from './vision/index.ts';
import { worldBlocks, worldParams } from './world/index.ts';

export const blocks: readonly AnyBlock[] = [
  ...controlBlocks,
  ...sensorBlocks,
  ...vehicleBlocks,
  ...visionBlocks,
  ...worldBlocks,
];

const byType = new Map(blocks.map((block) => [block.type, block]));

export const findBlock = (type: string): AnyBlock | undefined => byType.get(type);

export const catalog: BlockCatalog = { find: findBlock, types: [...byType.keys()], world: worldParams };
