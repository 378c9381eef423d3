/**
 * A parking lot around a car, by chance: rows of slots on one or both sides of an aisle, parked cars, people, pillars, letters, shadows, lamps
 * and water. Everything is in the frame of the car's rear axle (base_link).
 */
import { cos, sin } from '../../src/math/trig.ts';
import type { Area, Colour, Lamp, Scene, Shadow, Solid, Stripe } from '../../src/world/scene.ts';
import { Chance } from './chance.ts';
import type { Line, Mark, RowPlace, Slot, SlotKind } from './marked-row.ts';
import { planRow, rowOf } from './marked-row.ts';
import type { Wear } from './paint.ts';
import { isClearOf, letters, stripeOf, wornLine } from './paint.ts';
import type { Box } from './parked-car.ts';
import { carSolids, cornersOf, overlaps } from './parked-car.ts';
import { CAR_COLOURS, CAR_SHAPE, carSolids as lotCarSolids } from '../../src/world/lots/car-shapes.ts';
import { CAR_SHAPES } from '../../src/world/lots/lot-schema.ts';

export const conditions = ['day', 'night', 'wet', 'worn', 'slanted', 'shadow', 'parallel'] as const;
export type Condition = (typeof conditions)[number];

export interface Thing {
  readonly kind: 'vehicle' | 'person' | 'other';
  readonly box: Box;
  /** Which of the scene's solids it is: from, up to and without. */
  readonly solids: readonly [number, number];
}

export interface Lot {
  readonly condition: Condition;
  readonly scene: Scene;
  readonly sun: { readonly azimuth: number; readonly elevation: number };
  readonly marks: readonly Mark[];
  readonly slots: readonly Slot[];
  readonly things: readonly Thing[];
  /** What is painted, with its width: for telling which marks are whole. */
  readonly paint: readonly { readonly line: Line; readonly width: number }[];
}

/** The Mini, from above. */
const EGO: Box = { x: 1.3667, y: 0, yaw: 0, length: 3.802, width: 1.974 };
const CENTRE = 1.25565;

export function randomLot(condition: Condition, seed: number): Lot {
  const chance = new Chance(seed, `lot/${condition}`);
  const sun = { azimuth: chance.around(Math.PI), elevation: chance.between(0.35, 1.4) };
  const rows = placeRows(condition, chance).map(({ plan, place }) => rowOf(plan, place));
  const marks = rows.flatMap((row) => row.marks);
  const slots = rows.flatMap((row) => row.slots);

  const grey = chance.between(45, 135);
  const tint = () => grey + chance.around(8);
  const ground: Colour = [tint(), tint(), tint()];
  const wear: Wear =
    condition === 'worn'
      ? { fraction: chance.between(0.05, 0.3), length: chance.between(0.06, 0.5) }
      : { fraction: 0, length: 1 };
  const colour = paintColour(grey, condition, chance);
  const paint = rows.flatMap((row) =>
    row.lines.flatMap((line) => wornLine(line, wear, chance).map((piece) => ({ line: piece, width: row.lineWidth }))),
  );
  const stripes: Stripe[] = paint.map(({ line, width }) => stripeOf(line, width, colour));
  const lines = rows.flatMap((row) => row.lines);
  stripes.push(...extraPaint(slots, lines, colour, chance));

  const things: Thing[] = [];
  const solids: Solid[] = [];
  const place = (kind: Thing['kind'], box: Box, made: readonly Solid[]) => {
    if (overlaps(box, EGO, 0.15) || things.some((other) => overlaps(box, other.box, 0.05))) return;
    things.push({ kind, box, solids: [solids.length, solids.length + made.length] });
    solids.push(...made);
  };
  const isFull = chance.between(0.2, 0.8);
  for (const slot of slots) {
    if (!chance.happens(isFull)) continue;
    placeCar((size) => carIn(slot, size, chance), chance, place);
  }
  strewThings(slots, chance, place);
  if (chance.happens(0.2)) solids.push(...wheelStops(slots, things, chance));

  return {
    condition,
    sun,
    marks,
    slots,
    things,
    paint,
    scene: {
      ground: {
        colour: ground,
        areas: stains(ground, chance),
        stripes,
        shadows: shadowsOf(things, sun, condition, chance),
      },
      sky: [chance.between(120, 220), chance.between(150, 225), chance.between(190, 245)],
      solids,
      ...lightingOf(condition, chance),
    },
  };
}

