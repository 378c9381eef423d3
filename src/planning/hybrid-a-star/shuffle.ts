/**
 * To and fro where there is hardly room: a search whose moves are as long as the place allows.
 *
 *   f = g + w·h     g = Σ length + changeCost per change of direction + joinCost per jump of curvature
 *
 * From a node the car drives forwards or backwards, straight or with the wheels turned to either end: all the way until something is in
 * the way, half of it, or a quarter. So a move of centimetres costs one node like one of metres, and where every move counts, in slots
 * hardly longer than the car and aisles hardly wider than it is long, as few as possible are found: sequences that turn the car on the
 * spot, and sequences that shift it sideways. Cells are a few centimetres. h is the Reeds-Shepp length in the open. From every
 * fourth node the Reeds-Shepp words to the target are tried, unless the car is hemmed in on both ends.
 *
 * Differs from hybrid A* in its moves: no fixed step. Bounded by expansions, never by time.
 */
import { TAU } from '../../math/angle.ts';
import type { Arc, MutablePose } from '../arcs/arc-path.ts';
import { advanceInto, merged } from '../arcs/arc-path.ts';
import { clearLength, isPathClear } from '../geometry/swept-clearance.ts';
import type { Pose } from '../problem.ts';
import { reedsSheppLength, reedsSheppPaths } from '../reeds-shepp/reeds-shepp.ts';
import { CellMap } from './cell-map.ts';
import { OpenList } from './open-list.ts';
import type { SearchResult } from './search.ts';
import type { ShortcutRules } from './shortcuts.ts';

/** How finely is searched, and for how long. */
export interface ShuffleGrid {
  /** Side of a cell [m], and how many headings a turn has. */
  readonly cell: number;
  readonly headings: number;
  readonly expansions: number;
}

/** Cells of a row; beyond it cells repeat, which no way comes near to. */
const COLUMNS = 1 << 16;
const TURNS = [0, 1, -1];
const SHARES = [1, 0.5, 0.25];
/** No move is longer, and shorter ones do not help [m]. */
const LONGEST_MOVE = 2.4;
const LEAST_MOVE = 0.02;
/** Where the longest way in one direction is shorter than this, the car is hemmed in [m]. */
const HEMMED = 1;
/** How exactly the end of a move is found [m]. */
const FINE_STEP = 0.004;
const TRIED_WORDS = 6;
/** Nodes from which they are not tried, between two from which they are. */
const BETWEEN_SHOTS = 3;
/** The larger, the sooner a path is found, and the more changes it may have. */
const WEIGHT = 1.5;

interface Node extends Pose {
  readonly cost: number;
  readonly parent: number;
  /** The move that led here; length 0 at the root. */
  readonly curvature: number;
  readonly length: number;
}

/** Whether no way out of a pose, straight or with the wheels turned, is as long as this [m]: only to and fro leads out of it. */
export const isHemmedIn = (pose: Pose, { field, radius, margin }: ShortcutRules): boolean =>
  [1, -1].every((direction) =>
    TURNS.every((turn) => {
      const arc = { curvature: turn / radius, length: direction * HEMMED };
      return clearLength(field, pose, arc, margin) < HEMMED;
    }),
  );

/** The way from one pose to another, with as few changes of direction as it finds. */
export function shuffle(from: Pose, to: Pose, rules: ShortcutRules, grid: ShuffleGrid): SearchResult {
  return new Shuffle(to, rules, grid).run(from);
}

const next: MutablePose = { x: 0, y: 0, yaw: 0 };

class Shuffle {
  private readonly nodes: Node[] = [];
  private readonly closed: boolean[] = [];
  private readonly cells = new CellMap();
  private readonly open = new OpenList();
  private best: Arc[] | undefined;
  private bestCost = Infinity;

  constructor(
    private readonly to: Pose,
    private readonly rules: ShortcutRules,
    private readonly grid: ShuffleGrid,
  ) {}

