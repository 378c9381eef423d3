/**
 * Parked cars as a few upright prisms each, so that cameras see cars: wheels below, a body with its corners cut, glass that tapers in two steps, a
 * roof. Prisms of one car lie above each other and never run into one another.
 *
 * Sizes are those of ordinary European cars, without mirrors [m]; they are typical and not of any one model.
 */
import type { Colour, Solid } from '../scene.ts';
import type { CarShapeName } from './lot-schema.ts';

export interface CarShape {
  readonly length: number;
  readonly width: number;
  readonly height: number;
  /** Where the glass begins. */
  readonly belt: number;
  /** Front and rear end of the glass at its lower and its upper half, and of the roof, as shares of the length ahead of the middle. */
  readonly low: readonly [front: number, rear: number];
  readonly high: readonly [front: number, rear: number];
  readonly roof: readonly [front: number, rear: number];
  /** Whether what is behind the first third of the glass is sheet metal. */
  readonly isPanelled?: boolean;
}

export const CAR_SHAPE: Record<CarShapeName, CarShape> = {
  small: {
    length: 3.75,
    width: 1.68,
    height: 1.48,
    belt: 0.92,
    low: [0.27, -0.47],
    high: [0.17, -0.45],
    roof: [0.09, -0.42],
  },
  saloon: {
    length: 4.65,
    width: 1.82,
    height: 1.44,
    belt: 0.93,
    low: [0.22, -0.34],
    high: [0.13, -0.27],
    roof: [0.06, -0.2],
  },
  estate: {
    length: 4.7,
    width: 1.83,
    height: 1.5,
    belt: 0.94,
    low: [0.22, -0.48],
    high: [0.13, -0.46],
    roof: [0.06, -0.44],
  },
  suv: {
    length: 4.45,
    width: 1.86,
    height: 1.68,
    belt: 1.08,
    low: [0.23, -0.47],
    high: [0.15, -0.45],
    roof: [0.09, -0.42],
  },
  van: {
    length: 4.85,
    width: 1.92,
    height: 1.95,
    belt: 1.15,
    low: [0.36, -0.49],
    high: [0.28, -0.49],
    roof: [0.22, -0.49],
    isPanelled: true,
  },
};

/** Paint of cars, about as often as they are seen. */
export const CAR_COLOURS: readonly Colour[] = [
  [226, 228, 230],
  [32, 33, 36],
  [148, 152, 157],
  [88, 92, 98],
  [196, 199, 203],
  [36, 62, 116],
  [148, 28, 32],
  [58, 82, 66],
  [172, 158, 132],
  [104, 138, 172],
];

const GLASS: Colour = [34, 40, 47];
const RUBBER: Colour = [22, 22, 24];
/** Where the body begins, above the wheels [m]. */
const SILL = 0.3;
const WHEEL = 0.62;
/** Thickness of the roof [m]. */
const ROOF = 0.05;

/** Where a car stands, in map [m, rad]. */
export interface CarPlace {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
}

/** The prisms of a car. */
export function carSolids(shape: CarShape, colour: Colour, place: CarPlace): Solid[] {
  const { length, width, height, belt } = shape;
  const half = width / 2;
  const middle = belt + 0.5 * (height - ROOF - belt);
  const prism = (footprint: Float64Array, bottom: number, top: number, paint: Colour): Solid => ({
    ...place,
    footprint,
    bottom,
    top,
    colour: paint,
  });
  const [lowFront, lowRear] = shape.low;
  const [highFront, highRear] = shape.high;
  // a panelled car has glass only at its front
  const split = shape.isPanelled ? highFront - 0.2 : lowRear;
  const axle = (at: number) => boxed(at * length + WHEEL / 2, at * length - WHEEL / 2, half - 0.02);
  const solids = [
    prism(axle(0.31), 0, SILL, RUBBER),
    prism(axle(-0.29), 0, SILL, RUBBER),
    prism(outline(length, half), SILL, belt, colour),
    prism(tapered(lowFront * length, split * length, half - 0.06), belt, middle, GLASS),
    prism(tapered(highFront * length, Math.max(split, highRear) * length, half - 0.14), middle, height - ROOF, GLASS),
    prism(boxed(shape.roof[0] * length, shape.roof[1] * length, half - 0.2), height - ROOF, height, colour),
  ];
  if (shape.isPanelled)
    solids.push(prism(boxed(split * length, lowRear * length, half - 0.06), belt, height - ROOF, colour));
  return solids;
}

/** A rectangle from the rear end to the front end. */
const boxed = (front: number, rear: number, half: number): Float64Array =>
  Float64Array.of(rear, -half, front, -half, front, half, rear, half);

/** The same, narrower at its front end. */
const tapered = (front: number, rear: number, half: number): Float64Array =>
  Float64Array.of(
    rear,
    -half,
    front - 0.35,
    -half,
    front,
    -0.7 * half,
    front,
    0.7 * half,
    front - 0.35,
    half,
    rear,
    half,
  );

/** A body from above: its corners are cut, more so in front. */
function outline(length: number, half: number): Float64Array {
  const front = length / 2;
  return Float64Array.of(
    -front,
    -half + 0.15,
    -front + 0.15,
    -half,
    front - 0.35,
    -half,
    front,
    -half + 0.28,
    front,
    half - 0.28,
    front - 0.35,
    half,
    -front + 0.15,
    half,
    -front,
    half - 0.15,
  );
}
