import { describe, expect, it } from 'vitest';
import { HALF_PI } from '../../math/angle.ts';
import { endOf, poseGap } from '../arcs/arc-path.ts';
import { ObstacleField } from '../geometry/obstacle-field.ts';
import { isPathClear } from '../geometry/swept-clearance.ts';
import { lineArcPaths } from './line-arc.ts';

const CAR = { wheelBase: 2.5113, front: 3.268, rear: 0.534, halfWidth: 0.987 };
const DEPTH = 6;

/** A slot below y = 0 and nothing on the far side of the aisle. */
const slot = (width: number) =>
  new ObstacleField(
    [
      Float64Array.of(-20, -DEPTH, -width / 2, -DEPTH, -width / 2, 0, -20, 0),
      Float64Array.of(width / 2, -DEPTH, 20, -DEPTH, 20, 0, width / 2, 0),
    ],
    CAR,
  );

/** One manoeuvre, tail first, from a lane at the distance d with the radius R: the inner and the outer neighbour's corners. */
function isFeasible(d: number, radius: number, width: number): boolean {
  if (d >= radius) return true;
  const half = CAR.halfWidth;
  const inner = Math.hypot(radius - width / 2, radius - d) <= radius - half;
  const outer = Math.hypot(radius + width / 2, radius - d) >= Math.hypot(radius + half, CAR.rear);
  return inner && outer;
}

describe('line-arc paths', () => {
  it('into perpendicular slots are clear wherever the closed form says so', () => {
    let feasible = 0;
    for (let d = 2; d <= 7; d += 0.25)
      for (let radius = 3.6; radius <= 7; radius += 0.2)
        for (let width = 2.2; width <= 3.4; width += 0.2) {
          if (!isFeasible(d, radius, width)) continue;
          feasible++;
          const [start, goal] = [
            { x: radius + 2, y: d, yaw: 0 },
            { x: 0, y: -4, yaw: HALF_PI },
          ];
          const backwards = lineArcPaths(start, goal, 1 / radius)[1];
          expect(backwards.every(({ length }) => length < 0)).toBe(true);
          expect(poseGap(endOf(start, backwards), goal)).toBeLessThan(1e-9);
          expect(isPathClear(slot(width), start, backwards, 0)).toBe(true);
        }
    expect(feasible).toBeGreaterThan(100);
  });

  it('meet the inner neighbour where the lane is too near', () => {
    const [start, goal] = [
      { x: 8, y: 1.6, yaw: 0 },
      { x: 0, y: -4, yaw: HALF_PI },
    ];
    expect(isFeasible(1.6, 6, 2.4)).toBe(false);
    expect(isPathClear(slot(2.4), start, lineArcPaths(start, goal, 1 / 6)[1], 0)).toBe(false);
  });
});
