/**
 * What automatic parking does next: a small machine, one function for each phase.
 *
 *   searching   straight on past the slots, until one can be chosen; straight back to one that is known to lie behind
 *   waiting     stands until somebody chooses; on its own, where its slot turned out to be taken, takes another one
 *   planning    a path from where the car comes to a stand; where there is none yet, it drives on and tries again
 *   parking     drives it; the rest bends to where the slot turns out to be
 *   parked      stands in the slot; too far beside it, it corrects first
 *   held        something is in the way: stands, goes on when it is gone, plans anew or a way around it after `patience`
 *   given up    stands; a new choice starts again
 *   safe stop   no news: stands until there are some
 */
import { wrapToPi } from '../../math/angle.ts';
import { cos, sin } from '../../math/trig.ts';
import type { ParkingMap, ParkingSlot } from '../../msgs/index.ts';
import { planCorrection } from '../correction.ts';
import { isPathFree } from '../path-free.ts';
import { plan } from '../plan.ts';
import type { Plan, Pose } from '../problem.ts';
import { detour } from './detour.ts';
import { withDrivenSpeeds } from './driven-speeds.ts';
import { mapObstacles, PERSON, TAKEN } from './map-obstacles.ts';
import type { ParkingParams } from './parking-params.ts';
import type { ParkingState, Sight } from './parking-state.ts';
import { drive, enter, hold, PHASE, REASON, stands } from './parking-state.ts';
import { bendPath } from './path-correction.ts';
import { advance, lengthFrom } from './path-progress.ts';
import { searchDistance, searchPath, stoppingPoint, stoppingWay } from './search-path.ts';
import { fitsInto, isIn, slotGoal } from './slot-goal.ts';
import { isNewlyTaken, isWayFree, knownNow, nothingKnown, withDenied } from './watched-way.ts';

/** From nearer than this the car may be half in its slot [m]. */
const NEAR_SLOT = 6;
/** Steering from lock to lock and changing gear take less than this [s]. */
const LONG_STAND = 3.5;
/** As long as it takes to believe in a slot [s]. */
const LOOK = 0.8;
/** One step of the machine. */
export function proceed(params: ParkingParams, state: ParkingState, sight: Sight): void {
  if (!stands(sight) || state.phase !== PHASE.parking) state.movedAt = sight.now;
  if (state.points.length > 0) state.at = advance(state.points, state.at, sight.pose.x, sight.pose.y, stands(sight));
  if (!sight.isFresh && state.phase < PHASE.parked) return stopSafely(state, sight);
  if (state.phase === PHASE.safeStop) {
    if (sight.isFresh && stands(sight)) goOn(state, sight);
    return;
  }
  if (state.phase === PHASE.searching) search(params, state, sight);
  else if (state.phase === PHASE.waiting) waitForChoice(params, state, sight);
  else if (state.phase === PHASE.planning) planPath(params, state, sight);
  else if (state.phase === PHASE.parking) park(params, state, sight);
  else if (state.phase === PHASE.held) wait(params, state, sight);
}

function stopSafely(state: ParkingState, { now }: Sight): void {
  if (state.phase === PHASE.safeStop || now < 1) return;
  enter(state, PHASE.safeStop, REASON.noView, now);
  drive(state, []);
}

/** From standstill: to the chosen slot, or searching. */
function goOn(state: ParkingState, { now }: Sight): void {
  enter(state, state.slot > 0 ? PHASE.planning : PHASE.searching, REASON.none, now);
}

function search(params: ParkingParams, state: ParkingState, sight: Sight): void {
  if (state.points.length === 0) {
    const left = Math.min(params.search.distance, state.triedAt);
    const way = searchDistance(sight.pose, wantedPoint(params, state), left);
    // what lies behind may be in view all the same: one look before it drives the other way
    if (way < 0 && sight.now - state.since < LOOK) return void chooseSlot(params, state, sight);
    state.knownThings = nothingKnown(sight.pose);
    drive(state, searchPath(sight.pose, way, params.search.speed));
  }
  if (chooseSlot(params, state, sight)) return;
  if (!isFree(params, state, sight)) return hold(state, sight);
  if (lengthFrom(state.points, state.at) > 0.1 || !stands(sight)) return;
  if (params.choice === 'ask') enter(state, PHASE.waiting, REASON.none, sight.now);
  else enter(state, PHASE.givenUp, REASON.noPath, sight.now);
}

