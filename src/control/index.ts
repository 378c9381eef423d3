import type { AnyBlock } from '../core/block.ts';
import { twistSchedule } from './twist-schedule.ts';
import { waypointFollower } from './waypoint-follower.ts';

export const controlBlocks: readonly AnyBlock[] = [twistSchedule, waypointFollower];
export { twistSchedule, waypointFollower };
