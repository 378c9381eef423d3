/** What a scenario may say about its world: every key with its type, unit, bounds and meaning. */
import type { ValueOf } from '../core/schema.ts';
import { choice, flag, group, integer, list, optional, param, text } from '../core/schema.ts';
import { colour, point } from './colour-schema.ts';
import { lotSchema } from './lots/lot-schema.ts';

const points = (doc: string, fewest: number) => list(point('x, y'), undefined, doc, fewest);
const direction = choice('ccw', ['ccw', 'cw'], 'driven counter-clockwise or clockwise');

const poseFields = {
  x: param(0, 'm', 'position east of the origin of the map'),
  y: param(0, 'm', 'position north of it'),
  heading: param(0, 'rad', 'direction, counter-clockwise from east'),
};

const waves = integer(undefined, '', 'waves per lap', { min: 1, max: 1000 });

const harmonic = group(
  {
    order: waves,
    cos: param(0, 'm', 'size of the cosine'),
    sin: param(0, 'm', 'size of the sine'),
  },
  'one sinusoid on the circle',
);

const polarSchema = group(
  {
    radius: param(undefined, 'm', 'mean radius', { above: 0 }),
    harmonics: list(harmonic, [], 'r(φ) = radius + Σ cos · cos(order φ) + sin · sin(order φ)'),
    direction,
    startAngle: param(0, 'rad', 'polar angle φ of the start'),
    start: optional(
      group(
        poseFields,
        'moves and turns the track so that it starts here; its centre is the origin of the map when absent',
      ),
    ),
  },
  'a circle with sinusoids on it',
);

const ORDERS: readonly number[] = [2, 3, 4, 5];

const randomTrackFields = {
  seed: integer(1, '', 'another seed, another track', { min: 0 }),
  radius: param(50, 'm', 'mean radius; larger makes longer tracks', { above: 0 }),
  amplitude: param(8, 'm', 'largest size of one sinusoid; larger makes tracks less round', { min: 0 }),
  orders: list(waves, ORDERS, 'sinusoids on the circle; more of them make more bends'),
  maxCurvature: param(0.15, '1/m', 'no bend is tighter than this', { above: 0 }),
  clearance: param(2, 'm', 'least distance between the edges of two passes of the lane', { min: 0 }),
  direction,
  start: group(poseFields, 'where the track starts, whatever the seed'),
};

const elementSchema = group(
  {
    straight: optional(param(undefined, 'm', 'straight on for this length', { above: 0 })),
    arc: optional(
      group(
        {
          radius: param(undefined, 'm', 'radius', { above: 0 }),
          angle: param(undefined, 'rad', 'angle turned, left positive'),
        },
        'an arc that goes on in the direction reached',
      ),
    ),
    lineTo: optional(point('straight to this x, y, whatever the direction reached')),
    arcTo: optional(
      group(
        {
          point: point('end of the arc'),
          radius: param(undefined, 'm', 'radius', { above: 0 }),
          turn: choice('left', ['left', 'right'], 'which way it bends'),
        },
        'an arc to a point, the shorter way round, whatever the direction reached',
      ),
    ),
  },
  'one element: straight, arc, lineTo or arcTo',
);

const segmentsSchema = group(
  {
    start: group(poseFields, 'where the first element begins'),
    closed: flag(false, 'whether the last element ends at the start'),
    elements: list(elementSchema, undefined, 'straights and arcs in driving order', 1),
  },
  'straights and arcs, one after the other',
);

const pointsSchema = group(
  {
    through: points('points in driving order', 2),
    kind: choice('spline', ['spline', 'polyline'], 'smooth through the points, or straight from one to the next'),
    closed: flag(true, 'whether it goes on from the last point to the first'),
  },
  'a line through points',
);

const linesSchema = group(
  {
    kind: choice('edges', ['edges', 'centre', 'none'], 'which lines are painted'),
    width: param(0.12, 'm', 'width of a line', { above: 0 }),
    colour: colour([255, 255, 255], 'colour of the paint'),
    wear: group(
      {
        fraction: param(0, '', 'part of the paint that is missing', { min: 0, max: 1 }),
        length: param(1, 'm', 'mean length of the missing pieces', { above: 0 }),
        seed: integer(1, '', 'another seed, other pieces', { min: 0 }),
      },
      'how worn the paint is',
    ),
  },
  'the paint of the lane',
);

export const trackSchema = group(
  {
    polar: optional(polarSchema),
    random: optional(group(randomTrackFields, 'a circle with random sinusoids that keeps bounds')),
    segments: optional(segmentsSchema),
    points: optional(pointsSchema),
    laneWidth: param(3, 'm', 'width of the lane, from the middle of one edge to the other', { above: 0 }),
    spacing: param(0.2, 'm', 'distance between samples of the centre line; smaller is finer and slower to make', {
      min: 0.01,
      max: 2,
    }),
    lines: linesSchema,
    road: optional(
      group(
        {
          width: param(undefined, 'm', 'width', { above: 0 }),
          colour: colour([105, 105, 110], 'colour of the road'),
        },
        'a road below the lane, in another colour than the ground',
      ),
    ),
  },
  'the lane to drive: exactly one of polar, random, segments and points',
);