/** The chosen slot in the map, under another number where the map has lost it for a while; as it was last known where the map has lost it altogether. */
function chosenSlot(state: ParkingState, map: ParkingMap): ParkingSlot | undefined {
  const slot =
    map.slots.find(({ id }) => id === state.slot) ?? map.slots.find((other) => isIn(other, state.goal.x, state.goal.y));
  if (slot === undefined) return state.known;
  state.slot = slot.id;
  state.known = { ...slot };
  return slot;
}

/** Whether a slot was chosen now. */
function chooseSlot(params: ParkingParams, state: ParkingState, sight: Sight): boolean {
  const slot = wantedSlot(params, state, sight.map);
  if (slot === undefined) return false;
  state.slot = slot.id;
  state.known = { ...slot };
  state.corrections = 0;
  state.triedAt = Infinity;
  state.knownThings = nothingKnown(sight.pose);
  enter(state, PHASE.planning, REASON.none, sight.now);
  planPath(params, state, sight);
  return true;
}

/** A point in the slot that is wanted, where one is: x, y. */
function wantedPoint({ choice, goal }: ParkingParams, { chosen }: ParkingState): readonly number[] | undefined {
  if (chosen.length > 0) return chosen;
  return choice === 'goal' && goal !== undefined ? [goal.x, goal.y] : undefined;
}

function wantedSlot(params: ParkingParams, state: ParkingState, map: ParkingMap): ParkingSlot | undefined {
  const point = wantedPoint(params, state);
  if (point === undefined && params.choice !== 'first') return undefined;
  return map.slots.find((slot) => isEligible(params, slot) && (point === undefined || isIn(slot, point[0], point[1])));
}

const isEligible = (params: ParkingParams, slot: ParkingSlot): boolean =>
  slot.views >= params.minViews && slot.occupancy < params.freeBelow && fitsInto(slot, params.car, params.room);

function goalIn(params: ParkingParams, slot: ParkingSlot, heading: number): Pose {
  const goal = slotGoal(slot, params.car, params.nose, heading);
  return {
    x: goal.x + params.depthOffset * cos(slot.direction),
    y: goal.y + params.depthOffset * sin(slot.direction),
    yaw: goal.yaw,
  };
}

/**
 * Whether something stands in the slot. While the car itself is half in it, what is seen there must be something else in the map too. Somebody who walks through
 * it has not parked there: people are waited for.
 */
function isTaken(slot: ParkingSlot, { map, pose }: Sight): boolean {
  if (slot.occupancy <= TAKEN || isIn(slot, pose.x, pose.y)) return false;
  const standing = map.obstacles.filter(({ x, y }) => isIn(slot, x, y));
  if (standing.length > 0 && standing.every(({ kind }) => kind === PERSON)) return false;
  const [dx, dy] = [(slot.left_x + slot.right_x) / 2 - pose.x, (slot.left_y + slot.right_y) / 2 - pose.y];
  const isNear = dx * dx + dy * dy < NEAR_SLOT * NEAR_SLOT;
  return !isNear || standing.length > 0;
}

/** A path from where the car comes to a stand on what it drives now. */
function planPath(params: ParkingParams, state: ParkingState, sight: Sight): void {
  const slot = chosenSlot(state, sight.map);
  if (slot === undefined || isTaken(slot, sight)) return abandon(params, state, sight, REASON.occupied);
  const left = lengthFrom(state.points, state.at);
  // on the way there is nothing new within half a metre
  if (left > 0.1 && state.triedAt - left < 0.5) {
    if (!isFree(params, state, sight)) hold(state, sight);
    return;
  }
  state.triedAt = left;
  const stop = stoppingPoint(state.points, state.at, sight.speed, params.limits.acceleration);
  const start = state.points.length > 0 ? state.points[stop] : sight.pose;
  const goal = goalIn(params, slot, start.yaw);
  const planned = solve(params, state, sight, start, goal);
  state.plans++;
  if ('path' in planned) {
    state.knownThings = knownNow(sight.map, slot, goal, state.knownThings);
    state.goal = goal;
    state.plannedAt = sight.now;
    state.clearance = planned.path.clearance;
    enter(state, PHASE.parking, REASON.none, sight.now);
    drive(state, withDrivenSpeeds([...state.points.slice(state.at, stop + 1), ...planned.path.points], params.limits));
  } else if (left <= 0.1 && stands(sight)) {
    enter(state, PHASE.givenUp, REASON.noPath, sight.now);
    drive(state, []);
  }
}

