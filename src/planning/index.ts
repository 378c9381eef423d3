import type { AnyBlock } from '../core/block.ts';
import { goalPose } from './goal-pose.ts';
import { parkingMap } from './parking/parking-map.ts';

export const planningBlocks: readonly AnyBlock[] = [goalPose, parkingMap];
