/**
 * The referee of parking: how a car stands in relation to a slot, and how near it is to anything.
 *
 *   c = base_link + ½ (front − rear) (cos ψ, sin ψ)                     middle of the body
 *   w = middle of the slot + depthOffset d                              where it should be      d  into the slot
 *   (longitudinal, lateral) = R(−ψ_w) (c − w),   heading = ψ − ψ_w      ψ_w  along the slot, nose in or out
 *
 * In a parallel slot nose in means that the entrance is on the left of the car, as for somebody who parks at the right-hand side of a road.
 * `inside` asks for all corners of the body within the inner edges of the paint, entrance and back included. `parked` is inside and at rest for half a second.
 * A change of direction counts when the car moves the other way by more than 0.02 m/s.
 *
 * Reads the exact truth. Checked against: poses placed by hand, distances by hand and brute force.
 */
import { defineBlock, optionalInput } from '../../core/block.ts';
import { choice, integer, param, text } from '../../core/schema.ts';
import { HALF_PI, PI, wrapToPi } from '../../math/angle.ts';
import { cos, sin } from '../../math/trig.ts';
import { Bodies, copyTime, ParkingError, PoseStamped, timeToNs, VehicleState } from '../../msgs/index.ts';
import type { ConvexShape } from '../contact/convex-shape.ts';
import { createBoxShape, placeBox } from '../contact/convex-shape.ts';
import type { Slot } from '../lots/slot.ts';
import { worldOf, worldProblem } from '../world.ts';
import { worldParams } from '../world-schema.ts';
import type { Outline } from './room-around.ts';
import { roomAround, standing } from './room-around.ts';
import type { KnownSlot } from './slot-occupancy.ts';
import { knownSlots } from './slot-occupancy.ts';

/** Slower than this is at rest, and for how long it has to be [m/s, rad/s, ns]. */
const REST = 0.005;
const REST_NS = 500_000_000;
/** Faster than this has a direction [m/s]. */
const MOVING = 0.02;

interface ProbeState {
  /** Since when it is at rest; −1 while it moves [ns]. */
  restSinceNs: number;
  /** Latest direction of travel: −1, 0 or 1. */
  travel: number;
  gearChanges: number;
}

const shape = createBoxShape();

export const parkingProbe = defineBlock({
  type: 'world/parking-probe',
  doc: 'The referee of parking: errors of a car to its slot, least distance to everything, whether it is parked.',
  params: {
    world: worldParams,
    slot: integer(0, '', 'number of the slot; 0 for the one nearest to the latest goal', { min: 0 }),
    nose: choice('either', ['in', 'out', 'either'], 'which way the car should stand'),
    depthOffset: param(0, 'm', 'how far beyond the middle of the slot the middle of the car should be, inwards'),
    front: param(3.2677, 'm', 'reach of the body ahead of base_link', { min: 0 }),
    rear: param(0.5345, 'm', 'reach of the body behind base_link', { min: 0 }),
    halfWidth: param(0.987, 'm', 'reach of the body to each side', { above: 0 }),
    bottom: param(0.15, 'm', 'height of its lower face; what is lower is driven over'),
    top: param(1.475, 'm', 'height of its upper face'),
    clearanceLimit: param(10, 'm', 'the largest clearance that is told', { above: 0 }),
    ownBody: text('', 'name of the body that is the car itself'),
  },
  defaultPeriod: 0.01,
  inputs: { state: VehicleState, bodies: optionalInput(Bodies), goal: optionalInput(PoseStamped) },
  outputs: { error: ParkingError },

  check({ world, slot, front, rear, bottom, top }) {
    const problem = worldProblem(world);
    if (problem !== undefined) return problem;
    const { slots } = worldOf(world);
    if (slot > slots.length) return ['slot', `there is no slot ${slot}; the world has ${slots.length}`];
    if (front + rear === 0) return ['front', 'expected a body with a length, got front 0 and rear 0'];
    if (top <= bottom) return ['top', `expected more than bottom, which is ${bottom}, got ${top}`];
    return undefined;
  },

  init: (): ProbeState => ({ restSinceNs: -1, travel: 0, gearChanges: 0 }),

  step(params, memory, { state, bodies, goal }, { error }) {
    if (state.sequence === 0) {
      error.publish = false;
      return;
    }
    const car = state.value;
    const out = error.value;
    const nowNs = timeToNs(car.stamp);
    followMotion(memory, car, nowNs);
    copyTime(out.stamp, car.stamp);
    out.gear_changes = memory.gearChanges;

    // the outline of the body, and what is near
    const { front, rear, halfWidth, bottom, top } = params;
    const middle = 0.5 * (front - rear);
    const length = front + rear;
    const [x, y] = [car.x + middle * cos(car.yaw), car.y + middle * sin(car.yaw)];
    placeBox(shape, { x: car.x, y: car.y, yaw: car.yaw, front, rear, half_width: halfWidth });
    const radius = 0.5 * Math.sqrt(length * length + 4 * halfWidth * halfWidth);
    const outline: Outline = { shape, x, y, radius, bottom, top };
    out.clearance = roomAround(
      outline,
      standing(params.world),
      bodies.value.bodies,
      params.ownBody,
      params.clearanceLimit,
    );

    // how it stands in the slot
    const known = knownSlots(params.world);
    const wanted =
      params.slot > 0 ? known[params.slot - 1] : goal.sequence > 0 ? nearest(known, goal.value) : undefined;
    out.slot = wanted?.slot.id ?? 0;
    out.inside = wanted !== undefined && isInside(shape, wanted);
    out.parked = out.inside && memory.restSinceNs >= 0 && nowNs - memory.restSinceNs >= REST_NS;
    if (wanted === undefined) out.longitudinal = out.lateral = out.heading = 0;
    else compare(out, wanted.slot, params, x, y, car.yaw);
  },
});

