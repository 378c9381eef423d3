/**
 * Finds the lane among the nodes of all bright lines: hypothesise, grow, compare.
 *
 *   hypotheses  each of the heaviest pieces of line as the left and as the right line of a lane of known width, and the
 *               lane found last time
 *   growing     fit a lane to what is assigned; assign every node within `gate` of a line and within `reach` of the
 *               stretch so far; again until nothing changes. So gaps are bridged, and one line is enough
 *   score       Σ weight · (1 − (residual/gate)²), less when the lane would not lead to the vehicle, or is not where
 *               the last one was
 *   refinement  Huber's weights; then the far end is given up band by band until the polynomial fits the rest
 *
 * A cubic y(x) cannot follow a tight bend to where it runs sideways; the lane is therefore followed up to `steepest`, and
 * published only as far as the fit holds.
 */
import type { FitOptions, LaneModel } from './fit.ts';
import { copyLaneModel, createLaneModel, fitLane, locateNode } from './fit.ts';
import { continueBack } from './continuation.ts';
import type { LineNodes } from './stripe-nodes.ts';
import type { WeightedPoints } from './polynomial-fit.ts';
import { addPoint, fitPolynomial, slopeAt, valueAt, weightedPoints } from './polynomial-fit.ts';

export interface SearchParams extends FitOptions {
  /** Nodes nearer to a line than this belong to it [m]. */
  readonly gate: number;
  /** How far beyond known paint the next is looked for [m]. */
  readonly reach: number;
  /** Slope dy/dx beyond which the lane is not followed. */
  readonly steepest: number;
  /** Largest root mean square distance of the nodes that a fit may have before it is cut short [m]. */
  readonly tolerance: number;
  /** Length that is cut off at a time [m]. */
  readonly band: number;
  /** Shortest stretch that is cut [m]. */
  readonly shortest: number;
}

export interface LaneSearch {
  readonly best: LaneModel;
  readonly trial: LaneModel;
  readonly line: WeightedPoints;
}

export const createLaneSearch = (nodes: LineNodes): LaneSearch => ({
  best: createLaneModel(nodes),
  trial: createLaneModel(nodes),
  line: weightedPoints(nodes.x.length),
});

const MAX_SEEDS = 6;
const ROUNDS = 14;

/** Leaves the best lane in `search.best`. `last` is the centre found before, or undefined. Returns its score, 0 for none. */
export function searchLane(
  search: LaneSearch,
  nodes: LineNodes,
  params: SearchParams,
  last: Float64Array | undefined,
): number {
  const { best, trial } = search;
  let bestScore = 0;
  let ceiling = Infinity;
  let lastSeed = -1;
  for (let k = 0; k < MAX_SEEDS; k++) {
    const seed = nextHeaviest(nodes, ceiling, lastSeed);
    if (seed < 0) break;
    ceiling = nodes.pieceWeight[seed];
    lastSeed = seed;
    for (let side = 1; side >= -1; side -= 2) {
      if (!beginFromPiece(search, nodes, seed, side, params)) continue;
      bestScore = keepBetter(search, nodes, params, last, bestScore);
    }
  }
  if (last !== undefined) {
    trial.centre.set(last);
    trial.halfWidth = params.halfWidth;
    trial.behind.count = 0;
    trial.xMin = -Infinity;
    trial.xMax = Infinity;
    assign(trial, nodes, params);
    bestScore = keepBetter(search, nodes, params, last, bestScore);
  }
  if (bestScore > 0) {
    refine(best, nodes, params);
    continueBack(best, nodes, search.line);
    refine(best, nodes, params);
  }
  return bestScore;
}

/** The next piece in order of falling weight; equal ones by number. */
function nextHeaviest(nodes: LineNodes, ceiling: number, after: number): number {
  let heaviest = -1;
  for (let i = 0; i < nodes.count; i++) {
    const piece = nodes.piece[i];
    const weight = nodes.pieceWeight[piece];
    if (weight > ceiling || (weight === ceiling && piece <= after)) continue;
    if (
      heaviest < 0 ||
      weight > nodes.pieceWeight[heaviest] ||
      (weight === nodes.pieceWeight[heaviest] && piece < heaviest)
    )
      heaviest = piece;
  }
  return heaviest;
}

/** A lane with this piece on one side; normals come from a parabola through the piece. */
function beginFromPiece(
  search: LaneSearch,
  nodes: LineNodes,
  piece: number,
  side: number,
  params: SearchParams,
): boolean {
  const { trial, line } = search;
  line.count = 0;
  trial.behind.count = 0;
  trial.side.fill(0);
  for (let i = 0; i < nodes.count; i++) {
    if (nodes.piece[i] !== piece) continue;
    addPoint(line, nodes.x[i], nodes.y[i], nodes.weight[i]);
    trial.side[i] = side;
    trial.foot[i] = nodes.x[i];
    trial.residual[i] = 0;
  }
  if (!fitPolynomial(line, 2, trial.centre) && !fitPolynomial(line, 1, trial.centre)) return false;
  for (let round = 0; round < 3; round++) {
    if (!fitLane(trial, nodes, params)) return false;
    for (let i = 0; i < nodes.count; i++) if (trial.side[i] !== 0) locateNode(trial, nodes, i);
  }
  return true;
}

