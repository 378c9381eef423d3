/**
 * Parking lots of a world: from rows of slots to paint, things that stand there, and the slots themselves. Pure and deterministic: equal documents give
 * equal lots.
 */
import { InputError } from '../../core/input-error.ts';
import type { Area, Colour, Shadow, Solid, Stripe } from '../scene.ts';
import { colourOf } from '../world-values.ts';
import { carSolids } from './car-shapes.ts';
import type { LotThing, PaintedThing } from './furniture.ts';
import { rowFurniture, wallsOf } from './furniture.ts';
import type { LotDocument } from './lot-schema.ts';
import { countStripes, rowStripes } from './markings.ts';
import type { ParkedCar } from './parked-cars.ts';
import { parkedCar, takenSlots } from './parked-cars.ts';
import { shadeBelow, shadowOf } from './shadows.ts';
import type { Slot } from './slot.ts';
import { rowSlots, slotCorners } from './slot.ts';

/** What the lots of a world add to it. */
export interface Lots {
  readonly areas: readonly Area[];
  readonly stripes: readonly Stripe[];
  readonly shadows: readonly Shadow[];
  readonly solids: readonly Solid[];
  readonly slots: readonly Slot[];
  /** Parked cars and all else that stands in the lots, one box each. */
  readonly things: readonly LotThing[];
}

const MOST_SLOTS = 2000;
const MOST_STRIPES = 50_000;

export function lotsOf(documents: readonly LotDocument[], ground: Colour, path: string): Lots {
  const lots: Lots[] = [];
  let slots = 0;
  let stripes = 0;
  documents.forEach((document, i) => {
    const at = `${path}[${i}]`;
    const own = document.rows.reduce((sum, row) => sum + row.slots, 0);
    slots += own;
    if (slots > MOST_SLOTS)
      throw new InputError(`${at}.rows`, `expected at most ${MOST_SLOTS} slots in all lots, got ${slots}`);
    stripes += document.rows.reduce((sum, row) => sum + countStripes(row, document.lines), 0);
    if (stripes > MOST_STRIPES)
      throw new InputError(
        `${at}.lines.wear.length`,
        `expected at most ${MOST_STRIPES} pieces of paint in all lots, got ${stripes} of ${document.lines.wear.length} m`,
      );
    lots.push(lotOf(document, ground, slots - own, at));
  });
  return {
    areas: lots.flatMap(({ areas }) => areas),
    stripes: lots.flatMap((lot) => lot.stripes),
    shadows: lots.flatMap(({ shadows }) => shadows),
    solids: lots.flatMap(({ solids }) => solids),
    slots: lots.flatMap((lot) => lot.slots),
    things: lots.flatMap(({ things }) => things),
  };
}

/** One lot, whose slots are counted on from those `before` it. */
function lotOf(document: LotDocument, ground: Colour, before: number, path: string): Lots {
  const { rows, lines, parked, sun } = document;
  const prefix = document.name === '' ? '' : `${document.name} `;
  // slots, and who stands in them
  let id = before + 1;
  const marked = rows.flatMap((row) => {
    const slots = rowSlots(row, id, lines.width);
    id += row.slots;
    return slots;
  });
  const taken = takenSlots(parked, marked, `${path}.parked`);
  const slots = marked.map((slot) => (taken.has(slot.id) ? { ...slot, taken: true } : slot));
  const cars = slots.filter((slot) => slot.taken).map((slot) => parkedCar(parked, slot));
  const carThings = cars.map((car) => thingOf(car, prefix));

  // what else stands there
  const furniture = [
    ...rows.flatMap((row, k) =>
      rowFurniture(row, rows.length > 1 ? `${prefix}row_${k + 1} ` : prefix, `${path}.rows[${k}]`),
    ),
    ...wallsOf(document.walls, prefix, `${path}.walls`),
  ];
  const things = [...carThings, ...furniture];

  // paint
  const surface = surfaceOf(document, slots, path);
  const paint = faded(colourOf(lines.colour, `${path}.lines.colour`), surface?.colour ?? ground, lines.fading);
  return {
    areas: surface === undefined ? [] : [surface],
    stripes: rows.flatMap((row, k) => rowStripes(row, lines, paint, `${before}/${k}`)),
    shadows: [
      ...(sun === undefined ? [] : things.filter(({ height }) => height > 0.3).map((thing) => shadowOf(thing, sun))),
      ...(document.shade ? carThings.map(shadeBelow) : []),
    ],
    solids: [
      ...cars.flatMap((car, k) =>
        carSolids(car.shape, car.colour, { name: carThings[k].name, x: car.x, y: car.y, yaw: car.yaw }),
      ),
      ...furniture.map(boxOf),
    ],
    slots,
    things,
  };
}

const thingOf = ({ slot, x, y, yaw, shape }: ParkedCar, prefix: string): LotThing => ({
  name: `${prefix}parked_${slot}`,
  kind: 'vehicle',
  x,
  y,
  yaw,
  length: shape.length,
  width: shape.width,
  height: shape.height,
});

function boxOf({ name, x, y, yaw, length, width, height, colour }: PaintedThing): Solid {
  const [a, b] = [length / 2, width / 2];
  return { name, x, y, yaw, footprint: Float64Array.of(-a, -b, a, -b, a, b, -a, b), bottom: 0, top: height, colour };
}

const faded = (paint: Colour, below: Colour, share: number): Colour => {
  const mixed = (k: number) => Math.round(paint[k] + share * (below[k] - paint[k]));
  return [mixed(0), mixed(1), mixed(2)];
};

/** A rectangle around all slots of a lot, with the sides east and north. */
function surfaceOf({ surface }: LotDocument, slots: readonly Slot[], path: string): Area | undefined {
  if (surface === undefined) return undefined;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const slot of slots) {
    const corners = slotCorners(slot);
    for (let k = 0; k < corners.length; k += 2) {
      west = Math.min(west, corners[k]);
      east = Math.max(east, corners[k]);
      south = Math.min(south, corners[k + 1]);
      north = Math.max(north, corners[k + 1]);
    }
  }
  const { margin } = surface;
  return {
    points: Float64Array.of(
      west - margin,
      south - margin,
      east + margin,
      south - margin,
      east + margin,
      north + margin,
      west - margin,
      north + margin,
    ),
    colour: colourOf(surface.colour, `${path}.surface.colour`),
  };
}
