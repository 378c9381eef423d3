/**
 * Numbers of a chain corrected so that it ends at a pose: Newton's method with the correction of least norm,
 * p ← p − Jᵀ (J Jᵀ)⁻¹ r, for the three equations x, y and heading.
 */
import { wrapToPi } from '../../math/angle.ts';
import { invert3 } from '../../math/linear-algebra.ts';
import type { Pose } from '../problem.ts';
import type { ChainPoints, ChainRun, ClothoidChain } from './clothoid-chain.ts';
import { integrateInto, sensitivitiesInto } from './clothoid-chain.ts';

const ITERATIONS = 10;
/** How exactly the end is met [m, rad]. */
const CLOSED = 1e-9;
/** From further off there is no closing [m, rad]. */
const FURTHEST = 2;
/** Nor with curvatures beyond the tightest by this much, or runs shorter than this [m]. */
const TIGHTEST = 1.1;
const SHORTEST = 0.01;

/** Closes the chain in place and writes its points; false where no solution is near. */
export function closeChain(chain: ClothoidChain, numbers: Float64Array, points: ChainPoints, goal: Pose): boolean {
  const n = chain.variables;
  const last = chain.points - 1;
  const residual = new Float64Array(3);
  const jacobian = new Float64Array(3 * n);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    integrateInto(chain, numbers, points);
    residual[0] = points.x[last] - goal.x;
    residual[1] = points.y[last] - goal.y;
    residual[2] = wrapToPi(points.yaw[last] - goal.yaw);
    const size = Math.max(Math.abs(residual[0]), Math.abs(residual[1]), Math.abs(residual[2]));
    if (size < CLOSED) return true;
    if (!(size < FURTHEST)) return false;
    sensitivitiesInto(chain, numbers, points, last, jacobian);
    if (!correct(numbers, jacobian, residual) || !chain.runs.every((run) => isSensible(run, numbers))) return false;
  }
  return false;
}

function correct(numbers: Float64Array, jacobian: Float64Array, residual: Float64Array): boolean {
  const gram = new Float64Array(9);
  const inverse = new Float64Array(9);
  for (let k = 0; k < jacobian.length; k += 3)
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) gram[3 * i + j] += jacobian[k + i] * jacobian[k + j];
  if (Math.abs(invert3(gram, inverse)) < 1e-14) return false;
  const [a, b, c] = [0, 3, 6].map(
    (i) => inverse[i] * residual[0] + inverse[i + 1] * residual[1] + inverse[i + 2] * residual[2],
  );
  for (let k = 0; k < numbers.length; k++)
    numbers[k] -= jacobian[3 * k] * a + jacobian[3 * k + 1] * b + jacobian[3 * k + 2] * c;
  return true;
}

function isSensible({ first, knots }: ChainRun, numbers: Float64Array): boolean {
  for (let k = first; k < first + knots; k++) if (!(Math.abs(numbers[k]) < TIGHTEST)) return false;
  return numbers[first + knots] > SHORTEST;
}
