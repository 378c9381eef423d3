/** What every parking problem from a file must be, whatever its format. */
import { InputError } from '../../core/input-error.ts';
import type { ParkingProblem } from '../../planning/problem.ts';
import { signedArea, trianglesOf } from './triangles.ts';

const MOST_CORNERS = 2000;
/** Beyond this no lot reaches, and a search would not end [m]. */
const FURTHEST_GOAL = 500;

export function checkProblem({ start, goal, obstacles }: ParkingProblem, file: string): void {
  const corners = obstacles.reduce((sum, polygon) => sum + polygon.length / 2, 0);
  if (corners > MOST_CORNERS) throw new InputError(file, `expected at most ${MOST_CORNERS} corners, got ${corners}`);
  if (Math.max(Math.abs(start.x - goal.x), Math.abs(start.y - goal.y)) > FURTHEST_GOAL)
    throw new InputError(file, `expected a goal within ${FURTHEST_GOAL} m of the start`);
  obstacles.forEach((polygon, i) => {
    if (signedArea(polygon) === 0) throw new InputError(file, `obstacle ${i + 1} has no area`);
    if (trianglesOf(polygon) === undefined)
      throw new InputError(file, `the outline of obstacle ${i + 1} crosses itself`);
  });
}
