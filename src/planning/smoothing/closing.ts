/**
 * Curvatures and lengths of a chain of arcs corrected so that the blended path ends where it should.
 *
 * Blending shifts the end by millimetres to centimetres. Three equations (x, y, heading) in 2m unknowns: of all corrections Newton's
 * method takes the one of least weighted norm, p ← p − W Jᵀ (J W Jᵀ)⁻¹ r, J by differences.
 */
import { wrapToPi } from '../../math/angle.ts';
import { invert3 } from '../../math/linear-algebra.ts';
import type { MutablePose } from '../arcs/arc-path.ts';
import type { Stretch } from '../arcs/stretch.ts';
import { advanceClothoidInto } from '../arcs/stretch.ts';
import type { Pose } from '../problem.ts';
import type { ArcChain } from './blended-curvature.ts';
import { blended, intervalsOf } from './blended-curvature.ts';

export interface ClosingQuestion {
  readonly from: Pose;
  readonly to: Pose;
  readonly direction: number;
  readonly window: number;
}

const ITERATIONS = 12;
const DIFFERENCE = 1e-6;
/** How exactly the end is met [m, rad]. */
const CLOSED = 1e-9;
/** How willingly a curvature is changed, against a length: (1/m)² per m². */
const CURVATURE_WEIGHT = 0.003;

const end: MutablePose = { x: 0, y: 0, yaw: 0 };

function residual(chain: ArcChain, question: ClosingQuestion, intervals: number, out: Float64Array): Stretch {
  const { from, to, direction, window } = question;
  const stretch = blended(chain, direction, window, intervals);
  const { curvatures, spacing } = stretch;
  end.x = from.x;
  end.y = from.y;
  end.yaw = from.yaw;
  for (let i = 1; i < curvatures.length; i++)
    advanceClothoidInto(end, curvatures[i - 1], curvatures[i], direction * spacing, end);
  out[0] = end.x - to.x;
  out[1] = end.y - to.y;
  out[2] = wrapToPi(end.yaw - to.yaw);
  return stretch;
}

const size = (r: Float64Array): number => Math.max(Math.abs(r[0]), Math.abs(r[1]), Math.abs(r[2]));

/** The blended stretch that ends at the goal of the question; undefined where none is near. */
export function closed(start: ArcChain, question: ClosingQuestion): Stretch | undefined {
  const chain = start.slice();
  const count = chain.length;
  const intervals = intervalsOf(chain);
  const [r, moved] = [new Float64Array(3), new Float64Array(3)];
  const jacobian = new Float64Array(3 * count);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const stretch = residual(chain, question, intervals, r);
    if (size(r) < CLOSED) return stretch;
    if (!(size(r) < 1)) return undefined;
    for (let k = 0; k < count; k++) {
      chain[k] += DIFFERENCE;
      residual(chain, question, intervals, moved);
      chain[k] -= DIFFERENCE;
      for (let i = 0; i < 3; i++) jacobian[3 * k + i] = (moved[i] - r[i]) / DIFFERENCE;
    }
    if (!correct(chain, jacobian, r)) return undefined;
  }
  return undefined;
}

const weightOf = (k: number, count: number): number => (k < count / 2 ? CURVATURE_WEIGHT : 1);

/** One step of Newton's method; false where the equations are singular or a length would vanish. */
function correct(chain: ArcChain, jacobian: Float64Array, r: Float64Array): boolean {
  const count = chain.length;
  const gram = new Float64Array(9);
  const inverse = new Float64Array(9);
  for (let k = 0; k < count; k++)
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) gram[3 * i + j] += weightOf(k, count) * jacobian[3 * k + i] * jacobian[3 * k + j];
  if (Math.abs(invert3(gram, inverse)) < 1e-14) return false;
  for (let k = 0; k < count; k++) {
    let step = 0;
    for (let i = 0; i < 3; i++)
      step += jacobian[3 * k + i] * (inverse[3 * i] * r[0] + inverse[3 * i + 1] * r[1] + inverse[3 * i + 2] * r[2]);
    chain[k] -= weightOf(k, count) * step;
    if (k >= count / 2 && !(chain[k] > 0)) return false;
  }
  return true;
}
