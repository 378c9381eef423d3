/**
 * Shadows of upright boxes on the ground.
 *
 *   hull of F and F − h cot ε (cos α, sin α)
 *
 * F  corners on the ground   h  height [m]   α, ε  azimuth and elevation of the sun [rad]
 *
 * Below a car it is dark whatever the weather: little of the sky is seen from there.
 */
import { cos, sin, tan } from '../../math/trig.ts';
import type { Shadow } from '../scene.ts';
import type { LotThing } from './furniture.ts';
import type { LotDocument } from './lot-schema.ts';

/** Of the ground below a car, and how far the dark reaches beyond its sides [m]. */
const BELOW = 0.4;
const SPILL = 0.04;

type Point = readonly [x: number, y: number];

/** Corners of a box in map, counter-clockwise; larger by `spill` on all sides. */
function boxCorners({ x, y, yaw, length, width }: LotThing, spill = 0): Point[] {
  const [c, s] = [cos(yaw), sin(yaw)];
  const [a, b] = [length / 2 + spill, width / 2 + spill];
  const corners: Point[] = [
    [-a, -b],
    [a, -b],
    [a, b],
    [-a, b],
  ];
  return corners.map(([along, across]) => [x + c * along - s * across, y + s * along + c * across]);
}

export const shadeBelow = (car: LotThing): Shadow => ({
  points: Float64Array.from(boxCorners(car, SPILL).flat()),
  brightness: BELOW,
});

export function shadowOf(thing: LotThing, sun: NonNullable<LotDocument['sun']>): Shadow {
  const reach = thing.height / tan(sun.elevation);
  const [dx, dy] = [-reach * cos(sun.azimuth), -reach * sin(sun.azimuth)];
  const corners = boxCorners(thing);
  const hull = convexHull([...corners, ...corners.map(([x, y]): Point => [x + dx, y + dy])]);
  return { points: Float64Array.from(hull.flat()), brightness: sun.brightness };
}

/** The convex hull of points, counter-clockwise (Andrew's monotone chain). */
function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (from: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const p of from) {
      while (chain.length > 1 && turn(chain[chain.length - 2], chain[chain.length - 1], p) <= 0) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
