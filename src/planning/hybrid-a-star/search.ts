/**
 * Hybrid A*: a search over poses in cells of position and heading, each cell keeping the exact pose it was reached in.
 *
 *   f = g + w·max(h₁, h₂)     g = Σ length + changeCost per change of direction + steering
 *
 * From a node the car drives a short arc with one of five steering angles, forwards or backwards. h₁ is the way around obstacles for a
 * disc, h₂ the Reeds-Shepp length in the open. Every few nodes the Reeds-Shepp words to the target are tried; the first that is clear
 * completes a path. The search goes on for a while after that, in case there is a cheaper one, and keeps the best.
 *
 * Cars drive both ways alike, so it may start at either end: out of a narrow slot there are few ways, into it there are many wrong ones.
 * Reference: Dolgov, Thrun, Montemerlo, Diebel, Path planning for autonomous vehicles in unknown semi-structured environments, 2010.
 * Bounded by expansions, never by time.
 */
import { TAU } from '../../math/angle.ts';
import type { Arc, MutablePose } from '../arcs/arc-path.ts';
import { advanceInto, merged } from '../arcs/arc-path.ts';
import type { Bounds, ObstacleField } from '../geometry/obstacle-field.ts';
import { clearLength, isPathClear } from '../geometry/swept-clearance.ts';
import type { Pose } from '../problem.ts';
import { reedsSheppLength, reedsSheppPaths } from '../reeds-shepp/reeds-shepp.ts';
import { CellMap } from './cell-map.ts';
import { ObstacleHeuristic } from './obstacle-heuristic.ts';
import { OpenList } from './open-list.ts';

export interface SearchQuestion {
  readonly field: ObstacleField;
  readonly from: Pose;
  readonly to: Pose;
  /** Nothing outside is looked at [m]. */
  readonly bounds: Bounds;
  readonly maxCurvature: number;
  readonly margin: number;
  /** What a change of direction costs beside the length [m]. */
  readonly changeCost: number;
  readonly grid: SearchGrid;
}

/** How finely is searched, and for how long. */
export interface SearchGrid {
  /** Side of a cell, and length of an arc [m]. */
  readonly cell: number;
  readonly step: number;
  /** How many headings a turn has. */
  readonly headings: number;
  readonly expansions: number;
  /** w: the larger, the sooner a path is found, and the worse it may be. */
  readonly weight: number;
}

export interface SearchResult {
  readonly arcs?: Arc[];
  readonly expansions: number;
}

const STEERING = [0, 0.5, -0.5, 1, -1];
/** Cost of turning the wheel from straight to its end [m]. */
const STEERING_COST = 0.4;
/** Shorter moves are not worth a node [m]. */
const LEAST_ARC = 0.04;
/** How many Reeds-Shepp words are tried from a node. */
const TRIED_WORDS = 8;
/** How much longer than the first path took to find, a better one is looked for. */
const EXTRA_SHARE = 0.3;
const LEAST_EXTRA = 150;

interface Node extends Pose {
  readonly cost: number;
  readonly parent: number;
  /** Direction and steering share of the arc that led here; 0 at the root. */
  readonly direction: number;
  readonly steering: number;
  /** Of that arc, positive [m]. */
  readonly length: number;
}

export function searchPath(question: SearchQuestion): SearchResult {
  return new Search(question).run();
}

const next: MutablePose = { x: 0, y: 0, yaw: 0 };

class Search {
  private readonly nodes: Node[] = [];
  private readonly cells = new CellMap();
  private readonly open = new OpenList();
  private readonly closed: boolean[] = [];
  private readonly toTarget: ObstacleHeuristic;
  private readonly columns: number;
  private bestCost = Infinity;
  private best: Arc[] | undefined;

  constructor(private readonly question: SearchQuestion) {
    const { field, bounds, to, grid } = question;
    this.toTarget = new ObstacleHeuristic(field, bounds, to);
    this.columns = Math.ceil((bounds.maxX - bounds.minX) / grid.cell) + 2;
  }

