import { describe, expect, it } from 'vitest';
import { checkPath } from '../../study/parking/path-check.ts';
import type { Arc } from '../arcs/arc-path.ts';
import { endOf, gearChangesOf } from '../arcs/arc-path.ts';
import { stretchesOf } from '../arcs/stretch.ts';
import { ObstacleField } from '../geometry/obstacle-field.ts';
import { plannedPath } from '../planned-path.ts';
import type { Polygon } from '../problem.ts';
import { chainOf, createPoints, integrateInto, sensitivitiesInto } from './clothoid-chain.ts';
import { drivingTimeInto, profiledTimeInto } from './driving-time.ts';
import { NearObstacles } from './near-obstacles.ts';
import { optimised } from './optimise.ts';
import { durationOf, runsOf, smoothed } from './smooth.ts';

const CAR = { wheelBase: 2.5113, front: 3.268, rear: 0.534, halfWidth: 0.987 };
const LIMITS = { steering: 0.61, steeringRate: 0.5, forwardSpeed: 1.5, backwardSpeed: 1, acceleration: 0.8 };
const TIGHTEST = Math.tan(LIMITS.steering) / CAR.wheelBase;
const START = { x: 0, y: 0, yaw: 0 };
const rectangle = (minX: number, minY: number, maxX: number, maxY: number): Polygon =>
  Float64Array.of(minX, minY, maxX, minY, maxX, maxY, minX, maxY);

const arc = (curvature: number, length: number): Arc => ({ curvature, length });
/** Ahead to the left, then back to the right and straight on: four jumps of curvature. */
const TURN = [arc(0, 2), arc(0.25, 3), arc(-0.25, -3), arc(0, -1), arc(-0.2, -2)];

function problemOf(arcs: readonly Arc[], obstacles: readonly Polygon[]) {
  const goal = endOf(START, arcs);
  const field = new ObstacleField(obstacles, CAR);
  const problem = { start: START, goal, obstacles, car: CAR, limits: LIMITS, margin: 0.1 };
  return { goal, field, problem, rules: { field, limits: LIMITS, maxCurvature: TIGHTEST, margin: 0.1 } };
}

function improvedPath(arcs: readonly Arc[], obstacles: readonly Polygon[]) {
  const { goal, field, problem, rules } = problemOf(arcs, obstacles);
  const stretches = optimised(START, goal, arcs, rules) ?? [];
  const path = plannedPath(START, stretches, LIMITS, field);
  return { path, check: checkPath(problem, path), before: durationOf(smoothed(START, arcs, rules), rules) };
}

describe('an optimised path', () => {
  it('where nothing stands in the way is the straight line, in the time from rest to rest', () => {
    const arcs = [arc(0.2, 2), arc(-0.2, 4), arc(0.2, 2), arc(0, 4)];
    const goal = endOf(START, arcs);
    expect(goal.y).toBeCloseTo(0, 9);
    const { path, check } = improvedPath(arcs, []);
    expect(check.faults).toEqual([]);
    // s/v + v/a
    const least = goal.x / LIMITS.forwardSpeed + LIMITS.forwardSpeed / LIMITS.acceleration;
    expect(path.duration).toBeGreaterThan(least - 1e-9);
    expect(path.duration).toBeLessThan(1.01 * least);
    expect(Math.max(...path.points.map(({ y }) => Math.abs(y)))).toBeLessThan(0.1);
  });

  it('is quicker than the window average, within the limits, with as many changes of direction', () => {
    const { path, check, before } = improvedPath(TURN, []);
    expect(check.faults).toEqual([]);
    expect(path.gearChanges).toBe(gearChangesOf(TURN));
    expect(path.duration).toBeLessThan(before - 1);
  });

  it('keeps the distance asked for where the quickest way would pass nearer', () => {
    // two posts beside the arcs; without them the way leads over both
    const posts = [rectangle(1.4, 1.9, 1.6, 2.1), rectangle(1.15, -1.85, 1.35, -1.65)];
    const field = new ObstacleField(posts, CAR);
    expect(improvedPath(TURN, []).path.points.some((point) => field.distance(point) === 0)).toBe(true);
    const { path, check, before } = improvedPath(TURN, posts);
    expect(check.faults).toEqual([]);
    expect(check.clearance).toBeGreaterThan(0.1 - 1e-9);
    expect(path.duration).toBeLessThan(before - 1);
  });

  it('is none where the obstacles leave none', () => {
    const { goal, rules } = problemOf(TURN, [rectangle(2, -3, 2.2, 3)]);
    expect(optimised(START, goal, TURN, rules)).toBeUndefined();
  });
});