/** One row, or two that face each other over an aisle, at any distance and mostly along the car. */
function placeRows(condition: Condition, chance: Chance) {
  const kindOf = (): SlotKind =>
    condition === 'parallel'
      ? 'parallel'
      : condition === 'slanted'
        ? 'angled'
        : chance.happens(0.8)
          ? 'perpendicular'
          : chance.one(['parallel', 'angled']);
  const plan = planRow(kindOf(), chance);
  const yaw = chance.happens(0.55) ? chance.around(0.2) : chance.around(Math.PI);
  const side = chance.one([-1, 1]);
  const distance = chance.happens(0.75) ? chance.between(1.4, 4.2) : chance.between(-3, 4.6);
  const aisle = chance.between(3.2, 8);
  /** Of a row whose v points to the given side of the direction `yaw`. */
  const placeOf = (count: number, pitch: number, towards: number, away: number): RowPlace => {
    const along = towards > 0 ? yaw : yaw + Math.PI;
    const u = -chance.between(0.15, 0.85) * count * pitch;
    const [c, s] = [cos(along), sin(along)];
    return { x: CENTRE + c * u - s * away, y: s * u + c * away, yaw: along };
  };
  const pitchOf = (p: typeof plan) => p.width / sin(p.angle);
  const rows = [{ plan, place: placeOf(plan.count, pitchOf(plan), side, distance) }];
  if (chance.happens(0.6) && aisle - distance > 1.2) {
    const other = chance.happens(0.7) ? { ...plan, angle: Math.PI - plan.angle } : planRow(kindOf(), chance);
    rows.push({ plan: other, place: placeOf(other.count, pitchOf(other), -side, aisle - distance) });
  }
  return rows;
}

function paintColour(grey: number, condition: Condition, chance: Chance): Colour {
  const strength = condition === 'worn' ? chance.between(0.45, 0.9) : chance.between(0.7, 1);
  const full: Colour = chance.happens(0.75) ? [250, 250, 245] : chance.happens(0.7) ? [245, 205, 60] : [90, 150, 235];
  return full.map((level) => grey + (level - grey) * strength) as unknown as Colour;
}

/** Letters, numbers and stray lines in slots and on the aisle, never on the lines of rows: they would make marks of their own there. */
function extraPaint(slots: readonly Slot[], rows: readonly Line[], colour: Colour, chance: Chance): Stripe[] {
  const stripes: Stripe[] = [];
  const paint = (lines: readonly Line[], width: number) => {
    if (lines.every((line) => isClearOf(line, rows, 0.2)))
      stripes.push(...lines.map((line) => stripeOf(line, width, colour)));
  };
  const write = (x: number, y: number, yaw: number) => {
    const width = chance.between(0.06, 0.14);
    paint(letters(x, y, yaw, chance), width);
  };
  if (chance.happens(0.3))
    for (const { left, right, direction, depth } of slots) {
      if (!chance.happens(0.6)) continue;
      const [t, v] = [chance.between(0.2, 0.4), chance.between(0.6, 0.5 * depth + 0.6)];
      write(
        left[0] + t * (right[0] - left[0]) + v * cos(direction),
        left[1] + t * (right[1] - left[1]) + v * sin(direction),
        direction + chance.one([-1, 0, 1, 1, 2]) * (Math.PI / 2),
      );
    }
  if (chance.happens(0.2)) write(chance.around(4), chance.around(4), chance.around(Math.PI));
  // a lone line, as of a lane
  if (chance.happens(0.15)) {
    const [x, y, yaw] = [chance.around(4), chance.around(4), chance.around(Math.PI)];
    const reach = chance.between(0.5, 5);
    paint([{ x0: x, y0: y, x1: x + reach * cos(yaw), y1: y + reach * sin(yaw) }], chance.between(0.08, 0.3));
  }
  return stripes;
}

interface CarSize {
  readonly length: number;
  readonly width: number;
}

/** A car of the lots of scenarios, or one of a shape of its own. */
function placeCar(boxOf: (size: CarSize) => Box, chance: Chance, place: PlaceThing): void {
  if (chance.happens(0.6)) {
    const shape = CAR_SHAPE[chance.one(CAR_SHAPES)];
    const box = boxOf(shape);
    place(
      'vehicle',
      box,
      lotCarSolids(shape, chance.one(CAR_COLOURS), { name: 'car', x: box.x, y: box.y, yaw: box.yaw }),
    );
    return;
  }
  const box = boxOf({ length: chance.between(3.5, 4.9), width: chance.between(1.62, 1.95) });
  place('vehicle', box, carSolids(box, chance));
}

