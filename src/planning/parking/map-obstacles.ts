/**
 * What a plan has to keep clear of, as polygons: everything of the map that stands, and slots that are taken although nothing of what
 * stands there was made out.
 */
import { cos, sin } from '../../math/trig.ts';
import type { Footprint, ParkingMap, ParkingSlot } from '../../msgs/index.ts';
import type { Polygon } from '../problem.ts';
import { isIn } from './slot-goal.ts';

/** A kind of footprint. */
export const PERSON = 2;

/** More likely taken than this: it counts as taken. */
export const TAKEN = 0.5;
/** Views after which a slot is believed to be one: single pictures show slots that are none. */
const BELIEVED = 5;
/** A car leaves about this much of its slot free at each side [m]. */
const LEFT_FREE = 0.25;

function rectangle(x: number, y: number, yaw: number, half: readonly [length: number, width: number]): Polygon {
  const [c, s] = [cos(yaw), sin(yaw)];
  const [a, b] = half;
  const corner = (u: number, v: number) => [x + c * u - s * v, y + s * u + c * v];
  return Float64Array.from([corner(-a, -b), corner(a, -b), corner(a, b), corner(-a, b)].flat());
}

export const footprintPolygon = ({ x, y, yaw, length, width }: Footprint): Polygon =>
  rectangle(x, y, yaw, [length / 2, width / 2]);

/** Whether an edge of one of two convex polygons, counter-clockwise, has all of the other on its outer side. */
export const areApart = (a: Polygon, b: Polygon): boolean => hasAllOutside(a, b) || hasAllOutside(b, a);

function hasAllOutside(polygon: Polygon, other: Polygon): boolean {
  for (let i = 0, before = polygon.length - 2; i < polygon.length; before = i, i += 2) {
    const [dx, dy] = [polygon[i] - polygon[before], polygon[i + 1] - polygon[before + 1]];
    let isOutside = true;
    for (let k = 0; k < other.length && isOutside; k += 2)
      isOutside = dx * (other[k + 1] - polygon[i + 1]) - dy * (other[k] - polygon[i]) < 0;
    if (isOutside) return true;
  }
  return false;
}

/** The part of a taken slot in which a car is to be expected: its corners, moved inwards. */
function takenPolygon(slot: ParkingSlot): Polygon {
  const [c, s] = [cos(slot.direction), sin(slot.direction)];
  const [ex, ey] = [slot.right_x - slot.left_x, slot.right_y - slot.left_y];
  const width = Math.sqrt(ex * ex + ey * ey);
  const share = Math.min(0.4, LEFT_FREE / width);
  const corner = (along: number, depth: number) => [
    slot.left_x + along * ex + depth * c,
    slot.left_y + along * ey + depth * s,
  ];
  const [near, far] = [LEFT_FREE, slot.depth - LEFT_FREE];
  return Float64Array.from(
    [corner(share, near), corner(1 - share, near), corner(1 - share, far), corner(share, far)].flat(),
  );
}

/**
 * Whether a slot reaches over the entrance of another, or begins in the middle of it: two marks with the one between them missed look like a long slot along both, and a
 * front and a back mark like a slanted one. What stands in those is ourselves.
 */
function reachesInto(slot: ParkingSlot, other: ParkingSlot): boolean {
  const INSIDE = 0.5;
  const x = (other.left_x + other.right_x) / 2 + INSIDE * cos(other.direction);
  const y = (other.left_y + other.right_y) / 2 + INSIDE * sin(other.direction);
  const [middleX, middleY] = [(slot.left_x + slot.right_x) / 2, (slot.left_y + slot.right_y) / 2];
  return isIn(slot, x, y) || (isIn(other, middleX, middleY) && depthIn(other, middleX, middleY) > INSIDE);
}

/** How far a point lies beyond the entrance of a slot [m]. */
function depthIn(slot: ParkingSlot, x: number, y: number): number {
  const [dx, dy] = [x - (slot.left_x + slot.right_x) / 2, y - (slot.left_y + slot.right_y) / 2];
  return dx * cos(slot.direction) + dy * sin(slot.direction);
}

/** So far beside a slot what stands behind it still belongs to the row at its back [m]. */
const BESIDE = 3;

/** Whether a point lies at the back of a slot: the car ends before it, and what stands there is known worse than the slot. */
function isBehind(slot: ParkingSlot, x: number, y: number): boolean {
  const [c, s] = [cos(slot.direction), sin(slot.direction)];
  const [dx, dy] = [x - (slot.left_x + slot.right_x) / 2, y - (slot.left_y + slot.right_y) / 2];
  const [ex, ey] = [slot.right_x - slot.left_x, slot.right_y - slot.left_y];
  const half = Math.abs(ey * c - ex * s) / 2;
  return depthIn(slot, x, y) > slot.depth && Math.abs(dy * c - dx * s) < half + BESIDE;
}

/** Whether what stands somewhere is judged with a slot: in it, by its occupancy, or behind it. What stands before its entrance is in the way. */
export const isOfSlot = (slot: ParkingSlot, thing: Footprint): boolean =>
  isBehind(slot, thing.x, thing.y) || standsIn(slot, thing);

/** Whether its middle lies in a slot. */
export const standsIn = (slot: ParkingSlot, { x, y }: Footprint): boolean =>
  isIn(slot, x, y) && depthIn(slot, x, y) > 0;

/** Everything but what stands in the chosen slot, and behind it. */
export function mapObstacles(map: ParkingMap, chosen: number): Polygon[] {
  const goal = map.slots.find(({ id }) => id === chosen);
  const standing = map.obstacles.filter((thing) => goal === undefined || !isOfSlot(goal, thing));
  return [...standing.map(footprintPolygon), ...takenSlots(map, chosen)];
}

/** Where cars are to be expected although none was made out: in slots that are taken, but for the chosen one and what reaches over it. */
export function takenSlots(map: ParkingMap, chosen: number): Polygon[] {
  const goal = map.slots.find(({ id }) => id === chosen);
  const taken = map.slots.filter(
    (slot) =>
      slot.id !== chosen &&
      slot.views >= BELIEVED &&
      slot.occupancy > TAKEN &&
      !(goal !== undefined && reachesInto(slot, goal)) &&
      !map.obstacles.some(({ x, y }) => isIn(slot, x, y)),
  );
  return taken.map(takenPolygon);
}
