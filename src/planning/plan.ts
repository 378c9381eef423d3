/**
 * From a problem to a path: the strategy over all planners.
 *
 *   1. line-arc: the published search over curvatures; taken if it needs no more than one change of direction
 *   2. Reeds-Shepp words between start and goal, with the tightest and wider turns
 *   3. hybrid A*, first coarse, then fine, from the goal and from the start; with moves as long as the place allows where it finds
 *      nothing, or nothing but many changes of direction
 *
 * The quickest of what was found is made smooth, optimised, and gets its speeds. The margin starts with what the problem asks, or with what start
 * and goal allow if that is less, and gets less where no planner finds a way, or one with very many changes of direction; the clearance that is kept in the end is part of the path.
 * Deterministic: searches are bounded by expansions, never by time.
 */
import { tan } from '../math/trig.ts';
import type { Arc } from './arcs/arc-path.ts';
import { gearChangesOf, lengthOf, merged, poseGap, reversed } from './arcs/arc-path.ts';
import { stretchesOf } from './arcs/stretch.ts';
import type { Bounds } from './geometry/obstacle-field.ts';
import { ObstacleField } from './geometry/obstacle-field.ts';
import { isPathClear } from './geometry/swept-clearance.ts';
import { GoalFrame } from './goal-frame.ts';
import type { SearchGrid, SearchResult } from './hybrid-a-star/search.ts';
import { searchPath } from './hybrid-a-star/search.ts';
import { pathCost, shortened } from './hybrid-a-star/shortcuts.ts';
import type { ShuffleGrid } from './hybrid-a-star/shuffle.ts';
import { isHemmedIn, shuffle } from './hybrid-a-star/shuffle.ts';
import { exitSlot } from './hybrid-a-star/slot-exit.ts';
import { planLineArc } from './line-arc/line-arc.ts';
import { plannedPath } from './planned-path.ts';
import type { ParkingProblem, Plan, PlannedPath, Pose } from './problem.ts';
import { reedsSheppLength, reedsSheppPaths } from './reeds-shepp/reeds-shepp.ts';
import { optimised } from './smoothing/optimise.ts';
import { smoothed } from './smoothing/smooth.ts';

/** Which planner is asked: one of them, or all in turn. */
export type PlannerName = 'auto' | 'line-arc' | 'reeds-shepp' | 'hybrid';

export interface PlanOptions {
  readonly planner?: PlannerName;
  /** Scales how many nodes hybrid A* may look at: 1 unless told. */
  readonly effort?: number;
  /** Without it the car stops to steer wherever the curvature jumps: true unless told. */
  readonly smooth?: boolean;
  /**
   * How the path that was found is made quicker: not at all; carefully, no nearer to anything than it was and at the end no more
   * bent, for a car that sees and steers with errors; or as quick as the margin allows, unless told.
   */
  readonly optimise?: 'none' | 'careful' | 'quick';
}

/** What a change of direction, and a jump of curvature between, cost beside the length [m]. */
const CHANGE_COST = 3;
const JOIN_COST = 0.4;
/** Share of the tightest curvature that planners use: the rest is for smoothing and tracking. */
const CURVATURE_SHARE = 0.97;
const COARSE: SearchGrid = { cell: 0.3, step: 0.5, headings: 72, expansions: 4000, weight: 1.4 };
/** For goals further off than this [m]: longer steps get further. */
const WIDE: SearchGrid = { cell: 0.4, step: 0.8, headings: 48, expansions: 12_000, weight: 2 };
const FAR = 20;
const FINE: SearchGrid = { cell: 0.15, step: 0.3, headings: 120, expansions: 8000, weight: 2 };
/** Where a car has a few decimetres to and fro: few poses are left, and how they fall into cells decides, so several ways to cut are tried. */
const TIGHT: readonly SearchGrid[] = [
  { cell: 0.1, step: 0.2, headings: 180, expansions: 5000, weight: 2 },
  { cell: 0.06, step: 0.25, headings: 360, expansions: 8000, weight: 2 },
  { cell: 0.04, step: 0.1, headings: 480, expansions: 12_000, weight: 2 },
];
/** To and fro: beside a search, and where it matters most. */
const TO_AND_FRO: ShuffleGrid = { cell: 0.04, headings: 360, expansions: 5000 };
const CLOSE_TO_AND_FRO: ShuffleGrid = { cell: 0.02, headings: 720, expansions: 20_000 };

interface Stage {
  /** Of the first margin. */
  readonly share: number;
  readonly grids: readonly SearchGrid[];
  readonly toAndFro?: ShuffleGrid;
}

/** What a planner found, and the path that smoothing made of it. */
interface Found {
  readonly arcs: readonly Arc[];
  readonly path: PlannedPath;
}