  run(from: Pose): SearchResult {
    this.add({ x: from.x, y: from.y, yaw: from.yaw, cost: 0, parent: -1, curvature: 0, length: 0 });
    let expansions = 0;
    let untilShot = 0;
    while (this.open.size > 0 && expansions < this.grid.expansions && this.open.leastKey < this.bestCost) {
      const index = this.open.pop();
      if (this.closed[index]) continue;
      this.closed[index] = true;
      expansions++;
      if (this.expand(index) >= HEMMED && untilShot-- <= 0) {
        this.shoot(index);
        untilShot = BETWEEN_SHOTS;
      }
    }
    return { arcs: this.best, expansions };
  }

  /** All moves from a node; the longest way that is free [m]. */
  private expand(index: number): number {
    const { field, radius, margin } = this.rules;
    const node = this.nodes[index];
    let longest = 0;
    for (const direction of [1, -1])
      for (const turn of TURNS) {
        const curvature = turn / radius + 0;
        // on with the same wheels is what the longer move was for
        if (node.length * direction > 0 && node.curvature === curvature && Math.abs(node.length) < LONGEST_MOVE)
          continue;
        const free = clearLength(field, node, { curvature, length: direction * LONGEST_MOVE }, margin, FINE_STEP);
        longest = Math.max(longest, free);
        for (const share of SHARES)
          if (share * free >= LEAST_MOVE) this.move(index, curvature, direction * share * free);
      }
    return longest;
  }

  private move(index: number, curvature: number, length: number): void {
    const { changeCost, joinCost } = this.rules;
    const node = this.nodes[index];
    const isChange = node.length * length < 0;
    const joins = node.length !== 0 && !isChange && node.curvature !== curvature ? joinCost : 0;
    const cost = node.cost + Math.abs(length) + (isChange ? changeCost : 0) + joins;
    advanceInto(node, curvature, length, next);
    this.add({ x: next.x, y: next.y, yaw: next.yaw, cost, parent: index, curvature, length });
  }

  private add(node: Node): void {
    const key = keyOf(node, node.length, this.grid);
    const known = this.cells.get(key);
    if (known >= 0 && (this.closed[known] || this.nodes[known].cost <= node.cost)) return;
    const estimate = node.cost + WEIGHT * reedsSheppLength(node, this.to, this.rules.radius);
    if (estimate >= this.bestCost) return;
    this.nodes.push(node);
    this.closed.push(false);
    this.cells.set(key, this.nodes.length - 1);
    this.open.push(this.nodes.length - 1, estimate);
  }

  private shoot(index: number): void {
    const { field, radius, margin, changeCost } = this.rules;
    const node = this.nodes[index];
    let tried = 0;
    for (const { arcs, cost } of reedsSheppPaths(node, this.to, radius, changeCost)) {
      const joins = arcs.length > 0 && arcs[0].length * node.length < 0 ? changeCost : 0;
      const total = node.cost + cost + joins;
      if (tried++ === TRIED_WORDS || total >= this.bestCost) return;
      if (!isPathClear(field, node, arcs, margin)) continue;
      this.bestCost = total;
      this.best = merged([...this.movesTo(index), ...arcs]);
      return;
    }
  }

  private movesTo(index: number): Arc[] {
    const arcs: Arc[] = [];
    for (let node = this.nodes[index]; node.parent >= 0; node = this.nodes[node.parent])
      arcs.push({ curvature: node.curvature, length: node.length });
    return arcs.reverse();
  }
}

function keyOf({ x, y, yaw }: Pose, direction: number, { cell, headings }: ShuffleGrid): number {
  const column = Math.floor(x / cell) + COLUMNS / 2;
  const row = Math.floor(y / cell) + COLUMNS / 2;
  const turns = yaw / TAU;
  const heading = Math.floor((turns - Math.floor(turns)) * headings) % headings;
  return 2 * ((row * COLUMNS + column) * headings + heading) + (direction > 0 ? 1 : 0);
}
