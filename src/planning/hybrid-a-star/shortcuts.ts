/**
 * A path of arcs made cheaper: pieces of it are replaced by Reeds-Shepp paths wherever those are clear and cost less.
 *
 * From places along the path, the furthest that can be reached is tried first. What comes out is again a path of arcs with the same ends.
 */
import type { Arc } from '../arcs/arc-path.ts';
import { advance, gearChangesOf, lengthOf, merged } from '../arcs/arc-path.ts';
import type { ObstacleField } from '../geometry/obstacle-field.ts';
import { isPathClear } from '../geometry/swept-clearance.ts';
import type { Pose } from '../problem.ts';
import { reedsSheppPaths } from '../reeds-shepp/reeds-shepp.ts';

export interface ShortcutRules {
  readonly field: ObstacleField;
  readonly radius: number;
  readonly margin: number;
  /** What a change of direction costs, and a change of curvature that is not at one [m]. */
  readonly changeCost: number;
  readonly joinCost: number;
}

/** Places that shortcuts begin and end at. */
const MOST_PLACES = 24;
const TRIED_WORDS = 4;

export function pathCost(
  arcs: readonly Arc[],
  { changeCost, joinCost }: Pick<ShortcutRules, 'changeCost' | 'joinCost'>,
): number {
  const changes = gearChangesOf(arcs);
  return lengthOf(arcs) + changeCost * changes + joinCost * (arcs.length - 1 - changes);
}

export function shortened(start: Pose, path: readonly Arc[], rules: ShortcutRules): Arc[] {
  let arcs = merged(path);
  for (let round = 0; round < 3; round++) {
    const before = pathCost(arcs, rules);
    arcs = onePass(start, arcs, rules);
    if (pathCost(arcs, rules) > before - 1e-3) break;
  }
  return arcs;
}

function onePass(start: Pose, path: Arc[], rules: ShortcutRules): Arc[] {
  const pieces = divided(path, lengthOf(path) / MOST_PLACES);
  const poses: Pose[] = [start];
  for (const piece of pieces) poses.push(advance(poses[poses.length - 1], piece));
  let best = path;
  let bestCost = pathCost(path, rules);
  for (let from = 0; from < pieces.length - 1; from++)
    for (let to = pieces.length; to > from + 1; to--) {
      let tried = 0;
      for (const { arcs } of reedsSheppPaths(poses[from], poses[to], rules.radius, rules.changeCost)) {
        if (tried++ === TRIED_WORDS) break;
        const whole = merged([...pieces.slice(0, from), ...arcs, ...pieces.slice(to)]);
        const cost = pathCost(whole, rules);
        if (cost > bestCost - 1e-3 || !isPathClear(rules.field, poses[from], arcs, rules.margin)) continue;
        best = whole;
        bestCost = cost;
      }
    }
  return best;
}

/** The same path in pieces no longer than `most` [m]. */
function divided(arcs: readonly Arc[], most: number): Arc[] {
  return arcs.flatMap(({ curvature, length }) => {
    const count = Math.max(1, Math.ceil(Math.abs(length) / most));
    return Array.from({ length: count }, () => ({ curvature, length: length / count }));
  });
}