/** Where a car stands in a slot, about as people park. */
function carIn({ kind, left, right, direction, depth }: Slot, { length, width }: CarSize, chance: Chance): Box {
  const [c, s] = [cos(direction), sin(direction)];
  const span = Math.sqrt((right[0] - left[0]) * (right[0] - left[0]) + (right[1] - left[1]) * (right[1] - left[1]));
  const [mx, my] = [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2];
  const turned = chance.around(0.06) + (chance.happens(0.5) ? Math.PI : 0);
  if (kind === 'parallel') {
    const [free, into] = [
      Math.max(0, span - length - 0.4),
      width / 2 + Math.max(0.05, depth - width) * chance.between(0.15, 0.85),
    ];
    const along = (chance.around(0.5) * free) / span;
    const x = mx + along * (right[0] - left[0]) + into * c;
    const y = my + along * (right[1] - left[1]) + into * s;
    return { x, y, yaw: direction + Math.PI / 2 + turned, length, width };
  }
  // across is square to the side lines
  const across =
    chance.around(0.5) * Math.max(0, Math.min(0.7, (span * (kind === 'angled' ? 0.8 : 1) - width - 0.3) / 1.5));
  const into =
    length / 2 + chance.between(0.1, 0.1 + Math.max(0.3, depth - length - 0.1)) + (kind === 'angled' ? 0.4 : 0);
  return { x: mx + into * c - across * s, y: my + into * s + across * c, yaw: direction + turned, length, width };
}

type PlaceThing = (kind: Thing['kind'], box: Box, solids: readonly Solid[]) => void;

/** Cars on the aisle, people, pillars, cones and wheel stops. */
function strewThings(slots: readonly Slot[], chance: Chance, place: PlaceThing): void {
  const solid = (box: Box, top: number, colour: Colour): Solid => ({
    name: 'thing',
    footprint: Float64Array.of(
      -box.length / 2,
      -box.width / 2,
      box.length / 2,
      -box.width / 2,
      box.length / 2,
      box.width / 2,
      -box.length / 2,
      box.width / 2,
    ),
    bottom: 0,
    top,
    x: box.x,
    y: box.y,
    yaw: box.yaw,
    colour,
  });
  const any = (): Colour => [chance.between(20, 235), chance.between(20, 235), chance.between(20, 235)];
  const somewhere = () => ({ x: CENTRE + chance.around(5), y: chance.around(5), yaw: chance.around(Math.PI) });
  if (chance.happens(0.15)) {
    placeCar(({ length, width }) => ({ ...somewhere(), length, width }), chance, place);
  }
  if (chance.happens(0.2)) {
    const box = { ...somewhere(), length: chance.between(0.3, 0.5), width: chance.between(0.3, 0.6) };
    place('person', box, [
      solid(box, chance.between(0.8, 1.5), any()),
      { ...solid(box, 1.8, [210, 170, 140]), bottom: 1.5 },
    ]);
  }
  if (chance.happens(0.2)) {
    const size = chance.between(0.3, 0.7);
    const slot = slots.length > 0 ? chance.one(slots) : undefined;
    const at =
      slot === undefined
        ? somewhere()
        : { x: slot.left[0] + chance.around(0.4), y: slot.left[1] + chance.around(0.4), yaw: slot.direction };
    const box = { ...at, length: size, width: size };
    const colour: Colour = [chance.between(120, 200), chance.between(120, 200), chance.between(110, 190)];
    place('other', box, [solid(box, 3, colour)]);
  }
}

/** Bars on the ground near the backs of slots without a car: no obstacles, and no paint. */
function wheelStops(slots: readonly Slot[], things: readonly Thing[], chance: Chance): Solid[] {
  const colour: Colour = chance.happens(0.5) ? [205, 180, 60] : [170, 168, 160];
  const setback = chance.between(0.5, 1);
  return slots
    .filter(({ kind }) => kind !== 'parallel')
    .map(({ left, right, direction, depth }): Box => {
      const into = depth - setback;
      const [mx, my] = [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2];
      return { x: mx + into * cos(direction), y: my + into * sin(direction), yaw: direction, length: 0.15, width: 1.7 };
    })
    .filter((box) => !overlaps(box, EGO, 0.1) && !things.some((thing) => overlaps(box, thing.box, 0)))
    .map(({ length, width, ...place }) => ({
      ...place,
      name: 'stop',
      footprint: Float64Array.of(
        -length / 2,
        -width / 2,
        length / 2,
        -width / 2,
        length / 2,
        width / 2,
        -length / 2,
        width / 2,
      ),
      bottom: 0,
      top: 0.1,
      colour,
    }));
}

