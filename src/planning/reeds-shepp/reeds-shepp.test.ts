import { describe, expect, it } from 'vitest';
import { PI } from '../../math/angle.ts';
import { createStream, integerBelow, uniformBetween } from '../../math/random.ts';
import type { Arc } from '../arcs/arc-path.ts';
import { endOf, lengthOf, poseGap } from '../arcs/arc-path.ts';
import { reedsSheppLength, reedsSheppPaths } from './reeds-shepp.ts';

const ORIGIN = { x: 0, y: 0, yaw: 0 };

/** Up to five pieces of any kind and length. */
function randomPath(stream: ReturnType<typeof createStream>, longest: number): Arc[] {
  return Array.from({ length: 1 + integerBelow(stream, 5) }, () => ({
    curvature: integerBelow(stream, 3) - 1,
    length: uniformBetween(stream, -longest, longest),
  }));
}

describe('Reeds-Shepp paths', () => {
  it('all end at the goal', () => {
    const stream = createStream(1, 'ends');
    for (let k = 0; k < 3000; k++) {
      const start = {
        x: uniformBetween(stream, -9, 9),
        y: uniformBetween(stream, -9, 9),
        yaw: uniformBetween(stream, -PI, PI),
      };
      const goal = {
        x: uniformBetween(stream, -9, 9),
        y: uniformBetween(stream, -9, 9),
        yaw: uniformBetween(stream, -PI, PI),
      };
      const radius = uniformBetween(stream, 0.5, 6);
      const paths = reedsSheppPaths(start, goal, radius, 0);
      expect(paths.length).toBeGreaterThan(0);
      for (const { arcs } of paths) expect(poseGap(endOf(start, arcs), goal)).toBeLessThan(1e-7);
      expect(paths[0].cost).toBeCloseTo(reedsSheppLength(start, goal, radius), 9);
    }
  });

  it('are never longer than any other path of lines and tightest arcs between the same poses', () => {
    const stream = createStream(2, 'brute force');
    for (let k = 0; k < 60_000; k++) {
      const arcs = randomPath(stream, k % 2 === 0 ? 1.5 : 5);
      const length = reedsSheppLength(ORIGIN, endOf(ORIGIN, arcs), 1);
      expect(length).toBeLessThanOrEqual(lengthOf(arcs) + 1e-7);
    }
  });

  it('have the lengths that geometry gives', () => {
    const length = (x: number, y: number, yaw: number) => reedsSheppLength(ORIGIN, { x, y, yaw }, 1);
    expect(length(7, 0, 0)).toBeCloseTo(7, 9);
    expect(length(-7, 0, 0)).toBeCloseTo(7, 9);
    expect(length(1, 1, PI / 2)).toBeCloseTo(PI / 2, 9);
    // three arcs of 60° turn a car on the spot
    expect(length(0, 0, PI)).toBeCloseTo(PI, 9);
    // two quarter circles with a straight line between
    expect(length(2, 10, PI)).toBeCloseTo(length(2, -10, -PI), 9);
  });

  it('are mirrored where the problem is, and as long the other way round', () => {
    const stream = createStream(3, 'symmetry');
    for (let k = 0; k < 2000; k++) {
      const goal = {
        x: uniformBetween(stream, -5, 5),
        y: uniformBetween(stream, -5, 5),
        yaw: uniformBetween(stream, -PI, PI),
      };
      const length = reedsSheppLength(ORIGIN, goal, 1);
      expect(reedsSheppLength(ORIGIN, { x: goal.x, y: -goal.y, yaw: -goal.yaw }, 1)).toBeCloseTo(length, 8);
      expect(reedsSheppLength(ORIGIN, { x: -goal.x, y: goal.y, yaw: -goal.yaw }, 1)).toBeCloseTo(length, 8);
      expect(reedsSheppLength(goal, ORIGIN, 1)).toBeCloseTo(length, 8);
    }
  });
});
