/**
 * Parking map: slots and obstacles of single views, fused over time in the frame of odometry.
 *
 * Each view is taken to where the car was when it was captured (odometry-history.ts). A slot is the same as one of the map where their
 * entrances lie within `gate` of each other and point the same way; its place is then filtered (slot-estimate.ts) and its occupancy
 * added up. What lies well inside the view and is missing several times in a row is forgotten. Slots keep their numbers.
 *
 * A view is taken in once, by its stamp. Without a new view nothing is published, so that whoever waits for a camera that froze notices.
 * Valid while odometry drifts by less than half a slot between two views of it.
 * Checked against: the batch mean of independent views, whose variance is r/n; true slots of a lot driven past.
 */
import { defineBlock, occasionalOutput, optionalInput } from '../../core/block.ts';
import type { FieldValues } from '../../core/schema.ts';
import { group, integer, param } from '../../core/schema.ts';
import { wrapToPi } from '../../math/angle.ts';
import type { Pose2 } from '../../math/pose2.ts';
import { createPose2 } from '../../math/pose2.ts';
import { cos, sin } from '../../math/trig.ts';
import type { Time } from '../../msgs/index.ts';
import {
  copyTime,
  Footprint,
  Footprints,
  Odometry,
  ParkingMap,
  ParkingSlot,
  ParkingSlots,
  timeToNs,
} from '../../msgs/index.ts';
import { areApart, footprintPolygon } from './map-obstacles.ts';
import type { ObstacleEstimate } from './obstacle-estimate.ts';
import { newObstacle, updateObstacle, writeObstacle } from './obstacle-estimate.ts';
import { createHistory, drivenDistance, poseAt, remember } from './odometry-history.ts';
import type { SlotEstimate } from './slot-estimate.ts';
import { entranceDistance2, newEstimate, seenVariance, updateEstimate, writeSlot } from './slot-estimate.ts';
import { footprintFrom, isInView, isOwn, slotFrom } from './view-to-map.ts';

const mapParams = {
  cornerNoise: param(0.02, 'm', 'standard deviation of a seen corner; larger averages over more views', { min: 1e-4 }),
  cornerNoisePerMetre: param(0.01, '', 'how much that grows with the distance from the car', { min: 0 }),
  odometryDrift: param(1e-4, 'm²/m', 'variance that odometry gains per metre; larger trusts new views more', {
    min: 0,
  }),
  gate: param(1, 'm', 'entrances nearer to each other than this are of one slot', { above: 0 }),
  turnGate: param(0.35, 'rad', 'slots whose directions differ by more are two', { above: 0 }),
  forgetAfter: integer(12, '', 'views without it, in a row, after which something is forgotten', { min: 1 }),
  believeAfter: integer(3, '', 'views of an obstacle before it is told; fewer believe sooner what is none', { min: 1 }),
  view: group(
    {
      extent: param(10, 'm', 'side of the square that is seen', { above: 0 }),
      centre: param(1.256, 'm', 'its centre ahead of base_link'),
      border: param(1.5, 'm', 'what is nearer to its border may be missed', { min: 0 }),
    },
    'what a view shows, to know what is missing in it',
  ),
  car: group(
    {
      front: param(3.268, 'm', 'nose ahead of base_link', { above: 0 }),
      rear: param(0.534, 'm', 'tail behind base_link', { min: 0 }),
      halfWidth: param(0.987, 'm', 'from the middle to a side', { above: 0 }),
    },
    'the own body: what is seen within it is the car itself, and what it hides is not missed',
  ),
};
type MapParams = FieldValues<typeof mapParams>;

interface MapState {
  readonly history: ReturnType<typeof createHistory>;
  slots: SlotEstimate[];
  obstacles: ObstacleEstimate[];
  /** Numbers given to slots so far. */
  counted: number;
  /** Stamps of the views taken in last [ns]. */
  slotsNs: number;
  obstaclesNs: number;
}

