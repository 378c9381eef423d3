import type { AnyBlock } from '../core/block.ts';
import { driveSchedule } from './drive-schedule.ts';
import { twistSchedule } from './twist-schedule.ts';
import { waypointFollower } from './waypoint-follower.ts';

export const controlBlocks: readonly AnyBlock[] = [twistSchedule, driveSchedule, waypointFollower];
export { driveSchedule, twistSchedule, waypointFollower };
