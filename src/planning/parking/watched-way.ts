/**
 * Is the way still free, as far as the car can tell?
 *
 * A path was planned clear of what was known then. What is seen later differs, because things move and because sight errs. How much it
 * errs is read off what has not moved: each known thing, and the slot, has seemingly shifted by dᵢ since the path was planned, and
 *
 *   tolerance = min(0.15 m, 3·median dᵢ)        the lower median
 *
 * so that one thing that moves is not taken for an error, and eyes that do not err leave no tolerance at all.
 *
 *   known when the path was planned     the body, less the tolerance, must not meet it
 *   new, or moved by more than 0.15 m   the body must not meet it; what is new it must not even come near (0.1 m)
 *   new, in or behind the chosen slot   as what is known: its place is less certain than the slot's
 *   a vehicle in the slot, far off      the slot's occupancy tells
 *   people                              0.3 m, always
 *   what moves                          where it will be in the next 1.5 s, too
 *
 * The way is looked at as far as the car needs to stop, at least 4 m. Checked against: boxes dropped into the way of a car that backs in.
 */
import { wrapToPi } from '../../math/angle.ts';
import type { Footprint, ParkingMap, ParkingSlot, PathPoint } from '../../msgs/index.ts';
import { isPathFree } from '../path-free.ts';
import type { CarShape, Polygon, Pose } from '../problem.ts';
import { footprintPolygon, isOfSlot, PERSON, takenSlots } from './map-obstacles.ts';

/** What was known when a path was planned. */
export interface KnownThings {
  readonly things: readonly Footprint[];
  /** Where the slot was then. */
  readonly goal: Pose;
  /** Whether there was a path at all. */
  readonly isPlanned: boolean;
}

export interface Way {
  readonly points: readonly PathPoint[];
  /** The point that the car has reached. */
  readonly at: number;
  /** How far is looked [m]. */
  readonly ahead: number;
  readonly car: CarShape;
  /** The slot that it leads into, 0 for none, and where that is seen now. */
  readonly slot: number;
  readonly goal: Pose;
}

/** No error of sight is believed to be larger [m], and how many of its medians. */
const UNSURE = 0.15;
const MEDIANS = 3;
/** How far the body stays from what is new, and from people [m]. */
const FROM_NEW = 0.1;
const FROM_PEOPLE = 0.3;
/** Nearer to each other than this, what is seen is what was known [m]. */
const SAME = 1;
/** What is faster moves [m/s]: what stands seems to move by its noise. Where it will be then is in the way too [s]. */
const MOVING = 0.8;
const SOON = [0.5, 1, 1.5];
/** Less likely taken than this, a slot is seen to be free. */
const DENIED = 0.1;

/** A thing of the map, and by how much it differs from what was known: infinite where it was not [m]. */
interface Difference {
  readonly thing: Footprint;
  readonly shift: number;
}

export const nothingKnown = (goal: Pose): KnownThings => ({ things: [], goal, isPlanned: false });

/** What a plan has taken into account; what is in the slot counts as known only if it was before: its occupancy said that it is none. */
export function knownNow(map: ParkingMap, slot: ParkingSlot | undefined, goal: Pose, before: KnownThings): KnownThings {
  const isNew = (thing: Footprint) =>
    before.isPlanned && slot !== undefined && isOfSlot(slot, thing) && nearestOf(before.things, thing) >= SAME;
  const things = map.obstacles.filter((thing) => !isNew(thing)).map((thing) => ({ ...thing }));
  return { things, goal: { ...goal }, isPlanned: true };
}

/** A kind of footprint, and from further than this the occupancy of a slot tells whether one stands in it [m]. */
const VEHICLE = 1;
const NEAR_ENTRANCE = 3;

/** With vehicles that seem to stand in the slot while it is seen to be free: they do not. Nearer to it, both may be taken in by the own car. */
export function withDenied(known: KnownThings, map: ParkingMap, slot: ParkingSlot, from: Pose): KnownThings {
  const [dx, dy] = [(slot.left_x + slot.right_x) / 2 - from.x, (slot.left_y + slot.right_y) / 2 - from.y];
  if (slot.occupancy > DENIED || dx * dx + dy * dy < NEAR_ENTRANCE * NEAR_ENTRANCE) return known;
  const denied = differencesTo(known, map.obstacles).filter(
    ({ thing, shift }) => shift === Infinity && thing.kind === VEHICLE && isOfSlot(slot, thing),
  );
  if (denied.length === 0) return known;
  return { ...known, things: [...known.things, ...denied.map(({ thing }) => ({ ...thing }))] };
}

