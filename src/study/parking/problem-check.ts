/** What every parking problem from a file must be, whatever its format. */
import { InputError } from '../../core/input-error.ts';
import type { ParkingProblem, Polygon } from '../../planning/problem.ts';
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
    if (crossesItself(polygon) || trianglesOf(polygon) === undefined)
      throw new InputError(file, `the outline of obstacle ${i + 1} crosses itself`);
  });
}

/** Whether two edges that are no neighbours cross. */
function crossesItself(polygon: Polygon): boolean {
  const count = polygon.length / 2;
  for (let i = 0; i < count; i++)
    for (let k = i + 2; k < count; k++) {
      if (i === 0 && k === count - 1) continue;
      if (cross(polygon, i, k, (k + 1) % count) && cross(polygon, k, i, i + 1)) return true;
    }
  return false;
}

/** Whether corners a and b lie on different sides of the line through edge `edge`. */
function cross(polygon: Polygon, edge: number, a: number, b: number): boolean {
  const next = (2 * edge + 2) % polygon.length;
  const [x, y] = [polygon[2 * edge], polygon[2 * edge + 1]];
  const [dx, dy] = [polygon[next] - x, polygon[next + 1] - y];
  const side = (i: number) => dx * (polygon[2 * i + 1] - y) - dy * (polygon[2 * i] - x);
  return side(a) * side(b) < 0;
}