function solve(params: ParkingParams, state: ParkingState, sight: Sight, start: Pose, goal: Pose): Plan {
  const { car, limits, margin } = params;
  const obstacles = mapObstacles(sight.map, state.slot);
  return plan({ start, goal, obstacles, car, limits, margin }, { optimise: 'none' });
}

/** A short move out and in again, or a new path where that does not do. */
function correct(params: ParkingParams, state: ParkingState, sight: Sight): Plan {
  const { car, limits, margin } = params;
  const obstacles = mapObstacles(sight.map, state.slot);
  const short = planCorrection({ start: sight.pose, goal: state.goal, obstacles, car, limits, margin });
  return 'path' in short ? short : solve(params, state, sight, sight.pose, state.goal);
}

/** The slot is no good any more: it stands, and takes another one where it may choose and knows one. */
function abandon(params: ParkingParams, state: ParkingState, { now }: Sight, reason: number): void {
  state.slot = 0;
  state.chosen = [];
  drive(state, []);
  enter(state, params.choice === 'first' ? PHASE.waiting : PHASE.givenUp, reason, now);
}

/** Stands until somebody chooses; on its own, it takes the first slot it knows to be free, from standstill, or gives up. */
function waitForChoice(params: ParkingParams, state: ParkingState, sight: Sight): void {
  const isLeftAlone = params.choice === 'first' && state.chosen.length === 0;
  if (isLeftAlone && !stands(sight)) return;
  if (chooseSlot(params, state, sight) || !isLeftAlone) return;
  enter(state, PHASE.givenUp, state.reason, sight.now);
}

function park(params: ParkingParams, state: ParkingState, sight: Sight): void {
  const slot = chosenSlot(state, sight.map);
  if (slot !== undefined && isTaken(slot, sight)) return abandon(params, state, sight, REASON.occupied);
  const remaining = lengthFrom(state.points, state.at);
  if (remaining < 0.05 && stands(sight)) return finish(params, state, sight);
  // whoever drives has given up on the path, as when it was too far beside it
  if (sight.now - state.movedAt > LONG_STAND) return planAnew(state, sight, REASON.offPath);
  if (slot !== undefined && remaining > 0.5) follow(params, state, slot);
  rethink(params, state, sight);
  if (slot !== undefined) state.knownThings = withDenied(state.knownThings, sight.map, slot, sight.pose);
  if (!isFree(params, state, sight)) hold(state, sight);
}

/** Nearer than this to something that has come into view is too near [m]; ahead of it there is this much room to change [m]; not more often than this [s]. */
const RETHINK = { clearance: 0.1, room: 1.5, pause: 1 };

/** Another path, where what was not known when this one was planned stands too near to it further on. */
function rethink(params: ParkingParams, state: ParkingState, sight: Sight): void {
  if (sight.now - state.plannedAt < RETHINK.pause) return;
  const { points, at } = state;
  const { car, limits } = params;
  const path = { points, length: 0, gearChanges: 0, duration: 0, clearance: 0 };
  const margin = Math.min(RETHINK.clearance, 0.5 * state.clearance);
  const obstacles = mapObstacles(sight.map, state.slot);
  const { isFree: isWide, distance } = isPathFree({ path, obstacles, car, fromIndex: at, margin });
  const stop = stoppingPoint(points, at, sight.speed, limits.acceleration);
  if (isWide || distance < RETHINK.room + lengthFrom(points, at) - lengthFrom(points, stop)) return;
  state.plannedAt = sight.now;
  const planned = solve(params, state, sight, points[stop], state.goal);
  state.plans++;
  // where there is no better one, this one has to do; whether it is free is asked on the way
  state.clearance = 'path' in planned ? planned.path.clearance : 0;
  if (!('path' in planned) || planned.path.clearance <= margin) return;
  state.knownThings = knownNow(sight.map, chosenSlot(state, sight.map), state.goal, state.knownThings);
  drive(state, withDrivenSpeeds([...points.slice(at, stop + 1), ...planned.path.points], limits));
}

/** A goal follows its slot no faster than this in one step [m, rad], so that the tracker can follow too. */
const FOLLOW = { move: 0.03, turn: 0.01 };

