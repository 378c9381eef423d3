import { describe, expect, it } from 'vitest';
import type { Manifold } from './manifold.ts';
import { createManifold, touch } from './manifold.ts';
import type { ConvexShape } from './convex-shape.ts';
import { createBoxShape, placeBox } from './convex-shape.ts';

/** A square of 2 m. */
function square(x: number, y: number, yaw = 0): ConvexShape {
  const shape = createBoxShape();
  placeBox(shape, { x, y, yaw, front: 1, rear: 1, half_width: 1 });
  return shape;
}

function contactOf(a: ConvexShape, b: ConvexShape, remembered = -1): Manifold {
  const manifold = createManifold();
  touch(a, b, remembered, 0.02, manifold);
  return manifold;
}
const points = ({ count, x, y, depth }: Manifold) =>
  Array.from({ length: count }, (_, i) => [x[i], y[i], depth[i]]).sort((p, q) => p[1] - q[1]);

describe('a contact', () => {
  it('of two flat sides has the two ends of what they share', () => {
    const manifold = contactOf(square(0, 0), square(1.9, 0.5));
    expect([manifold.normalX, manifold.normalY]).toEqual([1, 0]);
    const [low, high] = points(manifold);
    expect(low).toEqual([0.95, -0.5, expect.closeTo(0.1, 12)]);
    expect(high).toEqual([0.95, 1, expect.closeTo(0.1, 12)]);
  });

  it('of a corner with a side has one point, at the corner', () => {
    const manifold = contactOf(square(0, 0), square(0.95 + Math.SQRT2, 0.3, Math.PI / 4));
    const [only] = points(manifold);
    expect(manifold.count).toBe(1);
    expect(only[0]).toBeCloseTo(0.975, 12);
    expect(only[1]).toBeCloseTo(0.3, 12);
    expect(only[2]).toBeCloseTo(0.05, 12);
  });

  it('is the same seen from the other, with the normal turned round', () => {
    for (const other of [square(1.8, 0.5, 0.1), square(1.2, 1.9, 0.7), square(-1.9, -0.3, 2)]) {
      const [there, back] = [contactOf(square(0, 0), other), contactOf(other, square(0, 0))];
      expect([back.normalX, back.normalY]).toEqual([
        expect.closeTo(-there.normalX, 12),
        expect.closeTo(-there.normalY, 12),
      ]);
      points(there).forEach((point, i) =>
        point.forEach((value, k) => expect(points(back)[i][k]).toBeCloseTo(value, 12)),
      );
    }
  });

  it('does not exist between shapes that are apart, and says how far they are', () => {
    const manifold = createManifold();
    expect(touch(square(0, 0), square(2.01, 0), -1, 0.02, manifold)).toBeCloseTo(0.01, 12);
    expect(manifold.count).toBe(0);
  });

  it('keeps its reference edge until another one has less than half the depth', () => {
    // overlapping by 0.3 m across the side that was hit, by less across the other one
    const ahead = 1;
    expect(contactOf(square(0, 0), square(1.7, 1.8)).normalY).toBe(1);
    expect(contactOf(square(0, 0), square(1.7, 1.8), ahead).normalX).toBe(1);
    expect(contactOf(square(0, 0), square(1.7, 1.9), ahead).normalY).toBe(1);
  });
});