/** Patches of another grey: repairs, oil, dry and wet places. */
function stains(ground: Colour, chance: Chance): Area[] {
  return Array.from({ length: chance.happens(0.5) ? chance.whole(1, 6) : 0 }, () => {
    const [x, y, change] = [CENTRE + chance.around(7), chance.around(7), chance.around(22)];
    const radius = chance.between(0.15, 2.5);
    const points = Array.from({ length: 7 }, (_, k) => {
      const r = radius * chance.between(0.5, 1);
      return [x + r * cos(0.9 * k), y + r * sin(0.9 * k)];
    });
    return {
      points: Float64Array.from(points.flat()),
      colour: ground.map((level) => level + change) as unknown as Colour,
    };
  });
}

function shadowsOf(things: readonly Thing[], sun: Lot['sun'], condition: Condition, chance: Chance): Shadow[] {
  const shadows: Shadow[] = [];
  // the dark below a car, by any light
  for (const { kind, box } of things)
    if (kind === 'vehicle')
      shadows.push({ points: cornersOf(box, chance.around(0.05)), brightness: chance.between(0.25, 0.6) });
  const isLow = condition === 'shadow';
  const cast = isLow || chance.happens(0.25);
  if (!cast) return shadows;
  const reach = Math.min(3, 1.2 / (sin(sun.elevation) / cos(sun.elevation)));
  const [dx, dy] = [-reach * cos(sun.azimuth), -reach * sin(sun.azimuth)];
  const brightness = chance.between(0.35, 0.7);
  for (const { kind, box } of things) {
    if (kind === 'other') continue;
    const near = cornersOf(box);
    const far = near.map((value, i) => value + (i % 2 === 0 ? dx : dy));
    shadows.push({ points: hull([...near, ...far]), brightness });
  }
  // of a house or a tree
  if (isLow)
    for (let n = chance.whole(1, 2); n > 0; n--) {
      const box = {
        x: CENTRE + chance.around(5),
        y: chance.around(5),
        yaw: chance.around(Math.PI),
        length: chance.between(1, 9),
        width: chance.between(0.4, 5),
      };
      shadows.push({ points: cornersOf(box), brightness: chance.between(0.3, 0.75) });
    }
  return shadows;
}

/** Convex hull of points x₀, y₀ …, counter-clockwise (A. M. Andrew, 1979). */
function hull(values: readonly number[]): Float64Array {
  const points = Array.from({ length: values.length / 2 }, (_, i) => [values[2 * i], values[2 * i + 1]] as const).sort(
    (a, b) => a[0] - b[0] || a[1] - b[1],
  );
  const chain = (list: readonly (readonly [number, number])[]) => {
    const kept: (readonly [number, number])[] = [];
    for (const p of list) {
      while (kept.length >= 2) {
        const [a, b] = [kept[kept.length - 2], kept[kept.length - 1]];
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        kept.pop();
      }
      kept.push(p);
    }
    return kept.slice(0, -1);
  };
  return Float64Array.from([...chain(points), ...chain([...points].reverse())].flat());
}

function lightingOf(condition: Condition, chance: Chance): Pick<Scene, 'lighting'> {
  if (condition !== 'night' && condition !== 'wet') return {};
  const isDark = condition === 'night' || chance.happens(0.25);
  const isWet = condition === 'wet' || chance.happens(0.2);
  const lamps = Array.from({ length: isDark ? chance.whole(1, 3) : 0 }, (): Lamp => {
    const height = chance.between(3.5, 8);
    return {
      x: CENTRE + chance.around(9),
      y: chance.around(9),
      height,
      intensity: height * height * chance.between(0.4, 1.1),
      colour: chance.happens(0.6) ? [255, 214, 170] : [235, 240, 255],
    };
  });
  return {
    lighting: {
      daylight: isDark ? chance.between(0.08, 0.3) : 1,
      lamps,
      ...(isWet ? { wet: { albedo: chance.between(0.4, 0.75), roughness: chance.between(0.04, 0.2) } } : {}),
    },
  };
}