/** Margins tried in turn, and how finely is searched with each. */
const STAGES: readonly Stage[] = [
  { share: 1, grids: [COARSE, WIDE, FINE] },
  { share: 0.5, grids: [COARSE, FINE, ...TIGHT], toAndFro: TO_AND_FRO },
  { share: 0.35, grids: [], toAndFro: TO_AND_FRO },
  { share: 0.2, grids: [FINE, ...TIGHT], toAndFro: CLOSE_TO_AND_FRO },
  { share: 0.07, grids: [], toAndFro: CLOSE_TO_AND_FRO },
];
/** More changes of direction are many: to and fro may do with fewer. More than that are worth some clearance, down to this share. */
const MANY_CHANGES = 3;
const TOO_MANY_CHANGES = 8;
const LEAST_SHARE = 0.2;
/** A path is simple only if it is no longer than this times the shortest in the open, and that much more [m]: not around in a circle. */
const SIMPLE = { times: 2, more: 6 };
/** Share of the margin that smoothing leaves. */
const SMOOTH_SHARE = 0.8;
/** How much nearer a body may come between two points that were looked at [m]. */
const BETWEEN_POINTS = 5e-4;
/** Share of the clearance at start and goal that may be asked for along the way. */
const END_SHARE = 0.9;
/** How far beyond obstacles, start and goal the car may drive [m]. */
const SURROUNDINGS = 8;

export function plan(problem: ParkingProblem, options: PlanOptions = {}): Plan {
  const frame = new GoalFrame(problem.goal, problem.start);
  const answer = new Planning(frame.problem(problem), options).run();
  if ('failure' in answer) return answer;
  return { path: { ...answer.path, points: answer.path.points.map((point) => frame.point(point)) } };
}

class Planning {
  private readonly field: ObstacleField;
  private readonly maxCurvature: number;
  private readonly bounds: Bounds;
  private expansions = 0;

  constructor(
    private readonly problem: ParkingProblem,
    private readonly options: PlanOptions,
  ) {
    const { start, goal, obstacles, car, limits } = problem;
    this.field = new ObstacleField(obstacles, car);
    this.maxCurvature = (CURVATURE_SHARE * tan(limits.steering)) / car.wheelBase;
    const { minX, minY, maxX, maxY } = this.field.bounds;
    this.bounds = {
      minX: Math.min(minX, start.x, goal.x) - SURROUNDINGS,
      minY: Math.min(minY, start.y, goal.y) - SURROUNDINGS,
      maxX: Math.max(maxX, start.x, goal.x) + SURROUNDINGS,
      maxY: Math.max(maxY, start.y, goal.y) + SURROUNDINGS,
    };
  }

  run(): Plan {
    const { start, goal, margin } = this.problem;
    const [startClearance, goalClearance] = [this.field.clearance(start), this.field.clearance(goal)];
    if (startClearance === 0) return { failure: 'the car touches an obstacle where it starts' };
    if (goalClearance === 0) return { failure: 'the car would touch an obstacle at the goal' };
    if (poseGap(start, goal) < 1e-6) return { path: plannedPath(start, [], this.problem.limits, this.field) };
    const most = Math.min(margin, END_SHARE * startClearance, END_SHARE * goalClearance);
    let best: Found | undefined;
    for (const stage of STAGES) {
      if (best !== undefined && (best.path.gearChanges <= TOO_MANY_CHANGES || stage.share < LEAST_SHARE)) break;
      const found = this.withMargin(stage.share * most, stage);
      if (found !== undefined && (best === undefined || found.path.duration < best.path.duration)) best = found;
    }
    return best === undefined ? { failure: this.whyNot() } : { path: this.improved(best) };
  }

  /** The path made quicker where that is possible without coming nearer to anything than it did, or than is asked. */
  private improved({ arcs, path }: Found): PlannedPath {
    const { smooth = true, optimise = 'quick' } = this.options;
    if (!smooth || optimise === 'none') return path;
    const { start, goal, limits } = this.problem;
    const { field } = this;
    const isCareful = optimise === 'careful';
    const asked = isCareful ? Infinity : this.problem.margin + BETWEEN_POINTS;
    const margin = Math.min(asked, path.clearance - BETWEEN_POINTS);
    const rules = { field, limits, maxCurvature: this.maxCurvature / CURVATURE_SHARE, margin, keepsEnd: isCareful };
    const stretches = optimised(start, goal, arcs, rules);
    if (stretches === undefined) return path;
    const quicker = plannedPath(start, stretches, limits, field);
    return quicker.duration < path.duration ? quicker : path;
  }

  private whyNot(): string {
    const { planner = 'auto' } = this.options;
    if (planner === 'line-arc') return 'no line-arc path keeps clear of the obstacles, with any curvature';
    if (planner === 'reeds-shepp') return 'no Reeds-Shepp path keeps clear of the obstacles';
    return `no way to the goal was found in ${this.expansions} search steps`;
  }

