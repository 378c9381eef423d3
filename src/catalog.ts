/** Every block type there is, what a world may say, and the kinds of hosts and clocks as they are known anywhere. */
import { busBlocks } from './bus/index.ts';
import { controlBlocks } from './control/index.ts';
import type { AnyBlock } from './core/block.ts';
import { clockKindsAnywhere, hostKindsAnywhere } from './hosts/kinds.ts';
import { linkKindsAnywhere } from './links/kinds.ts';
import type { Catalog } from './scenario/catalog.ts';
import { byKind, byType } from './scenario/catalog.ts';
import { planningBlocks } from './planning/index.ts';
import { sensorBlocks } from './sensors/index.ts';
import { twinBlocks } from './twin/index.ts';
import { slamBlocks } from './slam/index.ts';
import { vehicleBlocks } from './vehicle/index.ts';
import { visionBlocks } from './vision/index.ts';
import { worldBlocks, worldParams } from './world/index.ts';

export const blocks: readonly AnyBlock[] = [
  ...busBlocks,
  ...controlBlocks,
  ...planningBlocks,
  ...sensorBlocks,
  ...twinBlocks,
  ...slamBlocks,
  ...vehicleBlocks,
  ...visionBlocks,
  ...worldBlocks,
];

/** Runs anywhere, a browser included, with every block in one thread. */
export const catalog: Catalog = {
  blocks: byType(blocks),
  hosts: byKind(hostKindsAnywhere),
  clocks: byKind(clockKindsAnywhere),
  links: byKind(linkKindsAnywhere),
  world: worldParams,
};

export const findBlock = (type: string): AnyBlock | undefined => catalog.blocks.get(type);
