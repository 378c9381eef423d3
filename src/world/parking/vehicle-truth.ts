/**
 * What a perfect detector of vehicles and obstacles would find: rectangles on the ground around everything that stands within a range, in base_link.
 *
 *   p_base = R(−ψ) (p_map − p_car),   v_base = R(ψ_b − ψ) (v_x − ω y, v_y + ω x)        of the middle (x, y) of body b in its own frame
 *
 * Parked cars, walls, pillars and kerbs of lots, other solids of the world, and bodies of traffic. A body no longer and no wider than 1.2 m and at least 0.9 m tall is a
 * person.
 * Velocities are over the ground, seen in the axes of base_link.
 * Reads the truth. Checked against: places and velocities by hand, from turned cars.
 */
import { defineBlock, optionalInput } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import { param, text } from '../../core/schema.ts';
import { wrapToPi } from '../../math/angle.ts';
import { cos, sin } from '../../math/trig.ts';
import type { Body } from '../../msgs/index.ts';
import { Bodies, copyTime, Footprint, Footprints, VehicleState } from '../../msgs/index.ts';
import type { Solid } from '../scene.ts';
import { worldOf, worldProblem } from '../world.ts';
import type { WorldDocument } from '../world-schema.ts';
import { worldParams } from '../world-schema.ts';

/** Kinds as messages count them. */
const enum Kind {
  UNKNOWN,
  VEHICLE,
  PERSON,
  BUILT,
}

/** A rectangle on the ground in map [m, rad], and how high what stands there is. */
interface Rectangle {
  kind: number;
  x: number;
  y: number;
  yaw: number;
  length: number;
  width: number;
  height: number;
}

/** A person is at least this tall, and at most so long and wide [m]. */
const SHORTEST_PERSON = 0.9;
const WIDEST_PERSON = 1.2;

/** Everything that never moves. */
const standingThings = derivedFrom((document: WorldDocument): readonly Rectangle[] => {
  const { things, scene } = worldOf(document);
  return [
    ...scene.solids.slice(0, document.solids.length).map(rectangleAround),
    ...things.map(({ kind, x, y, yaw, length, width, height }) => ({
      kind: kind === 'vehicle' ? Kind.VEHICLE : Kind.BUILT,
      x,
      y,
      yaw,
      length,
      width,
      height,
    })),
  ];
});

/** The rectangle around a solid, along its own axes. */
function rectangleAround({ footprint, x, y, yaw, top }: Solid): Rectangle {
  const along = footprint.filter((_, k) => k % 2 === 0);
  const across = footprint.filter((_, k) => k % 2 === 1);
  const [rear, front] = [Math.min(...along), Math.max(...along)];
  const [right, left] = [Math.min(...across), Math.max(...across)];
  const [middleX, middleY] = [0.5 * (rear + front), 0.5 * (right + left)];
  const [c, s] = [cos(yaw), sin(yaw)];
  return {
    kind: Kind.UNKNOWN,
    x: x + c * middleX - s * middleY,
    y: y + s * middleX + c * middleY,
    yaw,
    length: front - rear,
    width: left - right,
    height: top,
  };
}

export const vehicleTruth = defineBlock({
  type: 'world/vehicle-truth',
  doc: 'The vehicles, people and obstacles that a perfect detector would find, as rectangles in base_link.',
  params: {
    world: worldParams,
    range: param(10, 'm', 'how far the nearest place of a rectangle may be from base_link', { above: 0 }),
    minHeight: param(0.1, 'm', 'what is not higher than this is left out, as wheel stops are', { min: 0 }),
    ownBody: text('', 'name of the body that is not told, as it is the one that looks'),
  },
  defaultPeriod: 0.1,
  inputs: { state: VehicleState, bodies: optionalInput(Bodies) },
  outputs: { footprints: Footprints },
  check: ({ world }) => worldProblem(world),
  init: () => ({}),

  step(params, _state, { state, bodies }, outputs) {
    if (state.sequence === 0) {
      outputs.footprints.publish = false;
      return;
    }
    const car = state.value;
    const { header, footprints } = outputs.footprints.value;
    copyTime(header.stamp, car.stamp);
    header.frame_id = 'base_link';
    let count = 0;
    const things = standingThings(params.world);
    for (let i = 0; i < things.length; i++) {
      const thing = things[i];
      if (thing.height <= params.minHeight || !isWithin(thing, car, params.range)) continue;
      writeRectangle(nth(footprints, count++), thing, car, 0, 0);
    }
    const others = bodies.value.bodies;
    for (let i = 0; i < others.length; i++) {
      if (others[i].name === params.ownBody) continue;
      placeBody(moving, others[i]);
      if (moving.height <= params.minHeight || !isWithin(moving, car, params.range)) continue;
      const middle = 0.5 * (others[i].front - others[i].rear);
      writeRectangle(nth(footprints, count++), moving, car, others[i].vx, others[i].vy + others[i].yaw_rate * middle);
    }
    footprints.length = count;
  },
});

const moving: Rectangle = { kind: 0, x: 0, y: 0, yaw: 0, length: 0, width: 0, height: 0 };

function placeBody(rectangle: Rectangle, body: Body): void {
  const middle = 0.5 * (body.front - body.rear);
  rectangle.length = body.front + body.rear;
  rectangle.width = 2 * body.half_width;
  const isSlim = Math.max(rectangle.length, rectangle.width) <= WIDEST_PERSON;
  rectangle.kind = isSlim && body.top - body.bottom >= SHORTEST_PERSON ? Kind.PERSON : Kind.VEHICLE;
  rectangle.x = body.x + middle * cos(body.yaw);
  rectangle.y = body.y + middle * sin(body.yaw);
  rectangle.yaw = body.yaw;
  rectangle.height = body.top;
}

/** The n-th of a list that grows. */
function nth(footprints: Footprint[], n: number): Footprint {
  if (n === footprints.length) footprints.push(Footprint.create());
  return footprints[n];
}

/** Whether the place of a rectangle nearest to base_link is that near. */
function isWithin({ x, y, yaw, length, width }: Rectangle, car: VehicleState, range: number): boolean {
  const [c, s] = [cos(yaw), sin(yaw)];
  const [dx, dy] = [car.x - x, car.y - y];
  const along = Math.max(0, Math.abs(c * dx + s * dy) - 0.5 * length);
  const across = Math.max(0, Math.abs(c * dy - s * dx) - 0.5 * width);
  return along * along + across * across <= range * range;
}

/** A rectangle as it is seen from the car; vx, vy is the velocity of its middle in its own axes. */
function writeRectangle(out: Footprint, rectangle: Rectangle, car: VehicleState, vx: number, vy: number): void {
  const [c, s] = [cos(car.yaw), sin(car.yaw)];
  const [dx, dy] = [rectangle.x - car.x, rectangle.y - car.y];
  out.kind = rectangle.kind;
  out.x = c * dx + s * dy;
  out.y = c * dy - s * dx;
  out.yaw = wrapToPi(rectangle.yaw - car.yaw);
  out.length = rectangle.length;
  out.width = rectangle.width;
  const [turnCos, turnSin] = [cos(out.yaw), sin(out.yaw)];
  out.vx = turnCos * vx - turnSin * vy;
  out.vy = turnSin * vx + turnCos * vy;
  out.confidence = 1;
}