const pose = createPose2();
const seenSlot = ParkingSlot.create();

export const parkingMap = defineBlock({
  type: 'planning/parking-map',
  doc: 'Fuses slots and obstacles of single views into a map in the frame of odometry.',
  defaultPeriod: 0.05,
  params: mapParams,
  inputs: { slots: optionalInput(ParkingSlots), obstacles: optionalInput(Footprints), odom: Odometry },
  outputs: { map: occasionalOutput(ParkingMap) },
  init: (): MapState => ({
    history: createHistory(),
    slots: [],
    obstacles: [],
    counted: 0,
    slotsNs: -1,
    obstaclesNs: -1,
  }),
  step(params, state, { slots, obstacles, odom }, { map }) {
    if (odom.sequence > 0) remember(state.history, odom.value);
    const seesSlots = slots.sequence > 0 && takeSlots(params, state, slots.value);
    const seesObstacles = obstacles.sequence > 0 && takeObstacles(params, state, obstacles.value);
    if (!seesSlots && !seesObstacles) return;
    writeMap(params, state, map.value);
    copyTime(map.value.header.stamp, newer(slots.value.header.stamp, obstacles.value.header.stamp));
    map.value.header.frame_id = odom.value.header.frame_id;
    map.publish = true;
  },
});

const newer = (a: Time, b: Time): Time => (timeToNs(a) >= timeToNs(b) ? a : b);

/** Whether there was a new view, of which the car's pose is known. */
function takeSlots(params: MapParams, state: MapState, view: ParkingSlots): boolean {
  const stamp = timeToNs(view.header.stamp);
  if (stamp <= state.slotsNs || !poseAt(state.history, stamp, pose)) return false;
  state.slotsNs = stamp;
  const driven = drivenDistance(state.history);
  for (const slot of state.slots) slot.misses++;
  for (const seen of view.slots) {
    slotFrom(pose, seen, seenSlot);
    const r = seenVariance(params, entranceDistance(pose, seenSlot));
    const known = sameSlot(params, state.slots, seenSlot);
    if (known === undefined) state.slots.push(newEstimate(++state.counted, seenSlot, r, driven));
    else {
      updateEstimate(known, seenSlot, r, params.odometryDrift * Math.max(0, driven - known.seenAt));
      known.seenAt = driven;
    }
  }
  forget(params, state.slots, (slot) => [(slot.leftX + slot.rightX) / 2, (slot.leftY + slot.rightY) / 2]);
  return true;
}

function entranceDistance(from: Pose2, slot: ParkingSlot): number {
  const dx = (slot.left_x + slot.right_x) / 2 - from.x;
  const dy = (slot.left_y + slot.right_y) / 2 - from.y;
  return Math.sqrt(dx * dx + dy * dy);
}

/** The nearest slot of the map within the gates. */
function sameSlot(params: MapParams, slots: readonly SlotEstimate[], seen: ParkingSlot): SlotEstimate | undefined {
  let best: SlotEstimate | undefined;
  let least = params.gate * params.gate;
  for (const slot of slots) {
    const distance2 = entranceDistance2(slot, seen);
    if (distance2 >= least || Math.abs(wrapToPi(slot.direction - seen.direction)) > params.turnGate) continue;
    [best, least] = [slot, distance2];
  }
  return best;
}

function takeObstacles(params: MapParams, state: MapState, view: Footprints): boolean {
  const stamp = timeToNs(view.header.stamp);
  if (stamp <= state.obstaclesNs || !poseAt(state.history, stamp, pose)) return false;
  state.obstaclesNs = stamp;
  for (const obstacle of state.obstacles) obstacle.misses++;
  const things = view.footprints.map((seen) => {
    const thing = Footprint.create();
    footprintFrom(pose, seen, thing);
    return thing;
  });
  const others = things.filter(({ x, y }) => !isOwn(params.car, pose, x, y));
  const known = state.obstacles.slice();
  const seenOf = known.map((one) => nearestSeen(params, known, others, one));
  for (const seen of others) {
    const i = nearestKnown(params, known, seen);
    if (i >= 0 && !isBeside(seen, seenOf[i])) updateObstacle(known[i], seen, stamp / 1e9);
    else if (!state.obstacles.some((other, k) => standsIn(seen, other) && !isBeside(seen, seenOf[k])))
      state.obstacles.push(newObstacle(seen, stamp / 1e9));
  }
  forget(params, state.obstacles, ({ x, y }) => [x, y]);
  return true;
}

