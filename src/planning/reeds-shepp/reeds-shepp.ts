/**
 * Paths of Reeds and Shepp between two poses: the shortest length, and all words as paths of arcs.
 *
 * Poses are brought into the frame of the first and divided by the turning radius; see words.ts.
 */
import { wrapToPi } from '../../math/angle.ts';
import { sinCos } from '../../math/trig.ts';
import type { Arc } from '../arcs/arc-path.ts';
import type { Pose } from '../problem.ts';
import { visitWords } from './words.ts';

const turn = new Float64Array(2);
const local = new Float64Array(3);

function intoLocal(from: Pose, to: Pose, radius: number): void {
  sinCos(from.yaw, turn);
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  local[0] = (turn[1] * dx + turn[0] * dy) / radius;
  local[1] = (turn[1] * dy - turn[0] * dx) / radius;
  local[2] = wrapToPi(to.yaw - from.yaw);
}

let shortest = Infinity;
const keepShortest = (_turns: Int8Array, lengths: Float64Array, count: number): void => {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += Math.abs(lengths[i]);
  if (sum < shortest) shortest = sum;
};

/** Length of the shortest path of a car with this least turning radius, in the open [m]. */
export function reedsSheppLength(from: Pose, to: Pose, radius: number): number {
  intoLocal(from, to, radius);
  shortest = Infinity;
  visitWords(local[0], local[1], local[2], keepShortest);
  return shortest * radius;
}

export interface RatedPath {
  readonly arcs: readonly Arc[];
  readonly cost: number;
}

/** Every word as a path, cheapest first: length plus `changeCost` [m] for each change of direction. */
export function reedsSheppPaths(from: Pose, to: Pose, radius: number, changeCost: number): RatedPath[] {
  const found: RatedPath[] = [];
  intoLocal(from, to, radius);
  visitWords(local[0], local[1], local[2], (turns, lengths, count) => {
    const arcs: Arc[] = [];
    let cost = 0;
    let direction = 0;
    for (let i = 0; i < count; i++) {
      if (Math.abs(lengths[i]) < 1e-9) continue;
      const sign = lengths[i] < 0 ? -1 : 1;
      if (direction !== 0 && sign !== direction) cost += changeCost;
      direction = sign;
      cost += Math.abs(lengths[i]) * radius;
      arcs.push({ curvature: turns[i] / radius + 0, length: lengths[i] * radius });
    }
    found.push({ arcs, cost });
  });
  return found.sort((a, b) => a.cost - b.cost);
}
