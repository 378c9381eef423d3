/** The blocks in which vehicles meet, and what a scenario's loader asks about them. */
import type { AnyBlock } from '../core/block.ts';
import { traffic } from './traffic.ts';
import { clearance } from './traffic-clearance.ts';

export { traffic } from './traffic.ts';
export { clearance } from './traffic-clearance.ts';
export { overlappingBodies, spawnConflict } from './traffic-spawn.ts';
export type { SpawnedBody } from './traffic-spawn.ts';
export { bodyDistance } from './convex-distance.ts';

export const trafficBlocks: readonly AnyBlock[] = [traffic, clearance];