/** Whether the way is free of everything of the map. */
export function isWayFree(way: Way, map: ParkingMap, known: KnownThings): boolean {
  const slot = map.slots.find(({ id }) => id === way.slot);
  const differences = differencesTo(known, map.obstacles);
  const tolerance = toleranceOf(differences, goalShift(known.goal, way.goal));
  const [sure, fresh, unsure]: Polygon[][] = [[], [], takenSlots(map, way.slot)];
  for (const { thing, shift } of differences) {
    const isSlots = slot !== undefined && isOfSlot(slot, thing);
    if (isSlots && shift < Infinity) continue;
    (shift <= UNSURE || isSlots ? unsure : shift < Infinity ? sure : fresh).push(footprintPolygon(thing));
  }
  sure.push(...map.obstacles.filter(isMoving).flatMap(soonPolygons));
  const people = map.obstacles.filter(({ kind }) => kind === PERSON).map(footprintPolygon);
  return (
    isClear(way, unsure, -tolerance) &&
    isClear(way, sure, 0) &&
    isClear(way, fresh, FROM_NEW) &&
    isClear(way, people, FROM_PEOPLE)
  );
}

/** Whether something that was not known before stands in the slot. */
export const isNewlyTaken = (map: ParkingMap, known: KnownThings, slot: ParkingSlot): boolean =>
  differencesTo(known, map.obstacles).some(({ thing, shift }) => shift === Infinity && isOfSlot(slot, thing));

/** A margin below 0 makes the body smaller. */
function isClear({ points, at, ahead, car }: Way, obstacles: readonly Polygon[], margin: number): boolean {
  if (obstacles.length === 0) return true;
  const less = Math.max(0, -margin);
  const body = { ...car, front: car.front - less, rear: car.rear - less, halfWidth: car.halfWidth - less };
  const path = { points, length: 0, gearChanges: 0, duration: 0, clearance: 0 };
  const question = { path, obstacles, car: body, fromIndex: at, margin: Math.max(0, margin) };
  const { isFree, distance } = isPathFree(question);
  // what is further off may move, or turn out to be something else
  return isFree || distance > ahead;
}

/** Each thing beside the nearest known one, which is that of one thing only: the nearest to it. */
function differencesTo({ things: known }: KnownThings, things: readonly Footprint[]): Difference[] {
  const owners = known.map((one) => nearestIndex(things, one));
  return things.map((thing, i) => {
    const same = known[nearestIndex(known, thing)];
    const isSame = same !== undefined && apart(same, thing) < SAME && owners[known.indexOf(same)] === i;
    return { thing, shift: isSame ? outlineShift(same, thing) : Infinity };
  });
}

const apart = (a: Footprint, b: Footprint): number => {
  const [dx, dy] = [a.x - b.x, a.y - b.y];
  return Math.sqrt(dx * dx + dy * dy);
};

function nearestIndex(things: readonly Footprint[], to: Footprint): number {
  let best = -1;
  for (let i = 0; i < things.length; i++) if (best < 0 || apart(things[i], to) < apart(things[best], to)) best = i;
  return best;
}

const nearestOf = (things: readonly Footprint[], to: Footprint): number =>
  things.length === 0 ? Infinity : apart(things[nearestIndex(things, to)], to);

/** At most so far have points of the outline moved [m]. A rectangle looks the same turned by half a turn. */
function outlineShift(a: Footprint, b: Footprint): number {
  const turned = Math.abs(wrapToPi(2 * (a.yaw - b.yaw))) / 2;
  const [dl, dw] = [Math.abs(a.length - b.length) / 2, Math.abs(a.width - b.width) / 2];
  return apart(a, b) + Math.max(dl, dw) + (turned * Math.max(a.length, a.width)) / 2;
}

function goalShift(then: Pose, now: Pose): number {
  const [dx, dy] = [then.x - now.x, then.y - now.y];
  return Math.sqrt(dx * dx + dy * dy);
}

function toleranceOf(differences: readonly Difference[], slotShift: number): number {
  const shifts = differences.flatMap(({ shift }) => (shift < Infinity ? [shift] : []));
  shifts.push(slotShift);
  shifts.sort((a, b) => a - b);
  return Math.min(UNSURE, MEDIANS * shifts[Math.floor((shifts.length - 1) / 2)]);
}

const isMoving = ({ vx, vy }: Footprint): boolean => vx * vx + vy * vy > MOVING * MOVING;

const soonPolygons = (thing: Footprint): Polygon[] =>
  SOON.map((t) => footprintPolygon({ ...thing, x: thing.x + t * thing.vx, y: thing.y + t * thing.vy }));
