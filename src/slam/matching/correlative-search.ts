/**
 * Where in a map a scan fits best, over a window of poses: branch and bound.
 *
 *   best of Σᵢ B₀(cell of Sᵢ(ξ)) over ξ₀ ± (window, window, turn)
 *
 * Headings are a grid fine enough that the farthest point moves by one cell from one to the next. For each heading the plane is
 * covered by squares of 2ʰ × 2ʰ shifts; a square whose bound B_h is no better than the best pose found is dropped whole, others are
 * quartered, the most promising first. The result is the best of all poses of the finest grid, as if each had been tried.
 * Reference: Hess et al., ICRA 2016, algorithm 3; Olson, Real-time correlative scan matching, ICRA 2009.
 * Checked against: trying every pose.
 */
import { wrapToPi } from '../../math/angle.ts';
import type { Pose2 } from '../../math/pose2.ts';
import { sinCos } from '../../math/trig.ts';
import type { ScanPoints } from '../mapping/scan-points.ts';
import type { ScoreLevel, ScorePyramid } from './score-pyramid.ts';

export interface SearchWindow {
  /** Half the side of the square of places [m], and half the span of headings [rad]. */
  readonly distance: number;
  readonly turn: number;
}

export interface Found {
  readonly pose: Pose2;
  /** Mean of B₀ at the points, 0 … 1. */
  readonly score: number;
}

/** Points that are tried; more find no better pose, only more slowly. */
const MOST_POINTS = 160;
const MOST_TURN_STEPS = 400;

interface Search {
  readonly map: ScorePyramid;
  readonly count: number;
  /** Cells of the points for each heading, one heading after the other. */
  readonly cellX: Int32Array;
  readonly cellY: Int32Array;
  /** Largest shift, in cells. */
  readonly reach: number;
  bestSum: number;
  bestTurn: number;
  bestX: number;
  bestY: number;
}

/** The best pose in a window about a guess; undefined where none scores at least `leastScore`. */
export function searchPose(
  map: ScorePyramid,
  points: ScanPoints,
  guess: Pose2,
  window: SearchWindow,
  leastScore: number,
): Found | undefined {
  const stride = Math.max(1, Math.ceil(points.count / MOST_POINTS));
  const count = Math.ceil(points.count / stride);
  if (count === 0) return undefined;
  const turnStep = turnStepFor(map.resolution, points);
  const turns = Math.min(MOST_TURN_STEPS, Math.ceil(window.turn / turnStep));
  const search: Search = {
    map,
    count,
    cellX: new Int32Array(count * (2 * turns + 1)),
    cellY: new Int32Array(count * (2 * turns + 1)),
    reach: Math.ceil(window.distance / map.resolution),
    bestSum: Math.ceil(leastScore * 255 * count) - 1,
    bestTurn: -1,
    bestX: 0,
    bestY: 0,
  };
  for (let t = 0; t <= 2 * turns; t++)
    placePoints(search, t, points, guess, guess.heading + (t - turns) * turnStep, stride);
  for (const candidate of firstCandidates(search, 2 * turns + 1)) {
    if (candidate.sum <= search.bestSum) break;
    descend(search, candidate.turn, candidate.x, candidate.y, map.levels.length - 1);
  }
  if (search.bestTurn < 0) return undefined;
  return {
    pose: {
      x: guess.x + search.bestX * map.resolution,
      y: guess.y + search.bestY * map.resolution,
      heading: wrapToPi(guess.heading + (search.bestTurn - turns) * turnStep),
    },
    score: search.bestSum / (255 * count),
  };
}

/** The turn that moves the farthest point by one cell. */
function turnStepFor(resolution: number, points: ScanPoints): number {
  let farthest = 1;
  for (let k = 0; k < points.count; k++)
    farthest = Math.max(farthest, points.x[k] * points.x[k] + points.y[k] * points.y[k]);
  return resolution / Math.sqrt(farthest);
}

const direction = new Float64Array(2);

function placePoints(
  search: Search,
  turn: number,
  points: ScanPoints,
  guess: Pose2,
  heading: number,
  stride: number,
): void {
  const { map, count, cellX, cellY } = search;
  sinCos(heading, direction);
  const s = direction[0] / map.resolution;
  const c = direction[1] / map.resolution;
  const baseX = (guess.x - map.originX) / map.resolution + 0.5;
  const baseY = (guess.y - map.originY) / map.resolution + 0.5;
  for (let n = 0, k = 0; n < count; n++, k += stride) {
    cellX[turn * count + n] = Math.floor(baseX + c * points.x[k] - s * points.y[k]);
    cellY[turn * count + n] = Math.floor(baseY + s * points.x[k] + c * points.y[k]);
  }
}

interface Candidate {
  readonly turn: number;
  readonly x: number;
  readonly y: number;
  readonly sum: number;
}

/** All squares of the coarsest level that may hold something better than asked for, the most promising first. */
function firstCandidates(search: Search, turns: number): Candidate[] {
  const depth = search.map.levels.length - 1;
  const side = 1 << depth;
  const candidates: Candidate[] = [];
  for (let turn = 0; turn < turns; turn++) {
    for (let y = -search.reach; y <= search.reach; y += side) {
      for (let x = -search.reach; x <= search.reach; x += side) {
        const sum = sumAt(search, search.map.levels[depth], turn, x, y);
        if (sum > search.bestSum) candidates.push({ turn, x, y, sum });
      }
    }
  }
  return candidates.sort((a, b) => b.sum - a.sum || a.turn - b.turn || a.y - b.y || a.x - b.x);
}

function sumAt(search: Search, level: ScoreLevel, turn: number, x: number, y: number): number {
  const { count, cellX, cellY } = search;
  const { width, height, scores, offset } = level;
  const first = turn * count;
  const dx = x + offset;
  const dy = y + offset;
  let sum = 0;
  for (let n = first; n < first + count; n++) {
    const i = cellX[n] + dx;
    const j = cellY[n] + dy;
    if (i >= 0 && j >= 0 && i < width && j < height) sum += scores[j * width + i];
  }
  return sum;
}

/** Quarters a square of shifts down to single ones. */
function descend(search: Search, turn: number, x: number, y: number, level: number): void {
  if (level === 0) {
    const sum = sumAt(search, search.map.levels[0], turn, x, y);
    if (sum <= search.bestSum) return;
    search.bestSum = sum;
    search.bestTurn = turn;
    search.bestX = x;
    search.bestY = y;
    return;
  }
  const half = 1 << (level - 1);
  const quarters: Candidate[] = [];
  for (let q = 0; q < 4; q++) {
    const quarterX = x + (q & 1) * half;
    const quarterY = y + (q >> 1) * half;
    if (quarterX > search.reach || quarterY > search.reach) continue;
    const sum = sumAt(search, search.map.levels[level - 1], turn, quarterX, quarterY);
    if (sum > search.bestSum) quarters.push({ turn, x: quarterX, y: quarterY, sum });
  }
  quarters.sort((a, b) => b.sum - a.sum);
  for (const quarter of quarters) {
    if (quarter.sum > search.bestSum) descend(search, turn, quarter.x, quarter.y, level - 1);
  }
}
