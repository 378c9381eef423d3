import type { AnyBlock } from '../core/block.ts';
import { ackermannToPrius } from './ackermann-to-prius.ts';
import { cruise } from './cruise.ts';
import { driveSchedule } from './drive-schedule.ts';
import { laneMpcReleased } from './lane-mpc-released.ts';
import { laneMpc } from './lane-mpc.ts';
import { lanePidReleased } from './lane-pid-released.ts';
import { lanePid } from './lane-pid.ts';
import { lineSteering } from './line-steering.ts';
import { manual } from './manual.ts';
import { overtaking } from './overtaking.ts';
import { priusMixer } from './prius-mixer.ts';
import { purePursuit } from './pure-pursuit.ts';
import { relay } from './relay.ts';
import { sonarAvoidance } from './sonar-avoidance.ts';
import { speedSchedule } from './speed-schedule.ts';
import { stanley } from './stanley.ts';
import { twistSchedule } from './twist-schedule.ts';
import { waypointFollower } from './waypoint-follower.ts';

export const controlBlocks: readonly AnyBlock[] = [
  twistSchedule,
  driveSchedule,
  waypointFollower,
  manual,
  lanePid,
  lanePidReleased,
  laneMpc,
  laneMpcReleased,
  purePursuit,
  stanley,
  cruise,
  relay,
  speedSchedule,
  lineSteering,
  sonarAvoidance,
  overtaking,
  priusMixer,
  ackermannToPrius,
];
export {
  driveSchedule,
  laneMpc,
  laneMpcReleased,
  lanePid,
  lanePidReleased,
  purePursuit,
  stanley,
  twistSchedule,
  waypointFollower,
};
export { ackermannToPrius, cruise, lineSteering, manual, overtaking, priusMixer, relay, sonarAvoidance, speedSchedule };
export { cruiseGains, headingGains } from './course-gains.ts';
export { findLimitCycle, tyreusLuyben, ultimatePoint, zieglerNichols } from './relay-tuning.ts';
export type { LimitCycle, TunedGains, UltimatePoint } from './relay-tuning.ts';
export { stepFigures } from './step-response.ts';
export type { StepFigures, StepRecord } from './step-response.ts';
