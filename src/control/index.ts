import type { AnyBlock } from '../core/block.ts';
import { ackermannToPrius } from './course/ackermann-to-prius.ts';
import { cruise } from './course/cruise.ts';
import { cruiseEcu } from './ecu/cruise-ecu.ts';
import { driveSchedule } from './drive-schedule.ts';
import { laneMpcReleased } from './published/lane-mpc-released.ts';
import { laneMpc } from './lane/lane-mpc.ts';
import { lanePidReleased } from './published/lane-pid-released.ts';
import { lanePid } from './lane/lane-pid.ts';
import { lineSteering } from './course/line-steering.ts';
import { manual } from './manual.ts';
import { overtaking } from './course/overtaking.ts';
import { priusMixer } from './course/prius-mixer.ts';
import { parkingEcu } from './parking/parking-ecu.ts';
import { parkingFailsafe } from './parking/parking-failsafe.ts';
import { parkingGuard } from './parking/parking-guard.ts';
import { parkingSchedule } from './parking/parking-schedule.ts';
import { parkingTracker } from './parking/parking-tracker.ts';
import { parkingUplink } from './parking/parking-uplink.ts';
import { platoon } from './platoon/platoon.ts';
import { platoonBeacon } from './platoon/beacon.ts';
import { driveMerge } from './platoon/drive-merge.ts';
import { speedAndSteer } from './platoon/speed-and-steer.ts';
import { platoonLeader } from './platoon/leader.ts';
import { platoonPedals } from './platoon/pedals.ts';
import { publishedPlatoonBus } from './published/mixed-reality-bus.ts';
import { publishedPlatoonFollower } from './published/mixed-reality-follower.ts';
import { publishedCruise } from './published/rosdrive-cruise.ts';
import { publishedLineSteering } from './published/rosdrive-line-steering.ts';
import { publishedPriusMixer } from './published/rosdrive-mixer.ts';
import { publishedOvertaking, publishedSonarAvoidance } from './published/rosdrive-sonar-avoidance.ts';
import { publishedSpeedSchedule } from './published/rosdrive-speed-schedule.ts';
import { purePursuit } from './lane/pure-pursuit.ts';
import { relay } from './course/relay.ts';
import { sonarAvoidance } from './course/sonar-avoidance.ts';
import { speedSchedule } from './course/speed-schedule.ts';
import { stanley } from './lane/stanley.ts';
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
  cruiseEcu,
  relay,
  speedSchedule,
  lineSteering,
  sonarAvoidance,
  overtaking,
  priusMixer,
  ackermannToPrius,
  publishedCruise,
  publishedSpeedSchedule,
  publishedLineSteering,
  publishedSonarAvoidance,
  publishedOvertaking,
  publishedPriusMixer,
  parkingSchedule,
  parkingTracker,
  parkingUplink,
  parkingEcu,
  parkingFailsafe,
  parkingGuard,
  platoon,
  platoonBeacon,
  platoonLeader,
  platoonPedals,
  driveMerge,
  speedAndSteer,
  publishedPlatoonBus,
  publishedPlatoonFollower,
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
export {
  ackermannToPrius,
  cruise,
  cruiseEcu,
  lineSteering,
  manual,
  overtaking,
  platoon,
  platoonBeacon,
  platoonLeader,
  priusMixer,
  relay,
  sonarAvoidance,
  speedSchedule,
};
export { cruiseGains, headingGains } from './course/course-gains.ts';
export { findLimitCycle, tyreusLuyben, ultimatePoint, zieglerNichols } from './course/relay-tuning.ts';
export type { LimitCycle, TunedGains, UltimatePoint } from './course/relay-tuning.ts';
export { stepFigures } from './course/step-response.ts';
export type { StepFigures, StepRecord } from './course/step-response.ts';
