/**
 * Automatic parking: chooses a slot of the map, plans a path into it and sees to it that it is driven: the planning computer's part.
 * phases.ts is what it does, parking-params.ts what it may do, plan.ts of the planners how paths are found.
 *
 * The trajectory is published when it changes and once a second; while something is in the way it has no points. A new message of
 * `goal` (as RViz's 2D goal pose, /goal_pose) chooses the slot around its position, whatever was chosen before.
 * Checked against: the referee of the world, in every scenario of scenarios/apa.
 */
import { defineBlock, occasionalOutput, optionalInput } from '../../core/block.ts';
import { yawFromQuaternion } from '../../math/pose2.ts';
import type { PathPoint } from '../../msgs/index.ts';
import {
  copyTime,
  Odometry,
  ParkingMap,
  ParkingStatus,
  ParkingTrajectory,
  PathPoint as PathPointType,
  PoseStamped,
  setTime,
  timeToNs,
} from '../../msgs/index.ts';
import { checkParkingParams, parkingParams } from './parking-params.ts';
import { gearChanges, lengthFrom } from './path-progress.ts';
import type { ParkingState } from './parking-state.ts';
import { createParkingState, PHASE, REASON } from './parking-state.ts';
import { proceed } from './phases.ts';

const REPEAT = 1;

export const parking = defineBlock({
  type: 'planning/parking',
  doc: 'Chooses a parking slot, plans a path into it, watches it being driven and corrects it.',
  defaultPeriod: 0.1,
  params: parkingParams,
  check: checkParkingParams,
  inputs: { map: optionalInput(ParkingMap), odom: Odometry, goal: optionalInput(PoseStamped) },
  outputs: { trajectory: occasionalOutput(ParkingTrajectory), status: ParkingStatus },
  init: () => ({ machine: createParkingState(), toldAt: -REPEAT }),
  step(params, state, { map, odom, goal }, { trajectory, status }, time) {
    const { machine } = state;
    if (odom.sequence === 0) {
      status.publish = false;
      return;
    }
    if (goal.sequence > machine.choices) choose(machine, goal.value, goal.sequence);
    const { pose, twist } = odom.value;
    proceed(params, machine, {
      now: time.now,
      pose: { x: pose.pose.position.x, y: pose.pose.position.y, yaw: yawFromQuaternion(pose.pose.orientation) },
      speed: twist.twist.linear.x,
      map: map.value,
      isFresh: map.sequence > 0 && time.nowNs - timeToNs(map.value.header.stamp) < params.mapTimeout * 1e9,
    });
    if (machine.isNew || time.now - state.toldAt >= REPEAT) {
      writeTrajectory(machine, trajectory.value);
      copyTime(trajectory.value.header.stamp, odom.value.header.stamp);
      trajectory.value.header.frame_id = odom.value.header.frame_id;
      trajectory.publish = true;
      machine.isNew = false;
      state.toldAt = time.now;
    }
    writeStatus(machine, status.value);
    copyTime(status.value.view, map.value.header.stamp);
    setTime(status.value.stamp, time.nowNs);
  },
});

/** While it still searches it drives on: the slot may not have been seen yet. */
function choose(machine: ParkingState, { pose }: PoseStamped, sequence: number): void {
  machine.choices = sequence;
  machine.chosen = [pose.position.x, pose.position.y];
  const isSearching =
    machine.phase === PHASE.held ? machine.heldFrom === PHASE.searching : machine.phase === PHASE.searching;
  if (isSearching) return;
  machine.slot = 0;
  machine.points = [];
  machine.phase = PHASE.waiting;
  machine.reason = REASON.none;
  machine.isNew = true;
  machine.id++;
}

/** What is to be driven; nothing while it is held. */
function writeTrajectory(machine: ParkingState, trajectory: ParkingTrajectory): void {
  const driven: readonly PathPoint[] = machine.phase === PHASE.held ? [] : machine.points;
  trajectory.id = machine.id;
  trajectory.slot = machine.slot;
  driven.forEach((point, i) => {
    if (i === trajectory.points.length) trajectory.points.push(PathPointType.create());
    PathPointType.copy(trajectory.points[i], point);
  });
  trajectory.points.length = driven.length;
}

function writeStatus(machine: ParkingState, status: ParkingStatus): void {
  status.phase = machine.phase;
  status.slot = machine.slot;
  status.plans = machine.plans;
  status.gear_changes = gearChanges(machine.points);
  status.remaining = lengthFrom(machine.points, machine.at);
  status.reason = machine.reason;
}
