/**
 * The solids of a scene in a tree of bounding rectangles (a bounding volume hierarchy seen from above): a ray only looks at the solids whose
 * rectangles it crosses, near ones first.
 *
 * Nodes are in preorder: the left child follows its parent. A node is split at the median of the middles along the longer side, so the depth is
 * ⌈log₂ n⌉. Heights are left to the prisms: what stands on a road is seldom above one another.
 */
import { derivedFrom } from '../../core/derived.ts';
import { sinCos } from '../../math/trig.ts';
import type { Prisms } from './prisms.ts';
import { hitPrism, packEdges, Ray } from './prisms.ts';
import type { Scene, Solid } from '../scene.ts';

export interface RayTree {
  readonly prisms: Prisms;
  /** Least x, least y, greatest x, greatest y of each node [m]. */
  readonly bounds: Float64Array;
  /**
   * Two numbers for each node. Inner node: its right child, and the axis it is split along (0 for x, 1 for y).
   * Leaf: −1 − its first prism, and how many there are.
   */
  readonly links: Int32Array;
}

const LEAF_SIZE = 2;
/** Deeper than any tree of fewer than 2⁵⁰ solids. */
const stack = new Int32Array(52);

/** The tree of a scene; made at the first use. */
export const rayTreeOf = derivedFrom<Scene, RayTree>(({ solids }) => plantTree(solids));

interface Growth {
  readonly boxes: readonly Float64Array[];
  /** Indices of the solids, brought into the order of the leaves. */
  readonly order: number[];
  readonly bounds: number[];
  readonly links: number[];
}

function plantTree(solids: readonly Solid[]): RayTree {
  const growth: Growth = { boxes: solids.map(boundsOf), order: solids.map((_, i) => i), bounds: [], links: [] };
  if (solids.length > 0) grow(growth, 0, solids.length);
  return {
    prisms: packSolids(growth.order.map((i) => solids[i])),
    bounds: Float64Array.from(growth.bounds),
    links: Int32Array.from(growth.links),
  };
}

/** Adds the node of the solids from `start` to `end` in the order, and all below it. */
function grow(growth: Growth, start: number, end: number): void {
  const { boxes, order, bounds, links } = growth;
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (let k = start; k < end; k++) {
    const own = boxes[order[k]];
    for (let side = 0; side < 2; side++) {
      box[side] = Math.min(box[side], own[side]);
      box[side + 2] = Math.max(box[side + 2], own[side + 2]);
    }
  }
  const node = links.length / 2;
  bounds.push(...box);
  if (end - start <= LEAF_SIZE) {
    links.push(-1 - start, end - start);
    return;
  }
  // split at the median along the longer side; equal middles stay in their order
  const axis = box[2] - box[0] >= box[3] - box[1] ? 0 : 1;
  const middleOf = (i: number) => boxes[i][axis] + boxes[i][axis + 2];
  const sorted = order.slice(start, end).sort((a, b) => middleOf(a) - middleOf(b) || a - b);
  sorted.forEach((solid, k) => {
    order[start + k] = solid;
  });
  const half = (start + end) >> 1;
  links.push(0, axis);
  grow(growth, start, half);
  links[2 * node] = links.length / 2;
  grow(growth, half, end);
}

/** A solid's rectangle, wider by more than rounding can hide. */
function boundsOf({ footprint, x, y, yaw }: Solid): Float64Array {
  const rotation = new Float64Array(2);
  sinCos(yaw, rotation);
  const box = Float64Array.of(Infinity, Infinity, -Infinity, -Infinity);
  for (let k = 0; k < footprint.length; k += 2) {
    const px = x + rotation[1] * footprint[k] - rotation[0] * footprint[k + 1];
    const py = y + rotation[0] * footprint[k] + rotation[1] * footprint[k + 1];
    const slack = 1e-12 * (1 + Math.abs(px) + Math.abs(py));
    box[0] = Math.min(box[0], px - slack);
    box[1] = Math.min(box[1], py - slack);
    box[2] = Math.max(box[2], px + slack);
    box[3] = Math.max(box[3], py + slack);
  }
  return box;
}

function packSolids(solids: readonly Solid[]): Prisms {
  const first = new Int32Array(solids.length + 1);
  solids.forEach(({ footprint }, i) => {
    first[i + 1] = first[i] + footprint.length / 2;
  });
  const edges = new Float64Array(3 * first[solids.length]);
  const heights = new Float64Array(2 * solids.length);
  solids.forEach((solid, i) => {
    packEdges(edges, first[i], solid.footprint, solid);
    heights[2 * i] = solid.bottom;
    heights[2 * i + 1] = solid.top;
  });
  return { edges, first, heights };
}

/** Shortens the ray where a solid is in its way. */
export function hitTree({ prisms, bounds, links }: RayTree, ray: Float64Array): void {
  if (links.length === 0) return;
  const ox = ray[Ray.OX];
  const oy = ray[Ray.OY];
  const ix = ray[Ray.IX];
  const iy = ray[Ray.IY];
  let depth = 1;
  stack[0] = 0;
  while (depth > 0) {
    const node = stack[--depth];
    // from where to where it crosses the rectangle
    const b = 4 * node;
    const xa = (bounds[b] - ox) * ix;
    const xb = (bounds[b + 2] - ox) * ix;
    const ya = (bounds[b + 1] - oy) * iy;
    const yb = (bounds[b + 3] - oy) * iy;
    let near = ix < 0 ? xb : xa;
    let far = ix < 0 ? xa : xb;
    const nearY = iy < 0 ? yb : ya;
    const farY = iy < 0 ? ya : yb;
    if (nearY > near) near = nearY;
    if (farY < far) far = farY;
    if (near > far || far < 0 || near > ray[Ray.DISTANCE]) continue;
    const link = links[2 * node];
    if (link < 0) {
      const start = -1 - link;
      const end = start + links[2 * node + 1];
      for (let i = start; i < end; i++) hitPrism(prisms, i, ray);
    } else {
      // the child on the side it comes from is looked at first
      const isBackward = links[2 * node + 1] === 0 ? ix < 0 : iy < 0;
      stack[depth++] = isBackward ? node + 1 : link;
      stack[depth++] = isBackward ? link : node + 1;
    }
  }
}