/** Bends the path to where the slot turns out to be, once that is worth it. */
function follow(params: ParkingParams, state: ParkingState, slot: ParkingSlot): void {
  const wanted = goalIn(params, slot, state.goal.yaw);
  const [dx, dy] = [wanted.x - state.goal.x, wanted.y - state.goal.y];
  const moved = Math.sqrt(dx * dx + dy * dy);
  const turned = wrapToPi(wanted.yaw - state.goal.yaw);
  if ((moved < 0.005 && Math.abs(turned) < 0.002) || moved > 0.5 || Math.abs(turned) > 0.2) return;
  const share = Math.min(1, FOLLOW.move / moved);
  const goal = {
    x: state.goal.x + share * dx,
    y: state.goal.y + share * dy,
    yaw: wrapToPi(state.goal.yaw + Math.min(FOLLOW.turn, Math.max(-FOLLOW.turn, turned))),
  };
  // what lies behind is left out: whoever drives begins with the first point
  const points = state.points.slice(state.at);
  bendPath(points, 0, state.goal, goal);
  state.goal = goal;
  drive(state, points);
}

/** At least this far ahead it looks [m], and this much beyond where it can stop. */
const LOOKAHEAD = 4;
const BEYOND = 1;

/** Whether what is left of the path, as far as it matters now, is free; a chosen slot counts once there is a path into it. */
function isFree({ car, limits }: ParkingParams, state: ParkingState, { map, speed }: Sight): boolean {
  const { points, at, knownThings, phase, heldFrom } = state;
  const isParking = (phase === PHASE.held ? heldFrom : phase) === PHASE.parking;
  const ahead = Math.max(LOOKAHEAD, BEYOND + stoppingWay(speed, limits.acceleration));
  const [goal, slot] = isParking ? [state.goal, state.slot] : [knownThings.goal, 0];
  return isWayFree({ points, at, ahead, car, goal, slot }, map, knownThings);
}

/** Stands at the end: good enough, or once more. */
function finish(params: ParkingParams, state: ParkingState, sight: Sight): void {
  const { pose } = sight;
  const [c, s] = [cos(state.goal.yaw), sin(state.goal.yaw)];
  const lateral = Math.abs(c * (pose.y - state.goal.y) - s * (pose.x - state.goal.x));
  const heading = Math.abs(wrapToPi(pose.yaw - state.goal.yaw));
  const isGood = lateral < params.lateralTolerance && heading < params.headingTolerance;
  if (!isGood && state.corrections < params.corrections) {
    state.corrections++;
    const planned = correct(params, state, sight);
    state.plans++;
    if ('path' in planned) {
      state.knownThings = knownNow(sight.map, state.known, state.goal, state.knownThings);
      return drive(state, withDrivenSpeeds(planned.path.points, params.limits));
    }
  }
  enter(state, PHASE.parked, REASON.none, sight.now);
  drive(state, []);
}

function wait(params: ParkingParams, state: ParkingState, sight: Sight): void {
  if (isFree(params, state, sight)) {
    enter(state, state.heldFrom, REASON.none, sight.now);
    return drive(state, state.points.slice(state.at));
  }
  if (state.heldFrom === PHASE.searching) return waitSearching(params, state, sight);
  if (sight.now - state.since < params.patience || !stands(sight)) return;
  const slot = chosenSlot(state, sight.map);
  if (slot !== undefined && state.heldFrom === PHASE.parking && isNewlyTaken(sight.map, state.knownThings, slot))
    return abandon(params, state, sight, REASON.occupied);
  planAnew(state, sight, REASON.inTheWay);
}

/** On the way of a search: a slot that can be chosen from here, or a way around; else it goes on standing. */
function waitSearching(params: ParkingParams, state: ParkingState, sight: Sight): void {
  if (chooseSlot(params, state, sight)) {
    // no path from here yet
    if (state.phase === PHASE.planning) hold(state, sight);
    return;
  }
  if (sight.now - state.since < params.patience || !stands(sight)) return;
  const around = detour(params, sight.map, sight.pose, state.points.slice(state.at));
  if (around === undefined) return enter(state, PHASE.held, REASON.inTheWay, sight.now);
  enter(state, PHASE.searching, REASON.none, sight.now);
  state.knownThings = knownNow(sight.map, undefined, sight.pose, state.knownThings);
  drive(state, around);
}

/** From where the car stands. */
function planAnew(state: ParkingState, { now }: Sight, reason: number): void {
  drive(state, []);
  state.triedAt = Infinity;
  enter(state, PHASE.planning, reason, now);
}
