/**
 * Which slots are taken, and by what: cars of random shape and colour that fit, a little off the middle of their slots and a little turned.
 *
 * Of the slots that are neither listed nor excepted, round(fraction × number) are drawn without replacement. Every car has a random stream of its own,
 * named after its slot, so that a slot taken or freed changes no other car.
 */
import { InputError } from '../../core/input-error.ts';
import { PI, wrapToPi } from '../../math/angle.ts';
import type { RandomStream } from '../../math/random.ts';
import { createStream, uniform, uniformBetween } from '../../math/random.ts';
import { cos, sin } from '../../math/trig.ts';
import type { Colour } from '../scene.ts';
import type { CarShape } from './car-shapes.ts';
import { CAR_COLOURS, CAR_SHAPE } from './car-shapes.ts';
import type { ParkedDocument } from './lot-schema.ts';
import type { Slot } from './slot.ts';

export interface ParkedCar {
  readonly slot: number;
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
  readonly shape: CarShape;
  readonly colour: Colour;
}

/** Room that a car leaves in its slot, lengthwise and to each side [m]. */
const ROOM_ALONG = 0.2;
const ROOM_ASIDE = 0.1;

/** Numbers of the slots with a car in them. */
export function takenSlots(parked: ParkedDocument, slots: readonly Slot[], path: string): Set<number> {
  const known = new Set(slots.map(({ id }) => id));
  for (const key of ['slots', 'except'] as const) {
    const stray = parked[key].findIndex((id) => !known.has(id));
    if (stray >= 0)
      throw new InputError(
        `${path}.${key}[${stray}]`,
        `there is no slot ${parked[key][stray]} in this lot; it has ${slots[0].id} to ${slots[slots.length - 1].id}`,
      );
  }
  const both = parked.slots.find((id) => parked.except.includes(id));
  if (both !== undefined) throw new InputError(`${path}.except`, `slot ${both} is listed as taken, too`);
  const open = slots.map(({ id }) => id).filter((id) => !parked.slots.includes(id) && !parked.except.includes(id));
  const stream = createStream(parked.seed, `world/lots/taken/${slots[0].id}`);
  const count = Math.round(parked.fraction * open.length);
  for (let i = 0; i < count; i++) {
    const other = i + Math.min(open.length - 1 - i, Math.floor(uniform(stream) * (open.length - i)));
    [open[i], open[other]] = [open[other], open[i]];
  }
  return new Set([...parked.slots, ...open.slice(0, count)]);
}

/** The car in a slot. */
export function parkedCar(parked: ParkedDocument, slot: Slot): ParkedCar {
  const stream = createStream(parked.seed, `world/lots/car/${slot.id}`);
  const shapes = parked.shapes.map((name) => CAR_SHAPE[name]);
  const fitting = shapes.filter((shape) => fits(shape, slot));
  const shape = pick(stream, fitting.length > 0 ? fitting : shapes);
  const colour = pick(stream, CAR_COLOURS);
  const isOut = uniform(stream) < 0.5;
  const along = spread(stream, parked.offset, (slot.length - shape.length - ROOM_ALONG) / 2);
  const across = spread(stream, parked.offset, (slot.width - shape.width) / 2 - ROOM_ASIDE);
  const turn = uniformBetween(stream, -parked.turn, parked.turn);
  const nose = parked.nose === 'out' || (parked.nose === 'either' && isOut) ? PI : 0;
  const [c, s] = [cos(slot.heading), sin(slot.heading)];
  return {
    slot: slot.id,
    x: slot.x + c * along - s * across,
    y: slot.y + s * along + c * across,
    yaw: wrapToPi(slot.heading + nose + turn),
    shape,
    colour,
  };
}

const fits = (shape: CarShape, slot: Slot): boolean =>
  shape.length + ROOM_ALONG <= slot.length && shape.width + 2 * ROOM_ASIDE <= slot.width;

const pick = <T>(stream: RandomStream, from: readonly T[]): T =>
  from[Math.min(from.length - 1, Math.floor(uniform(stream) * from.length))];

/** A distance up to `most`, as far as there is room. */
function spread(stream: RandomStream, most: number, room: number): number {
  const limit = Math.max(0, Math.min(most, room));
  return uniformBetween(stream, -limit, limit);
}