/** Notes rest and changes of direction. */
function followMotion(memory: ProbeState, { vx, vy, yaw_rate: yawRate }: VehicleState, nowNs: number): void {
  const isAtRest = Math.abs(vx) < REST && Math.abs(vy) < REST && Math.abs(yawRate) < REST;
  if (!isAtRest) memory.restSinceNs = -1;
  else if (memory.restSinceNs < 0) memory.restSinceNs = nowNs;
  if (Math.abs(vx) <= MOVING) return;
  const travel = vx > 0 ? 1 : -1;
  if (memory.travel === -travel) memory.gearChanges++;
  memory.travel = travel;
}

function nearest(known: readonly KnownSlot[], { pose: { position } }: PoseStamped): KnownSlot | undefined {
  let least = Infinity;
  let found: KnownSlot | undefined;
  for (let i = 0; i < known.length; i++) {
    const [dx, dy] = [known[i].slot.x - position.x, known[i].slot.y - position.y];
    if (dx * dx + dy * dy >= least) continue;
    least = dx * dx + dy * dy;
    found = known[i];
  }
  return found;
}

/** Whether all corners are behind all edges of the slot, by half the width of its paint. */
function isInside(body: ConvexShape, { shape: { points, normals, count }, slot }: KnownSlot): boolean {
  for (let i = 0; i < 2 * count; i += 2) {
    for (let k = 0; k < 2 * body.count; k += 2) {
      const [dx, dy] = [body.points[k] - points[i], body.points[k + 1] - points[i + 1]];
      if (dx * normals[i] + dy * normals[i + 1] > -0.5 * slot.lineWidth) return false;
    }
  }
  return true;
}

interface Wish {
  readonly nose: 'in' | 'out' | 'either';
  readonly depthOffset: number;
}

/** Writes the errors of a body with its middle at x, y. */
function compare(out: ParkingError, slot: Slot, wish: Wish, x: number, y: number, yaw: number): void {
  const turned = Math.abs(wrapToPi(yaw - slot.heading)) > HALF_PI;
  const isOut = wish.nose === 'out' || (wish.nose === 'either' && turned);
  const heading = slot.heading + (isOut ? PI : 0);
  const dx = x - slot.x - wish.depthOffset * cos(slot.direction);
  const dy = y - slot.y - wish.depthOffset * sin(slot.direction);
  const [c, s] = [cos(heading), sin(heading)];
  out.longitudinal = c * dx + s * dy;
  out.lateral = c * dy - s * dx;
  out.heading = wrapToPi(yaw - heading);
}
