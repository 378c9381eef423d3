import type { AnyBlock } from '../core/block.ts';
import { driveSchedule } from './drive-schedule.ts';
import { laneMpcReleased } from './lane-mpc-released.ts';
import { laneMpc } from './lane-mpc.ts';
import { lanePidReleased } from './lane-pid-released.ts';
import { lanePid } from './lane-pid.ts';
import { purePursuit } from './pure-pursuit.ts';
import { stanley } from './stanley.ts';
import { twistSchedule } from './twist-schedule.ts';
import { waypointFollower } from './waypoint-follower.ts';

export const controlBlocks: readonly AnyBlock[] = [
  twistSchedule, driveSchedule, waypointFollower,
  lanePid, lanePidReleased, laneMpc, laneMpcReleased, purePursuit, stanley,
];
export { driveSchedule, laneMpc, laneMpcReleased, lanePid, lanePidReleased, purePursuit, stanley, twistSchedule, waypointFollower };