  run(): SearchResult {
    const { from, grid } = this.question;
    this.add({ ...from, cost: 0, parent: -1, direction: 0, steering: 0, length: 0 }, this.keyOf(from, 1));
    let expansions = 0;
    let limit = grid.expansions;
    let untilShot = 0;
    while (this.open.size > 0 && expansions < limit) {
      if (this.open.leastKey >= this.bestCost) break;
      const index = this.open.pop();
      if (this.closed[index]) continue;
      this.closed[index] = true;
      expansions++;
      const node = this.nodes[index];
      if (untilShot-- <= 0) {
        const hadNone = this.best === undefined;
        this.shoot(node, index);
        // nearer to the target it is tried more often
        untilShot = Math.floor(this.heuristic(node) / 6);
        if (hadNone && this.best !== undefined)
          limit = Math.min(limit, expansions + Math.max(LEAST_EXTRA, Math.floor(EXTRA_SHARE * expansions)));
      }
      this.expand(node, index);
    }
    return { arcs: this.best, expansions };
  }

  private heuristic(pose: Pose): number {
    const { to, maxCurvature } = this.question;
    const around = this.toTarget.at(pose.x, pose.y);
    return around === Infinity ? Infinity : Math.max(around, reedsSheppLength(pose, to, 1 / maxCurvature));
  }

  private expand(node: Node, index: number): void {
    const { field, bounds, maxCurvature, margin, grid } = this.question;
    for (const direction of [1, -1])
      for (const steering of STEERING) {
        const curvature = steering * maxCurvature;
        const whole = direction * grid.step;
        advanceInto(node, curvature, whole, next);
        if (next.x < bounds.minX || next.x > bounds.maxX || next.y < bounds.minY || next.y > bounds.maxY) continue;
        if (this.isKnown(this.keyOf(next, direction), this.costOf(node, direction, steering, grid.step))) continue;
        // in narrow places, as far as it goes
        const length = clearLength(field, node, { curvature, length: whole }, margin);
        if (length < LEAST_ARC) continue;
        const cost = this.costOf(node, direction, steering, length);
        advanceInto(node, curvature, direction * length, next);
        const key = this.keyOf(next, direction);
        if (length < grid.step && this.isKnown(key, cost)) continue;
        this.add({ x: next.x, y: next.y, yaw: next.yaw, cost, parent: index, direction, steering, length }, key);
      }
  }

  private isKnown(key: number, cost: number): boolean {
    const known = this.cells.get(key);
    return known >= 0 && (this.closed[known] || this.nodes[known].cost <= cost);
  }

  private costOf(node: Node, direction: number, steering: number, length: number): number {
    const isChange = node.direction !== 0 && direction !== node.direction;
    const turning = node.direction === 0 || isChange ? 0 : STEERING_COST * Math.abs(steering - node.steering);
    return node.cost + length * (1 + 0.02 * Math.abs(steering)) + (isChange ? this.question.changeCost : 0) + turning;
  }

  private add(node: Node, key: number): void {
    const estimate = node.cost + this.question.grid.weight * this.heuristic(node);
    if (estimate === Infinity || node.cost >= this.bestCost) return;
    const index = this.nodes.length;
    this.nodes.push(node);
    this.closed.push(false);
    this.cells.set(key, index);
    this.open.push(index, estimate);
  }

  /** Tries to drive from a node straight to the target. */
  private shoot(node: Node, index: number): void {
    const { field, to, maxCurvature, margin, changeCost } = this.question;
    let tried = 0;
    for (const { arcs, cost } of reedsSheppPaths(node, to, 1 / maxCurvature, changeCost)) {
      if (tried++ === TRIED_WORDS) return;
      const joins = node.direction !== 0 && arcs.length > 0 && arcs[0].length * node.direction < 0 ? changeCost : 0;
      const total = node.cost + cost + joins;
      if (total >= this.bestCost) return;
      if (!isPathClear(field, node, arcs, margin)) continue;
      this.bestCost = total;
      this.best = merged([...this.arcsTo(index), ...arcs]);
      return;
    }
  }

  private arcsTo(index: number): Arc[] {
    const { maxCurvature } = this.question;
    const arcs: Arc[] = [];
    for (let node = this.nodes[index]; node.parent >= 0; node = this.nodes[node.parent])
      arcs.push({ curvature: node.steering * maxCurvature + 0, length: node.direction * node.length });
    return arcs.reverse();
  }

  /** Cells know from which direction they were reached: what comes next costs differently. */
  private keyOf({ x, y, yaw }: Pose, direction: number): number {
    const { bounds, grid } = this.question;
    const column = Math.floor((x - bounds.minX) / grid.cell) + 1;
    const row = Math.floor((y - bounds.minY) / grid.cell) + 1;
    const turns = yaw / TAU;
    const heading = Math.floor((turns - Math.floor(turns)) * grid.headings) % grid.headings;
    return 2 * ((row * this.columns + column) * grid.headings + heading) + (direction > 0 ? 1 : 0);
  }
}