function keepBetter(
  search: LaneSearch,
  nodes: LineNodes,
  params: SearchParams,
  last: Float64Array | undefined,
  bestScore: number,
): number {
  const { best, trial } = search;
  if (!grow(trial, nodes, params)) return bestScore;
  const score = support(trial, nodes, params) * plausibility(trial, last);
  if (score > bestScore) copyLaneModel(best, trial);
  return Math.max(score, bestScore);
}

function grow(model: LaneModel, nodes: LineNodes, params: SearchParams): boolean {
  for (let round = 0; round < ROUNDS; round++) {
    if (!fitLane(model, nodes, params)) return false;
    if (!assign(model, nodes, params) && round > 1) return true;
  }
  return true;
}

/** Gives every node its side, or none; returns whether any changed. */
function assign(model: LaneModel, nodes: LineNodes, params: SearchParams): boolean {
  const { side, foot, residual, centre } = model;
  const from = model.xMin - params.reach;
  const to = model.xMax + params.reach;
  let changed = false;
  for (let i = 0; i < nodes.count; i++) {
    const nearer = locateNode(model, nodes, i);
    const belongs =
      Math.abs(residual[i]) < params.gate &&
      foot[i] > from &&
      foot[i] < to &&
      Math.abs(slopeAt(centre, foot[i])) < params.steepest;
    const next = belongs ? nearer : 0;
    if (next !== side[i]) changed = true;
    side[i] = next;
  }
  return changed;
}

function support(model: LaneModel, nodes: LineNodes, params: SearchParams): number {
  let sum = 0;
  for (let i = 0; i < nodes.count; i++) {
    if (model.side[i] === 0) continue;
    const share = model.residual[i] / params.gate;
    sum += nodes.weight[i] * (1 - share * share);
  }
  return sum;
}

/** Half as likely at this distance beside the vehicle, or from the last lane [m]. */
const OFFSET_SCALE = 1;
const CHANGE_SCALE = 0.4;

/** 1 for a lane that leads to the vehicle and continues the last one; never 0. */
function plausibility(model: LaneModel, last: Float64Array | undefined): number {
  const { centre, xMin, xMax } = model;
  // its own circle, back to the vehicle
  const slope = slopeAt(centre, xMin);
  const bend = 2 * centre[2] + 6 * centre[3] * xMin;
  const offset = (valueAt(centre, xMin) - slope * xMin + 0.5 * bend * xMin * xMin) / OFFSET_SCALE;
  let likelihood = 1 / (1 + offset * offset);
  if (last !== undefined) {
    const x = xMin + 0.3 * (xMax - xMin);
    const change = (valueAt(centre, x) - valueAt(last, x)) / CHANGE_SCALE;
    likelihood *= 0.5 + 0.5 / (1 + change * change);
  }
  return likelihood;
}

const REFINEMENTS = 3;

function refine(model: LaneModel, nodes: LineNodes, params: SearchParams): void {
  for (;;) {
    for (let round = 0; round < REFINEMENTS; round++) {
      if (!fitLane(model, nodes, params)) return;
      dropOutliers(model, nodes, round === 0 ? params.gate : OUTLIER * params.tolerance);
    }
    const fits =
      residualRms(model, nodes) <= params.tolerance && Math.abs(endMisfit(model, nodes)) <= 1.5 * params.tolerance;
    if (fits || model.xMax - model.xMin <= params.shortest) return;
    // give up the far end
    const end = model.xMax - params.band;
    for (let i = 0; i < nodes.count; i++) if (model.foot[i] > end) model.side[i] = 0;
  }
}

/** Nodes farther from their line than this many tolerances are dirt. */
const OUTLIER = 4;

function dropOutliers(model: LaneModel, nodes: LineNodes, limit: number): void {
  for (let i = 0; i < nodes.count; i++) {
    if (model.side[i] === 0) continue;
    locateNode(model, nodes, i);
    if (Math.abs(model.residual[i]) > limit) model.side[i] = 0;
  }
}

/** The far end over which a systematic misfit shows [m]. */
const END = 0.6;

/** By how much both lines lie to the left of the fit at its far end [m]. Far nodes weigh little in the fit, but not here. */
function endMisfit(model: LaneModel, nodes: LineNodes): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < nodes.count; i++) {
    if (model.side[i] === 0 || model.foot[i] < model.xMax - END) continue;
    sum += model.residual[i];
    count++;
  }
  return count > 0 ? sum / count : 0;
}

/** Root mean square distance of the lane's nodes from their lines [m]. */
export function residualRms(model: LaneModel, nodes: LineNodes): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < nodes.count; i++) {
    if (model.side[i] === 0) continue;
    sum += nodes.weight[i] * model.residual[i] * model.residual[i];
    total += nodes.weight[i];
  }
  return total > 0 ? Math.sqrt(sum / total) : 0;
}
