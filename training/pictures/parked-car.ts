/**
 * A car as a camera sees it: body, cabin with dark glass, bonnet, wheels, lamps and plates, as upright prisms. The ground outline is that of the
 * body; wheels stand on the ground, the body ends 0.15 to 0.3 m above it.
 */
import { cos, sin } from '../../src/math/trig.ts';
import type { Colour, Solid } from '../../src/world/scene.ts';
import type { Chance } from './chance.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
  readonly length: number;
  readonly width: number;
}

const PAINTS: readonly Colour[] = [
  [230, 230, 228],
  [200, 202, 206],
  [150, 153, 158],
  [95, 98, 104],
  [48, 50, 54],
  [22, 23, 26],
  [140, 26, 30],
  [30, 50, 110],
  [40, 84, 60],
  [190, 160, 110],
  [60, 110, 160],
  [200, 90, 30],
];
const GLASS: Colour = [38, 44, 52];
const RUBBER: Colour = [24, 24, 26];

/** A prism over a rectangle in the frame of the car: from x₀ to x₁ and y₀ to y₁. */
const prism = (
  car: Box,
  [x0, x1, y0, y1]: readonly number[],
  [bottom, top]: readonly number[],
  colour: Colour,
): Solid => ({
  name: 'car',
  footprint: Float64Array.of(x0, y0, x1, y0, x1, y1, x0, y1),
  bottom,
  top,
  x: car.x,
  y: car.y,
  yaw: car.yaw,
  colour,
});

/** Half lengths and widths, in units of the car, of what it is made of. */
export function carSolids(car: Box, chance: Chance): Solid[] {
  const { length, width } = car;
  const [l, w] = [length / 2, width / 2];
  const paint = chance.one(PAINTS);
  const clearance = chance.between(0.14, 0.28);
  const waist = chance.between(0.75, 1);
  const roof = waist + chance.between(0.4, 0.65);
  const [bonnet, boot] = [chance.between(0.35, 0.6) * l, chance.between(0.62, 0.98) * l];
  const parts = [
    prism(car, [-l, l, -w, w], [clearance, waist], paint),
    prism(car, [-boot, bonnet, -0.88 * w, 0.88 * w], [waist, roof - 0.08], chance.happens(0.75) ? GLASS : paint),
    prism(car, [-boot * 0.96, bonnet * 0.7, -0.8 * w, 0.8 * w], [roof - 0.08, roof], paint),
  ];
  const [radius, axle] = [chance.between(0.28, 0.36), chance.between(0.58, 0.68) * l];
  for (const x of [-axle, axle]) {
    for (const side of [-1, 1]) {
      const y = side * (w - 0.12);
      parts.push(prism(car, [x - radius, x + radius, y - 0.125, y + 0.125], [0, 2 * radius * 0.95], RUBBER));
    }
  }
  const lamp: Colour = [235, 235, 220];
  const tail: Colour = [170, 20, 20];
  for (const side of [-1, 1]) {
    const y = side * 0.72 * w;
    parts.push(prism(car, [l - 0.02, l + 0.012, y - 0.17, y + 0.17], [waist - 0.25, waist - 0.1], lamp));
    parts.push(prism(car, [-l - 0.012, -l + 0.02, y - 0.15, y + 0.15], [waist - 0.25, waist - 0.08], tail));
  }
  if (chance.happens(0.8)) {
    const plate: Colour = [235, 235, 225];
    parts.push(prism(car, [l - 0.01, l + 0.012, -0.26, 0.26], [0.38, 0.5], plate));
    parts.push(prism(car, [-l - 0.012, -l + 0.01, -0.26, 0.26], [0.45, 0.57], plate));
  }
  return parts;
}

/** Corners of a rectangle, counter-clockwise: x₀, y₀ …, grown by a margin on all sides. */
export function cornersOf({ x, y, yaw, length, width }: Box, margin = 0): Float64Array {
  const [c, s] = [cos(yaw), sin(yaw)];
  const [l, w] = [length / 2 + margin, width / 2 + margin];
  return Float64Array.from(
    [
      [-l, -w],
      [l, -w],
      [l, w],
      [-l, w],
    ].flatMap(([u, v]) => [x + c * u - s * v, y + s * u + c * v]),
  );
}

/** Whether two rectangles with a margin between them touch, by separating axes. */
export function overlaps(a: Box, b: Box, margin: number): boolean {
  const [p, q] = [cornersOf(a, margin / 2), cornersOf(b, margin / 2)];
  return ![a.yaw, a.yaw + Math.PI / 2, b.yaw, b.yaw + Math.PI / 2].some((angle) => {
    const [c, s] = [cos(angle), sin(angle)];
    const along = (points: Float64Array) => [0, 2, 4, 6].map((i) => c * points[i] + s * points[i + 1]);
    const [u, v] = [along(p), along(q)];
    return Math.max(...u) < Math.min(...v) || Math.max(...v) < Math.min(...u);
  });
}
