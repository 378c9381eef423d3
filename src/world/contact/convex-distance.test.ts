import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyDistance, shapeDistance } from './convex-distance.ts';
import type { Box, ConvexShape } from './convex-shape.ts';
import { createBoxShape, placeBox, solidShape } from './convex-shape.ts';
import { createSeparation, overlap, separate } from './convex-separation.ts';

interface Reference {
  boxes: { a: Box; b: Box; value: number }[];
  shapes: { box: Box; footprint: number[]; value: number }[];
}
const reference: Reference = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/traffic/convex-reference.json', import.meta.url), 'utf8'),
);

const shapeOf = (box: Box): ConvexShape => {
  const shape = createBoxShape();
  placeBox(shape, box);
  return shape;
};
const polygon = (footprint: number[]) =>
  solidShape({
    name: '',
    footprint: Float64Array.from(footprint),
    bottom: 0,
    top: 1,
    x: 0,
    y: 0,
    yaw: 0,
    colour: [0, 0, 0],
  });
const pairs = [
  ...reference.boxes.map(({ a, b, value }) => ({ a: shapeOf(a), b: shapeOf(b), value })),
  ...reference.shapes.map(({ box, footprint, value }) => ({ a: shapeOf(box), b: polygon(footprint), value })),
];

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const box = fc.record({
  x: number(-5, 5),
  y: number(-5, 5),
  yaw: number(-7, 7),
  front: number(0.5, 4),
  rear: number(0, 2),
  half_width: number(0.3, 1.2),
});

/** Points along an outline, close together. */
function outline({ points, count }: ConvexShape, perEdge: number): [number, number][] {
  return Array.from({ length: count * perEdge }, (_, k) => {
    const [i, u] = [Math.floor(k / perEdge), (k % perEdge) / perEdge];
    const j = (i + 1) % count;
    return [points[2 * i] * (1 - u) + points[2 * j] * u, points[2 * i + 1] * (1 - u) + points[2 * j + 1] * u];
  });
}

describe('distance between convex shapes', () => {
  it('is that of the hull of the Minkowski difference', () => {
    for (const { a, b, value } of pairs) {
      expect(shapeDistance(a, b)).toBeCloseTo(Math.max(0, value), 6);
      expect(shapeDistance(b, a)).toBeCloseTo(Math.max(0, value), 6);
    }
    for (const { a, b, value } of reference.boxes) expect(bodyDistance(a, b)).toBeCloseTo(Math.max(0, value), 6);
  });

  it('is the least among points sampled on both outlines', () => {
    fc.assert(
      fc.property(box, box, (a, b) => {
        const [shapeA, shapeB] = [shapeOf(a), shapeOf(b)];
        const distance = shapeDistance(shapeA, shapeB);
        if (distance === 0) return;
        const sampled = Math.min(
          ...outline(shapeA, 60).flatMap(([x, y]) => outline(shapeB, 60).map(([u, v]) => Math.hypot(x - u, y - v))),
        );
        expect(sampled).toBeGreaterThanOrEqual(distance - 1e-12);
        expect(sampled).toBeLessThan(distance + 0.1);
      }),
      { numRuns: 40, seed: 1 },
    );
  });

  it('does not depend on who asks, nor on where both are together', () => {
    fc.assert(
      fc.property(box, box, number(-50, 50), number(-3, 3), (a, b, shift, turn) => {
        const moved = ({ x, y, yaw, ...rest }: Box): Box => ({
          ...rest,
          x: shift + Math.cos(turn) * x - Math.sin(turn) * y,
          y: Math.sin(turn) * x + Math.cos(turn) * y,
          yaw: yaw + turn,
        });
        expect(bodyDistance(b, a)).toBeCloseTo(bodyDistance(a, b), 9);
        expect(bodyDistance(moved(a), moved(b))).toBeCloseTo(bodyDistance(a, b), 9);
      }),
      { numRuns: 200, seed: 1 },
    );
  });
});

describe('separation', () => {
  it('is minus the depth of the Minkowski difference when shapes overlap, and at most their distance otherwise', () => {
    const found = createSeparation();
    for (const { a, b, value } of pairs) {
      separate(a, b, Infinity, found);
      if (value < 0) expect(found.distance).toBeCloseTo(value, 6);
      else expect(found.distance).toBeLessThan(value + 1e-6);
      expect(overlap(a, b)).toBe(value < 0);
    }
  });

  it('counts a touch as no overlap', () => {
    const a = shapeOf({ x: 0, y: 0, yaw: 0, front: 1, rear: 1, half_width: 1 });
    const b = shapeOf({ x: 2, y: 0, yaw: 0, front: 1, rear: 1, half_width: 1 });
    expect(overlap(a, b)).toBe(false);
    expect(shapeDistance(a, b)).toBe(0);
  });
});
