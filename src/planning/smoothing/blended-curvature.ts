/**
 * Arcs blended into a continuous curvature.
 *
 * K(s) is the stepwise curvature of arcs with curvatures κⱼ and lengths lⱼ, continued beyond both ends. Its mean over a window w,
 *
 *   κ(s) = (C(s + w/2) − C(s − w/2))/w,   C(s) = ∫ K,
 *
 * is continuous, never exceeds the largest |κⱼ|, keeps the total turn of every join, and changes by at most |Δκ|/w per metre: the wheels
 * turn while the car moves.
 */
import type { Stretch } from '../arcs/stretch.ts';
import { POINT_SPACING } from '../arcs/stretch.ts';

/** Arcs of one direction: how many, their curvatures [1/m], then their lengths [m], all positive. */
export type ArcChain = Float64Array;

const lengthOfChain = (chain: ArcChain): number => {
  let sum = 0;
  for (let i = chain.length / 2; i < chain.length; i++) sum += chain[i];
  return sum;
};

/** How many intervals points at most POINT_SPACING apart make of a chain. */
export const intervalsOf = (chain: ArcChain): number =>
  Math.max(1, Math.ceil(lengthOfChain(chain) / (0.98 * POINT_SPACING)));

export function blended(chain: ArcChain, direction: number, window: number, intervals: number): Stretch {
  const spacing = lengthOfChain(chain) / intervals;
  const curvatures = new Float64Array(intervals + 1);
  for (let i = 0; i <= intervals; i++) {
    const s = i * spacing;
    curvatures[i] = (integral(chain, s + window / 2) - integral(chain, s - window / 2)) / window;
  }
  return { direction, spacing, curvatures };
}

/** C(s), continued with the first and the last curvature. */
function integral(chain: ArcChain, s: number): number {
  const count = chain.length / 2;
  let sum = 0;
  let left = s;
  for (let j = 0; j < count; j++) {
    const isLast = j === count - 1;
    const length = chain[count + j];
    if (isLast || left < length) return sum + chain[j] * left;
    sum += chain[j] * length;
    left -= length;
  }
  return sum;
}
