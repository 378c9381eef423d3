import { describe, expect, it } from 'vitest';
import { checkPath } from '../study/parking/path-check.ts';
import { HALF_PI } from '../math/angle.ts';
import { createHash, foldNumber, hashToHex } from '../math/hash.ts';
import { createStream, uniformBetween } from '../math/random.ts';
import { isPathFree, plan, planCorrection } from './index.ts';
import type { ParkingProblem, Plan, PlannedPath, Polygon } from './problem.ts';

const CAR = { wheelBase: 2.5113, front: 3.268, rear: 0.534, halfWidth: 0.987 };
const LIMITS = { steering: 0.61, steeringRate: 0.5, forwardSpeed: 1.5, backwardSpeed: 1, acceleration: 0.8 };
const LENGTH = CAR.front + CAR.rear;
const WIDTH = 2 * CAR.halfWidth;

const rectangle = (minX: number, minY: number, maxX: number, maxY: number): Polygon =>
  Float64Array.of(minX, minY, maxX, minY, maxX, maxY, minX, maxY);

/** Slots below y = 0 between two cars, an aisle above it with a wall on its far side. */
function lot(gap: number, depth: number, aisle: number): Polygon[] {
  return [
    rectangle(-30, -depth, -gap / 2, 0),
    rectangle(gap / 2, -depth, 30, 0),
    rectangle(-30, -depth - 1, 30, -depth),
    rectangle(-30, aisle, 30, aisle + 1),
  ];
}

function perpendicular(spare: number, aisle: number, x = 6): ParkingProblem {
  return {
    start: { x, y: aisle / 2, yaw: 0 },
    goal: { x: 0, y: -LENGTH - 0.3 + CAR.rear, yaw: HALF_PI },
    obstacles: lot(WIDTH + spare, LENGTH + 0.6, aisle),
    car: CAR,
    limits: LIMITS,
    margin: 0.2,
  };
}

function parallel(spare: number, aisle: number): ParkingProblem {
  return {
    start: { x: 4, y: aisle / 2, yaw: 0 },
    goal: { x: -LENGTH / 2 + CAR.rear, y: -CAR.halfWidth - 0.1, yaw: 0 },
    obstacles: lot(LENGTH + spare, WIDTH + 0.4, aisle),
    car: CAR,
    limits: LIMITS,
    margin: 0.2,
  };
}

function mirrored(problem: ParkingProblem): ParkingProblem {
  const pose = ({ x, y, yaw }: { x: number; y: number; yaw: number }) => ({ x, y: -y, yaw: -yaw });
  const obstacles = problem.obstacles.map((polygon) => polygon.map((value, i) => (i % 2 === 0 ? value : -value)));
  return { ...problem, start: pose(problem.start), goal: pose(problem.goal), obstacles };
}

function pathOf(answer: Plan): PlannedPath {
  if ('failure' in answer) throw new Error(answer.failure);
  return answer.path;
}

function checked(problem: ParkingProblem): PlannedPath {
  const path = pathOf(plan(problem));
  const check = checkPath(problem, path);
  expect(check.faults).toEqual([]);
  return path;
}

const hashOf = (path: PlannedPath): string => {
  const hash = createHash();
  for (const { x, y, yaw, curvature, speed } of path.points)
    for (const value of [x, y, yaw, curvature, speed]) foldNumber(hash, value);
  return hashToHex(hash);
};

