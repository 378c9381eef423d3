/**
 * Boxes around stretches of a line, one inside the other, so that parts of it which come near each other are found without looking
 * at every pair: a binary tree over consecutive points, whose leaves hold a few points each.
 *
 * Two stretches whose boxes are farther apart than a distance hold no two points that are nearer.
 */

/** Points of a leaf: fewer make a deeper tree, more make more pairs to be compared. */
const LEAF = 8;

export interface LineBoxes {
  /** Levels from the leaves to the root; of each box least x, greatest x, least y and greatest y [m]. */
  readonly levels: readonly Float64Array[];
  readonly points: number;
}

/** Boxes around the points with the step that follows each, so that neighbouring boxes share a point. */
export function lineBoxes(x: Float64Array, y: Float64Array, closed: boolean): LineBoxes {
  const n = x.length;
  const leaves = new Float64Array(4 * Math.ceil(n / LEAF));
  for (let leaf = 0; 4 * leaf < leaves.length; leaf++) {
    const box = emptyBox(leaves, leaf);
    for (let i = leaf * LEAF; i <= Math.min(n, (leaf + 1) * LEAF); i++) {
      if (i === n && !closed) break;
      const k = i === n ? 0 : i;
      box[0] = Math.min(box[0], x[k]);
      box[1] = Math.max(box[1], x[k]);
      box[2] = Math.min(box[2], y[k]);
      box[3] = Math.max(box[3], y[k]);
    }
  }
  const levels: Float64Array[] = [leaves];
  while (levels[levels.length - 1].length > 4) levels.push(parentsOf(levels[levels.length - 1]));
  return { levels, points: n };
}

function emptyBox(boxes: Float64Array, k: number): Float64Array {
  const box = boxes.subarray(4 * k, 4 * k + 4);
  box.set([Infinity, -Infinity, Infinity, -Infinity]);
  return box;
}

function parentsOf(children: Float64Array): Float64Array {
  const count = children.length / 4;
  const parents = new Float64Array(4 * Math.ceil(count / 2));
  for (let k = 0; 4 * k < parents.length; k++) {
    const left = 8 * k;
    const right = 2 * k + 1 < count ? left + 4 : left;
    parents[4 * k] = Math.min(children[left], children[right]);
    parents[4 * k + 1] = Math.max(children[left + 1], children[right + 1]);
    parents[4 * k + 2] = Math.min(children[left + 2], children[right + 2]);
    parents[4 * k + 3] = Math.max(children[left + 3], children[right + 3]);
  }
  return parents;
}

/** A stretch of points, from the first to before the end. */
type PointRange = readonly [first: number, end: number];

export interface PairVisitor {
  /** Pairs that are farther apart than this are passed over; it may shrink on the way [m]. */
  within(): number;
  /** Two stretches that may hold a near pair, the same one twice included; the first comes before the second. */
  visit(first: PointRange, second: PointRange): void;
}

/** Visits every two stretches of the line that may come within a distance of each other, roughly in order along the line. */
export function visitNearPairs({ levels, points }: LineBoxes, { within, visit }: PairVisitor): void {
  const rangeOf = (leaf: number): PointRange => [leaf * LEAF, Math.min(points, (leaf + 1) * LEAF)];
  const join = (level: number, a: number, b: number): void => {
    if (a !== b && gap(levels[level], a, b) > within()) return;
    if (level === 0) {
      visit(rangeOf(a), rangeOf(b));
      return;
    }
    const count = levels[level - 1].length / 4;
    for (let i = 2 * a; i < Math.min(count, 2 * a + 2); i++) {
      for (let j = Math.max(i, 2 * b); j < Math.min(count, 2 * b + 2); j++) join(level - 1, i, j);
    }
  };
  join(levels.length - 1, 0, 0);
}

/** Least distance between two boxes. */
function gap(boxes: Float64Array, a: number, b: number): number {
  const [i, j] = [4 * a, 4 * b];
  const dx = Math.max(0, boxes[i] - boxes[j + 1], boxes[j] - boxes[i + 1]);
  const dy = Math.max(0, boxes[i + 2] - boxes[j + 3], boxes[j + 2] - boxes[i + 3]);
  return Math.sqrt(dx * dx + dy * dy);
}
