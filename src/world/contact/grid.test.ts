import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellOf, createGrid, isNear } from './grid.ts';
import { solidShape } from './convex-shape.ts';

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const solid = fc.record({
  x: number(-200, 200),
  y: number(-50, 50),
  yaw: number(-3, 3),
  length: number(0.1, 60),
  width: number(0.1, 5),
});
const REACH = 3;

describe('the grid', () => {
  it('lists in the cell of a point everything within reach of it', () => {
    fc.assert(
      fc.property(
        fc.array(solid, { maxLength: 20 }),
        fc.array(fc.tuple(number(-250, 250), number(-100, 100)), { minLength: 20, maxLength: 20 }),
        (solids, places) => {
          const shapes = solids.map(({ x, y, yaw, length, width }) =>
            solidShape({
              name: '',
              x,
              y,
              yaw,
              bottom: 0,
              top: 1,
              colour: [0, 0, 0],
              footprint: Float64Array.of(0, 0, length, 0, length, width, 0, width),
            }),
          );
          const grid = createGrid(shapes, REACH);
          for (const [x, y] of places) {
            const cell = cellOf(grid, x, y);
            const listed = cell < 0 ? [] : [...grid.items.subarray(grid.starts[cell], grid.starts[cell + 1])];
            const near = shapes.flatMap(({ points }, i) => {
              const [xs, ys] = [points.filter((_, k) => k % 2 === 0), points.filter((_, k) => k % 2 === 1)];
              const beside =
                x > Math.min(...xs) - REACH &&
                x < Math.max(...xs) + REACH &&
                y > Math.min(...ys) - REACH &&
                y < Math.max(...ys) + REACH;
              return beside ? [i] : [];
            });
            expect(listed.filter((item) => isNear(grid, item, x, y))).toEqual(near);
          }
        },
      ),
      { numRuns: 60, seed: 1 },
    );
  });

  it('stays small however large the world is', () => {
    const far = [0, 1e5].map((x) =>
      solidShape({
        name: '',
        x,
        y: x,
        yaw: 0,
        bottom: 0,
        top: 1,
        colour: [0, 0, 0],
        footprint: Float64Array.of(0, 0, 1, 0, 1, 1),
      }),
    );
    const { columns, rows } = createGrid(far, REACH);
    expect(columns * rows).toBeLessThan(70_000);
  });
});