/** The known thing that is nearest to what was seen, within the gate; −1 for none. */
function nearestKnown(params: MapParams, known: readonly ObstacleEstimate[], seen: Footprint): number {
  let best = -1;
  let least = params.gate * params.gate;
  known.forEach((thing, i) => {
    const [dx, dy] = [thing.x - seen.x, thing.y - seen.y];
    if (dx * dx + dy * dy >= least) return;
    [best, least] = [i, dx * dx + dy * dy];
  });
  return best;
}

/** Of all that was seen and is nearest to a known thing, the nearest: that is it. */
function nearestSeen(
  params: MapParams,
  known: readonly ObstacleEstimate[],
  others: readonly Footprint[],
  thing: ObstacleEstimate,
): Footprint | undefined {
  let best: Footprint | undefined;
  let least = Infinity;
  for (const seen of others) {
    const [dx, dy] = [thing.x - seen.x, thing.y - seen.y];
    if (dx * dx + dy * dy >= least || known[nearestKnown(params, known, seen)] !== thing) continue;
    [best, least] = [seen, dx * dx + dy * dy];
  }
  return best;
}

/** Whether two rectangles were seen at once without reaching into each other: two things, however near. */
const isBeside = (seen: Footprint, own: Footprint | undefined): boolean =>
  own !== undefined && seen !== own && areApart(footprintPolygon(seen), footprintPolygon(own));

/** Views after which something is so well known that nothing else can stand in it, and how far that reaches beyond its rectangle [m]. */
const WELL_KNOWN = 10;
const ROOM = 0.3;

/** Whether what was seen would stand in something that is well known. */
function standsIn(seen: Footprint, other: ObstacleEstimate): boolean {
  if (other.views < WELL_KNOWN) return false;
  const [c, s] = [cos(other.yaw), sin(other.yaw)];
  const [dx, dy] = [seen.x - other.x, seen.y - other.y];
  return Math.abs(c * dx + s * dy) < other.length / 2 + ROOM && Math.abs(c * dy - s * dx) < other.width / 2 + ROOM;
}

/** Takes out, in place, what was missed too often; what cannot be seen from here is not missed. */
function forget<T extends { misses: number }>(
  params: MapParams,
  things: T[],
  placeOf: (thing: T) => readonly [x: number, y: number],
): void {
  let kept = 0;
  for (const thing of things) {
    if (thing.misses > 0 && !isInView(params.view, params.car, pose, placeOf(thing))) thing.misses--;
    if (thing.misses < params.forgetAfter) things[kept++] = thing;
  }
  things.length = kept;
}

/** Confidence grows with views and falls with misses. */
const confidenceOf = (params: MapParams, { views, misses }: { views: number; misses: number }): number =>
  (views / (views + 2)) * (1 - misses / params.forgetAfter);

function writeMap(params: MapParams, state: MapState, map: ParkingMap): void {
  state.slots.forEach((slot, i) => {
    if (i === map.slots.length) map.slots.push(ParkingSlot.create());
    writeSlot(slot, confidenceOf(params, slot), map.slots[i]);
  });
  map.slots.length = state.slots.length;
  let told = 0;
  for (const obstacle of state.obstacles) {
    if (obstacle.views < params.believeAfter) continue;
    if (told === map.obstacles.length) map.obstacles.push(Footprint.create());
    writeObstacle(obstacle, map.obstacles[told++]);
  }
  map.obstacles.length = told;
}