  private withMargin(margin: number, stage: Stage): Found | undefined {
    const { planner = 'auto' } = this.options;
    const found: Arc[][] = [];
    if (planner === 'auto' || planner === 'line-arc') {
      const arcs = this.lineArc(margin);
      if (arcs !== undefined) found.push(arcs);
    }
    const { start, goal } = this.problem;
    const simple = SIMPLE.times * reedsSheppLength(start, goal, 1 / this.maxCurvature) + SIMPLE.more;
    const isSimple = () => found.some((arcs) => gearChangesOf(arcs) <= 1 && lengthOf(arcs) <= simple);
    if (planner === 'reeds-shepp' || (planner === 'auto' && !isSimple())) {
      const arcs = this.reedsShepp(margin);
      if (arcs !== undefined) found.push(arcs);
    }
    if (planner === 'hybrid' || (planner === 'auto' && !isSimple())) {
      const arcs = this.hybrid(margin, stage);
      if (arcs !== undefined) found.push(arcs);
    }
    return this.quickest(found, margin);
  }

  private lineArc(margin: number): Arc[] | undefined {
    const { start, goal } = this.problem;
    const { field, maxCurvature } = this;
    return planLineArc({ field, start, goal, maxCurvature, margin, changeCost: CHANGE_COST });
  }

  private reedsShepp(margin: number): Arc[] | undefined {
    const { start, goal } = this.problem;
    const costs = { changeCost: CHANGE_COST, joinCost: JOIN_COST };
    const paths = [1, 1.25, 1.6, 2.2].flatMap((wider) =>
      reedsSheppPaths(start, goal, wider / this.maxCurvature, CHANGE_COST).map(({ arcs }) => arcs),
    );
    const rated = paths.map((arcs) => ({ arcs: merged(arcs), cost: pathCost(arcs, costs) }));
    rated.sort((a, b) => a.cost - b.cost);
    return rated.find(({ arcs }) => isPathClear(this.field, start, arcs, margin))?.arcs;
  }

  /** To and fro out of the slot; else a search, coarse before fine, from the goal outwards and from the start if that finds nothing. */
  private hybrid(margin: number, { grids, toAndFro }: Stage): Arc[] | undefined {
    const { start, goal } = this.problem;
    const { field, maxCurvature } = this;
    const rules = { field, radius: 1 / maxCurvature, margin, changeCost: CHANGE_COST, joinCost: JOIN_COST };
    const exit = exitSlot(goal, start, rules);
    const ways = exit === undefined ? [] : [reversed(exit)];
    const isFar = Math.abs(start.x - goal.x) + Math.abs(start.y - goal.y) > FAR;
    const useful = grids.filter((grid) => isFar || grid !== WIDE);
    for (const grid of ways.length > 0 ? useful.slice(0, 1) : useful) {
      const outwards = this.search(goal, start, margin, grid);
      // a search that ran dry has seen all there is around the goal
      if (outwards.arcs === undefined && outwards.expansions < grid.expansions * (this.options.effort ?? 1)) continue;
      const arcs = outwards.arcs === undefined ? this.search(start, goal, margin, grid).arcs : reversed(outwards.arcs);
      if (arcs === undefined) continue;
      ways.push(arcs);
      break;
    }
    const isEasy = ways.some((arcs) => gearChangesOf(arcs) <= MANY_CHANGES);
    if (toAndFro !== undefined && !isEasy && isHemmedIn(goal, rules)) {
      const expansions = Math.round(toAndFro.expansions * (this.options.effort ?? 1));
      const out = shuffle(goal, start, rules, { ...toAndFro, expansions });
      this.expansions += out.expansions;
      if (out.arcs !== undefined) ways.push(reversed(out.arcs));
    }
    const short = ways.map((arcs) => shortened(start, arcs, rules));
    return short.sort((a, b) => pathCost(a, rules) - pathCost(b, rules))[0];
  }

  private search(from: Pose, to: Pose, margin: number, grid: SearchGrid): SearchResult {
    const { field, bounds, maxCurvature } = this;
    const expansions = Math.round(grid.expansions * (this.options.effort ?? 1));
    const question = { field, from, to, bounds, maxCurvature, margin, changeCost: CHANGE_COST };
    const result = searchPath({ ...question, grid: { ...grid, expansions } });
    this.expansions += result.expansions;
    return result;
  }

  private quickest(found: readonly Arc[][], margin: number): Found | undefined {
    const { start, limits } = this.problem;
    const { field } = this;
    const rules = { field, limits, maxCurvature: this.maxCurvature / CURVATURE_SHARE, margin: SMOOTH_SHARE * margin };
    let best: Found | undefined;
    for (const arcs of found) {
      const stretches = this.options.smooth === false ? stretchesOf(arcs) : smoothed(start, arcs, rules);
      const path = plannedPath(start, stretches, limits, field);
      if (best === undefined || path.duration < best.path.duration) best = { arcs, path };
    }
    return best;
  }
}
