/**
 * Out of a slot that is hardly longer than the car: to and fro with the wheels turned to either end, as far as it goes each time.
 *
 * Each move turns the car the same way, so that after enough of them its nose (or tail) is past the neighbour. After every move the
 * Reeds-Shepp words to the target are tried. Driven backwards it is the way in. This is what drivers do in parallel slots, and where
 * moves are shorter than a search's cells it finds ways that the search cannot.
 */
import type { Arc } from '../arcs/arc-path.ts';
import { advance, merged } from '../arcs/arc-path.ts';
import { clearLength, isPathClear } from '../geometry/swept-clearance.ts';
import type { Pose } from '../problem.ts';
import { reedsSheppPaths } from '../reeds-shepp/reeds-shepp.ts';
import type { ShortcutRules } from './shortcuts.ts';
import { pathCost } from './shortcuts.ts';

const MOST_MOVES = 40;
/** No move is longer, and shorter ones do not help [m]. */
const LONGEST_MOVE = 3;
const LEAST_MOVE = 0.02;
const TRIED_WORDS = 8;

/** The cheapest path out of `from` to `to`, by either side and either direction first. */
export function exitSlot(from: Pose, to: Pose, rules: ShortcutRules): Arc[] | undefined {
  let best: Arc[] | undefined;
  for (const side of [1, -1])
    for (const direction of [1, -1]) {
      const arcs = zigzag(from, to, { side, direction }, rules);
      if (arcs !== undefined && (best === undefined || pathCost(arcs, rules) < pathCost(best, rules))) best = arcs;
    }
  return best;
}

interface Variant {
  /** Which way the car turns: 1 left. */
  readonly side: number;
  /** Of the first move. */
  readonly direction: number;
}

function zigzag(from: Pose, to: Pose, { side, direction }: Variant, rules: ShortcutRules): Arc[] | undefined {
  const arcs: Arc[] = [];
  let pose = from;
  let way = direction;
  for (let move = 0; move < MOST_MOVES; move++) {
    const curvature = (side * way) / rules.radius;
    const length = clearLength(rules.field, pose, { curvature, length: way * LONGEST_MOVE }, rules.margin);
    if (length >= LEAST_MOVE) {
      const arc = { curvature, length: way * length };
      const rest = shot(pose, arc, to, rules);
      if (rest !== undefined) return merged([...arcs, ...rest]);
      arcs.push(arc);
      pose = advance(pose, arc);
    } else if (move > 1) return undefined;
    way = -way;
  }
  return undefined;
}

/** Some of the move and then straight to the target; the less of the move, the better. */
function shot(pose: Pose, { curvature, length }: Arc, to: Pose, rules: ShortcutRules): Arc[] | undefined {
  for (const share of [0.25, 0.5, 0.75, 1]) {
    const part = { curvature, length: share * length };
    const from = advance(pose, part);
    const words = reedsSheppPaths(from, to, rules.radius, rules.changeCost).slice(0, TRIED_WORDS);
    const clear = words.find(({ arcs }) => isPathClear(rules.field, from, arcs, rules.margin));
    if (clear !== undefined) return [part, ...clear.arcs];
  }
  return undefined;
}