describe('derivatives', () => {
  const { chain, numbers } = chainOf(START, runsOf(TURN), TIGHTEST, 0.1);
  const difference = (k: number, h: number, value: (p: Float64Array) => number): number => {
    const [more, less] = [numbers.slice(), numbers.slice()];
    more[k] += h;
    less[k] -= h;
    return (value(more) - value(less)) / (2 * h);
  };

  it('of all poses are those of differences', () => {
    const points = createPoints(chain);
    integrateInto(chain, numbers, points);
    const found = new Float64Array(3 * chain.points * chain.variables);
    sensitivitiesInto(chain, numbers, points, 0, found);
    const moved = createPoints(chain);
    for (let k = 0; k < chain.variables; k++)
      for (const i of [3, 30, 55, chain.points - 1]) {
        (['x', 'y', 'yaw'] as const).forEach((name, axis) => {
          const expected = difference(k, 1e-5, (p) => {
            integrateInto(chain, p, moved);
            return moved[name][i];
          });
          expect(Math.abs(found[3 * (i * chain.variables + k) + axis] - expected)).toBeLessThan(2e-3);
        });
      }
  });

  it('of the driving time are those of differences, and the time is near that of the speed profile', () => {
    const n = chain.variables;
    const out = () => ({ time: 0, gradient: new Float64Array(n), hessian: new Float64Array(n * n) });
    const model = { chain, limits: LIMITS, wheelBase: CAR.wheelBase };
    const smooth = out();
    drivingTimeInto(model, numbers, smooth);
    for (let k = 0; k < n; k++) {
      const expected = difference(k, 1e-5, (p) => {
        const at = out();
        drivingTimeInto(model, p, at);
        return at.time;
      });
      expect(Math.abs(smooth.gradient[k] - expected)).toBeLessThan(1e-2 * (1 + Math.abs(expected)));
    }
    const profiled = out();
    profiledTimeInto(model, numbers, profiled);
    const exact = durationOf(stretchesOf([arc(0, 2)]), { limits: LIMITS, field: new ObstacleField([], CAR) });
    expect(exact).toBeCloseTo(2 * Math.sqrt(2 / 0.8), 9);
    expect(smooth.time).toBeLessThan(1.05 * profiled.time);
    expect(smooth.time).toBeGreaterThan(0.7 * profiled.time);
  });

  it('of distances are measured for every quarter of the body, the least of them that of the body', () => {
    const field = new ObstacleField([rectangle(-2, 1.2, 6, 1.4), rectangle(-2, -1.5, 6, -1.3)], CAR);
    const obstacles = new NearObstacles(field);
    const seen: number[][] = [];
    obstacles.near({ x: 0, y: 0.05, yaw: 0.02 }, 0.5, () => seen.push([...obstacles.found]));
    expect(seen).toHaveLength(4);
    expect(Math.min(...seen.map(([distance]) => distance))).toBeCloseTo(
      field.distance({ x: 0, y: 0.05, yaw: 0.02 }),
      12,
    );
    // towards the wall on the left the distance falls, from that on the right it grows
    expect(seen.map(([, , byY]) => Math.round(byY))).toEqual([-1, 1, -1, 1]);
  });
});
