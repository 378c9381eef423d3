/**
 * The final correction: a small error sideways or in heading at the end, removed by a short move out of the slot and back in.
 *
 * The car drives d metres out along the slot and returns: between the pose it stands in, one d ahead (or behind) of the goal on its axis,
 * and the goal, Reeds-Shepp paths are taken whose turns are as wide as the place allows. Short moves are tried first; a problem that is
 * no small error is left to `plan`.
 */
import { tan } from '../math/trig.ts';
import type { Arc } from './arcs/arc-path.ts';
import { advance, merged } from './arcs/arc-path.ts';
import { ObstacleField } from './geometry/obstacle-field.ts';
import { isPathClear } from './geometry/swept-clearance.ts';
import { GoalFrame } from './goal-frame.ts';
import { plannedPath } from './planned-path.ts';
import type { ParkingProblem, Plan, PlannedPath } from './problem.ts';
import { reedsSheppPaths } from './reeds-shepp/reeds-shepp.ts';
import { smoothed } from './smoothing/smooth.ts';

/** Beyond these an error is no case for a correction [m, rad]. */
const LARGEST_OFFSET = 1;
const LARGEST_TURN = 0.35;
/** How far out of the slot [m], and turning radii as multiples of the least. */
const MOVES = [1.5, 2.5, 4, 6];
const WIDER = [3, 2, 1.4, 1];
const TRIED_WORDS = 6;
const CHANGE_COST = 3;
const CURVATURE_SHARE = 0.97;

export function planCorrection(problem: ParkingProblem): Plan {
  const frame = new GoalFrame(problem.goal, problem.start);
  const local = frame.problem(problem);
  const { start } = local;
  if (Math.abs(start.x) > LARGEST_OFFSET || Math.abs(start.y) > LARGEST_OFFSET || Math.abs(start.yaw) > LARGEST_TURN)
    return { failure: 'the car stands too far from the goal for a correction: a new plan is needed' };
  const field = new ObstacleField(local.obstacles, local.car);
  if (field.clearance(start) === 0) return { failure: 'the car touches an obstacle where it starts' };
  if (field.clearance(local.goal) === 0) return { failure: 'the car would touch an obstacle at the goal' };
  for (const share of [1, 0.5, 0.2]) {
    const most = Math.min(local.margin, 0.9 * field.clearance(start), 0.9 * field.clearance(local.goal));
    const path = quickestMove(local, field, share * most);
    if (path !== undefined) return { path: { ...path, points: path.points.map((point) => frame.point(point)) } };
  }
  return { failure: 'no short move out of the slot and back removes the error' };
}

function quickestMove(problem: ParkingProblem, field: ObstacleField, margin: number): PlannedPath | undefined {
  const { start, limits, car } = problem;
  const tightest = tan(limits.steering) / car.wheelBase;
  const rules = { field, limits, maxCurvature: tightest, margin: 0.8 * margin };
  for (const move of MOVES) {
    let best: PlannedPath | undefined;
    for (const side of [1, -1])
      for (const wider of WIDER) {
        const arcs = outAndBack(problem, field, {
          length: side * move,
          radius: wider / (CURVATURE_SHARE * tightest),
          margin,
        });
        if (arcs === undefined) continue;
        const path = plannedPath(start, smoothed(start, arcs, rules), limits, field);
        if (best === undefined || path.duration < best.duration) best = path;
      }
    if (best !== undefined) return best;
  }
  return undefined;
}

interface Move {
  /** Along the goal's heading [m]. */
  readonly length: number;
  readonly radius: number;
  readonly margin: number;
}

/** Onto the axis of the goal outside, all in one direction, then straight in. */
function outAndBack({ start, goal }: ParkingProblem, field: ObstacleField, move: Move): Arc[] | undefined {
  const turnPoint = advance(goal, { curvature: 0, length: move.length });
  const back = { curvature: 0, length: -move.length };
  for (const { arcs } of reedsSheppPaths(start, turnPoint, move.radius, CHANGE_COST).slice(0, TRIED_WORDS)) {
    if (arcs.some(({ length }) => length * move.length < 0)) continue;
    const whole = merged([...arcs, back]);
    if (isPathClear(field, start, whole, move.margin)) return whole;
  }
  return undefined;
}
