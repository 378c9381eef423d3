/** What a scenario may say about a parking lot: rows of slots, their paint, what stands in and around them. */
import type { ValueOf } from '../../core/schema.ts';
import { choice, flag, group, integer, list, optional, param, text } from '../../core/schema.ts';
import { HALF_PI } from '../../math/angle.ts';
import { colour, point } from '../colour-schema.ts';

const kerbSchema = group(
  {
    height: param(0.12, 'm', 'how high it stands out', { above: 0, max: 1 }),
    width: param(0.15, 'm', 'how wide it is', { above: 0, max: 5 }),
    gap: param(0, 'm', 'between the end of the slots and the kerb', { min: 0, max: 10 }),
    colour: colour([168, 166, 160], 'colour'),
  },
  'a kerb along the back of the row',
);

const wheelStopSchema = group(
  {
    fromBack: param(0.7, 'm', 'distance of its middle from the back of the slot', { min: 0, max: 5 }),
    length: param(1.7, 'm', 'how long it is, across the slot', { above: 0, max: 10 }),
    width: param(0.15, 'm', 'how thick it is', { above: 0, max: 1 }),
    height: param(0.1, 'm', 'how high it is; a body above it passes over it', { above: 0, max: 0.5 }),
    colour: colour([205, 180, 60], 'colour'),
  },
  'a bar on the ground in every slot, which wheels shall not pass; perpendicular and angled rows only',
);

const pillarSchema = group(
  {
    every: integer(3, '', 'one at each so many lines, from the first on', { min: 1, max: 500 }),
    setback: param(0.6, 'm', 'from the entrance inwards to its middle', { min: 0, max: 10 }),
    size: param(0.4, 'm', 'length of its sides', { above: 0, max: 3 }),
    height: param(2.6, 'm', 'how high it is', { above: 0, max: 20 }),
    colour: colour([176, 174, 168], 'colour'),
  },
  'square pillars on the lines between slots',
);

const KINDS = ['perpendicular', 'parallel', 'angled'] as const;

const rowSchema = group(
  {
    x: param(0, 'm', 'where the entrance of the first slot begins, east of the origin of the map'),
    y: param(0, 'm', 'the same, north of it'),
    heading: param(0, 'rad', 'direction of the row along its entrances'),
    side: choice('left', ['left', 'right'], 'on which side of the entrances the slots lie, looking along the row'),
    slots: integer(undefined, '', 'how many', { min: 1, max: 500 }),
    kind: choice('perpendicular', KINDS, 'how cars stand to the row: across, along or aslant'),
    pitch: param(
      (own) => (own.kind === 'parallel' ? 6 : 2.5),
      'm',
      'from one separating line to the next, along the entrances',
      {
        min: 1,
        max: 50,
      },
    ),
    depth: param(
      (own) => (own.kind === 'parallel' ? 2.2 : 5),
      'm',
      'length of the separating lines, from the entrance to the back',
      { min: 1, max: 50 },
    ),
    angle: param(
      (own) => (own.kind === 'angled' ? 1.0471975511965976 : HALF_PI),
      'rad',
      'from the direction of the row to the way into a slot; for angled rows only',
      { min: 0.5, max: 2.65 },
    ),
    kerb: optional(kerbSchema),
    wheelStops: optional(wheelStopSchema),
    pillars: optional(pillarSchema),
  },
  'a row of slots side by side',
);

const linesSchema = group(
  {
    width: param(0.12, 'm', 'width of a line', { above: 0, max: 0.5 }),
    colour: colour([228, 228, 222], 'colour of the paint'),
    entrance: choice(
      'bar',
      ['bar', 'ticks', 'none'],
      'paint along the entrance: all of it, a piece on each side of every line, or none; both make T and, at the ends of a row, L',
    ),
    back: choice('none', ['bar', 'ticks', 'none'], 'the same along the back'),
    tick: param(0.5, 'm', 'how far the pieces of ticks reach to each side of a line', { above: 0, max: 5 }),
    fading: param(0, '', 'share of the contrast with the surface that the paint has lost', { min: 0, max: 1 }),
    wear: group(
      {
        fraction: param(0, '', 'part of the paint that is missing', { min: 0, max: 1 }),
        length: param(0.4, 'm', 'mean length of the missing pieces', { min: 0.02 }),
        seed: integer(1, '', 'another seed, other pieces', { min: 0 }),
      },
      'how worn the paint is',
    ),
  },
  'the paint of the slots',
);

export const CAR_SHAPES = ['small', 'saloon', 'estate', 'suv', 'van'] as const;
const shape = choice('saloon', CAR_SHAPES, 'a shape');

const parkedSchema = group(
  {
    fraction: param(0, '', 'part of the slots that are neither listed nor excepted in which a car stands', {
      min: 0,
      max: 1,
    }),
    seed: integer(1, '', 'another seed, other slots, cars and places', { min: 0 }),
    slots: list(integer(undefined, '', 'number of a slot', { min: 1 }), [], 'slots in which a car stands for certain'),
    except: list(integer(undefined, '', 'number of a slot', { min: 1 }), [], 'slots that stay free'),
    shapes: list(shape, CAR_SHAPES, 'shapes of the cars; of those, one that fits into its slot', 1),
    offset: param(0.12, 'm', 'largest distance from the middle of the slot, along and across', { min: 0, max: 2 }),
    turn: param(0.03, 'rad', 'largest angle to the direction of the slot', { min: 0, max: 0.5 }),
    nose: choice(
      'either',
      ['in', 'out', 'either'],
      'which way the cars stand; in parallel rows in is with the slot on the right',
    ),
  },
  'cars that stand in slots; slots are counted over all lots from 1 on',
);

const wallSchema = group(
  {
    from: point('where its middle begins'),
    to: point('where it ends'),
    thickness: param(0.2, 'm', 'how thick it is', { above: 0, max: 10 }),
    height: param(2.5, 'm', 'how high it is', { above: 0, max: 50 }),
    colour: colour([150, 146, 140], 'colour'),
  },
  'a wall',
);

const surfaceSchema = group(
  {
    colour: colour([66, 67, 70], 'colour'),
    margin: param(7, 'm', 'how far it reaches beyond the slots on all sides', { min: 0, max: 1000 }),
  },
  'what the lot is paved with',
);

const sunSchema = group(
  {
    azimuth: param(2.5, 'rad', 'direction in which the sun stands, counter-clockwise from east'),
    elevation: param(0.8, 'rad', 'how high it stands; lower throws longer shadows', { min: 0.1, max: HALF_PI }),
    brightness: param(0.55, '', 'of the ground in shade: 0 is black, 1 no shadow at all', { min: 0, max: 1 }),
  },
  'a sun that throws shadows of cars, walls and pillars on the ground',
);

export const lotSchema = group(
  {
    name: text('', 'what it is, for reports'),
    rows: list(rowSchema, undefined, 'rows of slots', 1),
    lines: linesSchema,
    surface: optional(surfaceSchema),
    parked: parkedSchema,
    walls: list(wallSchema, [], 'walls'),
    sun: optional(sunSchema),
    shade: flag(true, 'whether it is dark below cars'),
  },
  'a parking lot',
);

export type LotDocument = ValueOf<typeof lotSchema>;
export type RowDocument = LotDocument['rows'][number];
export type LotLines = LotDocument['lines'];
export type ParkedDocument = LotDocument['parked'];
export type CarShapeName = (typeof CAR_SHAPES)[number];