describe('plans', () => {
  it('into a roomy perpendicular slot are one line, one arc and one line', () => {
    expect(checked(perpendicular(1, 7)).gearChanges).toBeLessThanOrEqual(1);
  });

  it('into a slot of the width of the car and 0.4 m from an aisle of 4 m, and 0.8 m from 3.5 m', () => {
    expect(checked(perpendicular(0.4, 4)).clearance).toBeGreaterThan(0.02);
    expect(checked(perpendicular(0.8, 3.5)).clearance).toBeGreaterThan(0.02);
  }, 60_000);

  it('into a parallel slot of the length of the car and 0.8 m', () => {
    expect(checked(parallel(0.8, 4.5)).clearance).toBeGreaterThan(0.02);
  });

  it('into a parallel slot of the length of the car and 0.5 m, and with few changes of direction into one of 0.8 m', () => {
    const car = { wheelBase: 2.8, front: 3.76, rear: 0.929, halfWidth: 0.971 };
    const limits = { steering: 0.75, steeringRate: 0.5, forwardSpeed: 2.5, backwardSpeed: 2.5, acceleration: 1 };
    const tight = (spare: number): ParkingProblem => ({
      start: { x: 4, y: 2.2, yaw: 0 },
      goal: { x: (car.rear - car.front) / 2, y: -1.1, yaw: 0 },
      obstacles: lot(car.front + car.rear + spare, 2.4, 6),
      ...{ car, limits, margin: 0.2 },
    });
    expect(checked(tight(0.5)).clearance).toBeGreaterThan(0.005);
    expect(checked(tight(0.8)).gearChanges).toBeLessThanOrEqual(10);
  }, 60_000);

  it('never go around in a circle where a short way past what stands ahead is found', () => {
    const limits = { ...LIMITS, steering: 0.55, backwardSpeed: 1.5 };
    const box = rectangle(6.2, 0.5, 6.8, 1.1);
    const ends = { start: { x: 1, y: 0, yaw: 0 }, goal: { x: 11, y: 0, yaw: 0 } };
    expect(checked({ ...ends, obstacles: [box], car: CAR, limits, margin: 0.25 }).length).toBeLessThan(15);
  });

  it('nose first, and into slanted slots', () => {
    const problem = perpendicular(0.8, 6, -6);
    checked({ ...problem, goal: { x: 0, y: CAR.front - LENGTH - 0.3, yaw: -HALF_PI } });
    const slanted = (polygon: Polygon) =>
      polygon.map((value, i) => (i % 2 === 0 && polygon[i + 1] <= 0 ? value + 0.5 * polygon[i + 1] : value));
    const spare = perpendicular(1.2, 6);
    const yaw = Math.atan2(1, 0.5);
    checked({ ...spare, obstacles: spare.obstacles.map(slanted), goal: { x: -1.6, y: -3.2, yaw } });
  });

  it('are mirrored where the problem is', () => {
    for (const problem of [perpendicular(0.8, 6), perpendicular(0.4, 4.5), parallel(1, 5)]) {
      const [one, other] = [pathOf(plan(problem)), pathOf(plan(mirrored(problem)))];
      expect(
        other.points.map(({ x, y, yaw, curvature, speed }) => [x, -y + 0, -yaw + 0, -curvature + 0, speed]),
      ).toEqual(one.points.map(({ x, y, yaw, curvature, speed }) => [x, y + 0, yaw + 0, curvature + 0, speed]));
    }
  });

  it('are the same bits twice', () => {
    const problem = perpendicular(0.4, 4.5);
    expect(hashOf(pathOf(plan(problem)))).toBe(hashOf(pathOf(plan(problem))));
  });

  it('pass the independent check in random lots, wherever there is one', () => {
    const stream = createStream(5, 'lots');
    let found = 0;
    for (let k = 0; k < 25; k++) {
      const wide = perpendicular(
        uniformBetween(stream, 0.5, 1.2),
        uniformBetween(stream, 4, 7),
        uniformBetween(stream, -7, 7),
      );
      const yaw = uniformBetween(stream, -0.2, 0.2) + (k % 3 === 0 ? Math.PI : 0);
      const problem = { ...wide, start: { ...wide.start, yaw } };
      const answer = plan(problem, { effort: 0.5 });
      if ('failure' in answer) continue;
      found++;
      expect(checkPath(problem, answer.path).faults).toEqual([]);
    }
    expect(found).toBeGreaterThanOrEqual(20);
  });

  it('say in one sentence why there is none', () => {
    const problem = perpendicular(0.8, 6);
    const blocked = { ...problem, obstacles: [...problem.obstacles, rectangle(-1, -4, 1, -3)] };
    expect(plan(blocked)).toEqual({ failure: 'the car would touch an obstacle at the goal' });
    const touching = { ...problem, obstacles: [...problem.obstacles, rectangle(5, 2, 6, 4)] };
    expect(plan(touching)).toEqual({ failure: 'the car touches an obstacle where it starts' });
    expect(plan(perpendicular(0.4, 3.5), { planner: 'line-arc' })).toHaveProperty('failure');
  });
});

describe('corrections', () => {
  it('remove a small error sideways and in heading by one move out and back', () => {
    const problem = perpendicular(0.8, 6);
    const start = { x: problem.goal.x + 0.12, y: problem.goal.y + 0.1, yaw: problem.goal.yaw + 0.03 };
    const path = pathOf(planCorrection({ ...problem, start }));
    expect(path.gearChanges).toBe(1);
    expect(checkPath({ ...problem, start }, path).faults).toEqual([]);
  });

  it('leave what is no small error to a new plan', () => {
    expect(planCorrection(perpendicular(0.8, 6))).toHaveProperty('failure');
  });
});

describe('a path under way', () => {
  it('is free until something stands in it, and says how far', () => {
    const problem = perpendicular(0.8, 6);
    const path = pathOf(plan(problem));
    expect(isPathFree({ path, obstacles: problem.obstacles, car: CAR }).isFree).toBe(true);
    const late = path.points[path.points.length - 20];
    const box = rectangle(late.x - 0.2, late.y - 0.2, late.x + 0.2, late.y + 0.2);
    const freedom = isPathFree({ path, obstacles: [box], car: CAR });
    expect(freedom.isFree).toBe(false);
    expect(freedom.distance).toBeGreaterThan(0);
    expect(freedom.distance).toBeLessThan(path.length);
    expect(isPathFree({ path, obstacles: [], car: CAR, fromIndex: 5 }).isFree).toBe(true);
  });
});
