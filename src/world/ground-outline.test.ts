import { describe, expect, it } from 'vitest';
import { doubleArea, outlineOf, stripeOutlines } from './ground-outline.ts';
import type { Stripe } from './scene.ts';

const stripe = (points: number[], width: number, closed = false): Stripe => ({
  points: Float64Array.from(points),
  closed,
  width,
  colour: [255, 255, 255],
});
const area = (of: Stripe) => stripeOutlines(of).reduce((sum, outline) => sum + doubleArea(outline.points) / 2, 0);

describe('the outlines of a stripe', () => {
  it('cover length times width of a straight line, however many points it has', () => {
    expect(area(stripe([0, 0, 10, 0], 0.2))).toBeCloseTo(2, 12);
    expect(area(stripe(Array.from({ length: 101 }, (_, i) => [i * 0.06, i * 0.08]).flat(), 0.2))).toBeCloseTo(2, 12);
  });

  it('are a rectangle with square corners around a right angle', () => {
    // two 3 m arms of an L, measured in the middle: the outer corner is complete, 3·0.4 + 3·0.4
    expect(area(stripe([0, 0, 3, 0, 3, 3], 0.4))).toBeCloseTo(2.4, 12);
    const corners = stripeOutlines(stripe([0, 0, 3, 0, 3, 3], 0.4))[0].points;
    expect([...corners].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([
      0, -0.2, 3.2, -0.2, 3.2, 3, 2.8, 3, 2.8, 0.2, 0, 0.2,
    ]);
  });

  it('close a ring without gap or overlap', () => {
    const n = 720;
    const ring = Array.from({ length: n }, (_, i) => [
      20 * Math.cos((2 * Math.PI * i) / n),
      20 * Math.sin((2 * Math.PI * i) / n),
    ]).flat();
    // a regular polygon's perimeter times its width
    expect(area(stripe(ring, 0.3, true))).toBeCloseTo(2 * n * 20 * Math.sin(Math.PI / n) * 0.3, 9);
    expect(area(stripe([...ring, ring[0], ring[1]], 0.3, true))).toBeCloseTo(
      2 * n * 20 * Math.sin(Math.PI / n) * 0.3,
      9,
    );
  });

  it('reach half a width past a turn that is too sharp for a mitre', () => {
    expect(area(stripe([0, 0, 5, 0, 0, 0.01], 0.2))).toBeCloseTo(2 * 5.1 * 0.2, 4);
  });

  it('ignore repeated points, and a stripe without length has none', () => {
    expect(area(stripe([0, 0, 0, 0, 4, 0, 4, 0, 10, 0], 0.2))).toBeCloseTo(2, 12);
    expect(stripeOutlines(stripe([1, 1, 1, 1], 0.2))).toEqual([]);
  });

  it('lie inside their circles', () => {
    for (const { points, x, y, radius } of stripeOutlines(
      stripe(Array.from({ length: 90 }, (_, i) => [i, Math.sin(i / 5)]).flat(), 0.3),
    )) {
      for (let i = 0; i < points.length; i += 2)
        expect(Math.hypot(points[i] - x, points[i + 1] - y)).toBeLessThanOrEqual(radius * (1 + 1e-12));
    }
  });
});

describe('the outline of an area', () => {
  it('turns counter-clockwise whichever way the area is given', () => {
    expect(doubleArea(outlineOf([0, 0, 0, 2, 3, 2, 3, 0]).points)).toBe(12);
    expect(doubleArea(outlineOf([0, 0, 3, 0, 3, 2, 0, 2]).points)).toBe(12);
  });
});