const stripeSchema = group(
  {
    points: points('middle of the line', 2),
    closed: flag(false, 'whether the last point is joined to the first'),
    width: param(0.12, 'm', 'width', { above: 0 }),
    colour: colour([255, 255, 255], 'colour'),
  },
  'a painted line',
);

const areaSchema = group(
  {
    points: points('corners of a polygon that does not cross itself', 3),
    colour: colour([128, 128, 128], 'colour'),
  },
  'a filled area on the ground',
);

const shadowSchema = group(
  {
    points: points('corners of a polygon that does not cross itself', 3),
    brightness: param(0.5, '', '0 is black, 1 no shadow at all', { min: 0, max: 1 }),
  },
  'an area in shade',
);

const randomShadowsSchema = group(
  {
    count: integer(undefined, '', 'how many', { min: 0, max: 10_000 }),
    brightness: param(0.5, '', '0 is black, 1 no shadow at all', { min: 0, max: 1 }),
    size: param(4, 'm', 'mean diameter', { above: 0 }),
    seed: integer(1, '', 'another seed, other shadows', { min: 0 }),
  },
  'shadows strewn along the track',
);

const lampFields = {
  height: param(5, 'm', 'how high it hangs; higher lights a wider and darker circle', { min: 0.1, max: 100 }),
  intensity: param(30, 'm²', 'ground straight below is lit as by day, times this over the square of the height', {
    min: 0,
    max: 100_000,
  }),
  colour: colour([255, 214, 170], 'colour of its light'),
};

const lampSchema = group(
  {
    x: param(undefined, 'm', 'position east of the origin of the map'),
    y: param(undefined, 'm', 'position north of it'),
    ...lampFields,
  },
  'a lamp on a pole or a wall, which shines alike in all directions',
);

const streetLampsSchema = group(
  {
    spacing: param(25, 'm', 'distance between lamps along the track; nearer lights it more evenly', { min: 1 }),
    offset: param(3, 'm', 'how far left of the centre line they hang; negative for right'),
    ...lampFields,
  },
  'lamps in a row along the track',
);

const wetSchema = group(
  {
    albedo: param(0.5, '', 'share of the colours that is left below the water; less is darker', { min: 0, max: 1 }),
    roughness: param(0.08, 'rad', 'width of reflections: smaller is more like a mirror', { min: 0.02, max: 1 }),
  },
  'a film of water on all of the ground, which darkens it and mirrors the sky and the lamps',
);

const solidSchema = group(
  {
    name: text('', 'what it is, for reports'),
    x: param(0, 'm', 'position east of the origin of the map'),
    y: param(0, 'm', 'position north of it'),
    yaw: param(0, 'rad', 'direction of its length, counter-clockwise from east'),
    length: optional(param(undefined, 'm', 'size of a box along its own x axis', { above: 0 })),
    width: optional(param(undefined, 'm', 'size of a box along its own y axis', { above: 0 })),
    footprint: optional(points('corners of a convex outline in its own frame, instead of length and width', 3)),
    height: param(undefined, 'm', 'size upwards', { above: 0 }),
    bottom: param(0, 'm', 'height of its lower face above the ground'),
    colour: colour([150, 60, 50], 'colour'),
  },
  'an upright box or prism',
);

/** The world of a scenario; the parameter `world` of every block that looks at it. */
export const worldParams = group(
  {
    ground: colour([96, 98, 100], 'colour of the ground where nothing is painted'),
    sky: colour([170, 200, 230], 'colour of the sky'),
    track: optional(trackSchema),
    stripes: list(stripeSchema, [], 'more painted lines; later ones lie on top'),
    areas: list(areaSchema, [], 'filled areas below all lines; later ones lie on top'),
    shadows: list(shadowSchema, [], 'areas in shade'),
    randomShadows: optional(randomShadowsSchema),
    daylight: param(1, '', 'share of the light of day that is there without lamps: 1 by day, 0.05 in a town at night', {
      min: 0,
      max: 1,
    }),
    lamps: list(lampSchema, [], 'lamps; their light adds up'),
    streetLamps: optional(streetLampsSchema),
    wet: optional(wetSchema),
    solids: list(solidSchema, [], 'things to be seen and hit'),
    lots: list(lotSchema, [], 'parking lots; their slots are counted on from one to the next'),
  },
  'what there is to be driven on, seen and hit',
);

export type WorldDocument = ValueOf<typeof worldParams>;
export type TrackDocument = ValueOf<typeof trackSchema>;
export type SolidDocument = ValueOf<typeof solidSchema>;
export type StreetLampsDocument = ValueOf<typeof streetLampsSchema>;
export type RandomShadowsDocument = ValueOf<typeof randomShadowsSchema>;
