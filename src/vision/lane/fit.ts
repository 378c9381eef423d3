/**
 * One lane through the nodes of both its lines: two curves parallel to a centre polynomial.
 *
 *   left, right   p = (x, c(x)) ± h n(x),   n = (−sin ψ, cos ψ),  tan ψ = c′(x),  h half the width
 *
 * A node at (x, y) on side s = ±1 belongs to the centre point (x + s h sin ψ, y − s h cos ψ). With the normals of the
 * latest estimate this is linear in c and in a small correction δ of h:
 *
 *   y − s h cos ψ = c(x_f) + s δ / cos ψ,   x_f = x + s h sin ψ,   weighted by w cos² ψ (distance along the normal)
 *
 * Priors keep short stretches calm: c₂ ~ N(0, 0.3²), c₃ ~ N(0, 0.1²), δ ~ N(0, σ_h²), against a node noise of 1 cm per
 * picture row. Nodes farther than `huber` from their line weigh huber/distance (P. J. Huber, Annals of Mathematical Statistics 35,
 * 1964). The centre is not the mean of the lines' polynomials: in a bend their x do not correspond.
 */
import { choleskyFactor, choleskySolve } from '../../math/linear-algebra.ts';
import { laneEquations, sumEquations } from './lane-equations.ts';
import type { LineNodes } from './stripe-nodes.ts';
import { MAX_NODES } from './stripe-nodes.ts';
import type { WeightedPoints } from './polynomial-fit.ts';
import { expand, priorWeight, slopeAt, weightedPoints } from './polynomial-fit.ts';

/** Standard deviations of the priors [1/m], [1/m²] and of a node of weight 1 [m]. */
const CURVE_PRIOR = 0.3;
const TWIST_PRIOR = 0.1;
export const NODE_NOISE = 0.01;
/** As good as none [m]. */
const NO_DEVIATION = 1e-6;

export interface LaneModel {
  /** Coefficients of the centre. */
  readonly centre: Float64Array;
  /** Half the width [m]. */
  halfWidth: number;
  /** Side of each node: 1 left, −1 right, 0 not of this lane. */
  readonly side: Int8Array;
  /** Place of each node on the centre, and its distance from its line, along the normal [m]. */
  readonly foot: Float64Array;
  readonly residual: Float64Array;
  /** Stretch of the centre beside which nodes of the lane lie [m]. */
  xMin: number;
  xMax: number;
  /** Where the centre is believed to be between the vehicle and the first paint. */
  readonly behind: WeightedPoints;
}

const MAX_BEHIND = 32;

export const createLaneModel = (nodes: LineNodes): LaneModel => ({
  centre: new Float64Array(4),
  halfWidth: 0,
  side: new Int8Array(nodes.x.length),
  foot: new Float64Array(nodes.x.length),
  residual: new Float64Array(nodes.x.length),
  xMin: 0,
  xMax: 0,
  behind: weightedPoints(MAX_BEHIND),
});

export function copyLaneModel(to: LaneModel, from: LaneModel): void {
  to.centre.set(from.centre);
  to.halfWidth = from.halfWidth;
  to.side.set(from.side);
  to.foot.set(from.foot);
  to.residual.set(from.residual);
  to.xMin = from.xMin;
  to.xMax = from.xMax;
  to.behind.count = 0;
}

/** Writes foot, residual (to the nearer line) and returns the side of the nearer line of node i. */
export function locateNode(model: LaneModel, nodes: LineNodes, i: number): number {
  const { centre } = model;
  const x = nodes.x[i];
  const y = nodes.y[i];
  // `valueAt` and `slopeAt`, with coefficients that are read once
  const c0 = centre[0];
  const c1 = centre[1];
  const c2 = centre[2];
  const c3 = centre[3];
  let foot = x;
  let offset = 0;
  for (let round = 0; round < 3; round++) {
    const slope = c1 + foot * (2 * c2 + foot * 3 * c3);
    const cos = 1 / Math.sqrt(1 + slope * slope);
    const sin = slope * cos;
    // along the normal and along the tangent at the foot
    const ahead = x - foot;
    const above = y - (c0 + foot * (c1 + foot * (c2 + foot * c3)));
    offset = above * cos - ahead * sin;
    foot += (ahead * cos + above * sin) * cos;
  }
  model.foot[i] = foot;
  const side = offset > 0 ? 1 : -1;
  model.residual[i] = offset - side * model.halfWidth;
  return side;
}

const normal = new Float64Array(25);
const solution = new Float64Array(5);
const equations = laneEquations(MAX_NODES + MAX_BEHIND);

export interface FitOptions {
  readonly order: number;
  /** Half the width as it is known [m], and how far it may be wrong [m]. */
  readonly halfWidth: number;
  readonly halfWidthDeviation: number;
  /** Residual beyond which a node counts less [m]. */
  readonly huber: number;
}

/**
 * Fits the centre to the nodes with a side and to the points behind them, using the normals of the centre so far; the width
 * too, unless there are such points, which know nothing of it. False when there is too little.
 */
export function fitLane(model: LaneModel, nodes: LineNodes, options: FitOptions): boolean {
  const { centre, side, foot } = model;
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < nodes.count; i++) {
    if (side[i] === 0) continue;
    low = Math.min(low, foot[i]);
    high = Math.max(high, foot[i]);
  }
  if (!(high - low > 0.05)) return false;
  const { behind } = model;
  let near = low;
  for (let i = 0; i < behind.count; i++) near = Math.min(near, behind.x[i]);
  const middle = 0.5 * (near + high);
  const scale = 0.5 * (high - near);
  const n = options.order + 2;
  const keepsWidth = behind.count > 0;
  const halfWidth = keepsWidth ? model.halfWidth : options.halfWidth;
  equations.count = 0;
  addNodes(model, nodes, { middle, scale, halfWidth, huber: options.huber });
  for (let i = 0; i < behind.count; i++) addEquation((behind.x[i] - middle) / scale, 0, behind.y[i], behind.weight[i]);
  sumEquations(equations, options.order, normal, solution);
  addPriors(n, scale, options.order, keepsWidth ? NO_DEVIATION : options.halfWidthDeviation);
  if (!choleskyFactor(normal, n, normal)) return false;
  choleskySolve(normal, n, solution, solution);
  model.halfWidth = halfWidth + solution[n - 1];
  expand(solution, options.order, middle, scale, centre);
  model.xMin = low;
  model.xMax = high;
  return true;
}

/** A node as a point of the centre: out = [x, y, cos ψ]. */
export function centrePoint(model: LaneModel, nodes: LineNodes, i: number, halfWidth: number, out: Float64Array): void {
  const slope = slopeAt(model.centre, model.foot[i]);
  const cos = 1 / Math.sqrt(1 + slope * slope);
  const h = model.side[i] * halfWidth;
  out[0] = nodes.x[i] + h * slope * cos;
  out[1] = nodes.y[i] - h * cos;
  out[2] = cos;
}

interface Linearisation {
  /** t = (x − middle) / scale. */
  readonly middle: number;
  readonly scale: number;
  readonly halfWidth: number;
  readonly huber: number;
}

/** Adds the equations of the nodes with a side: those of their `centrePoint`, with coefficients that are read once. */
function addNodes(model: LaneModel, nodes: LineNodes, { middle, scale, halfWidth, huber }: Linearisation): void {
  const { centre, side, foot, residual } = model;
  const { x, y, weight, count } = nodes;
  const c1 = centre[1];
  const c2 = centre[2];
  const c3 = centre[3];
  for (let i = 0; i < count; i++) {
    if (side[i] === 0) continue;
    const slope = c1 + foot[i] * (2 * c2 + foot[i] * 3 * c3);
    const cos = 1 / Math.sqrt(1 + slope * slope);
    const h = side[i] * halfWidth;
    const distance = Math.abs(residual[i]);
    const trust = weight[i] * cos * cos * (distance > huber ? huber / distance : 1);
    addEquation((x[i] + h * slope * cos - middle) / scale, side[i] / cos, y[i] - h * cos, trust);
  }
}

function addEquation(t: number, widening: number, y: number, weight: number): void {
  const i = equations.count++;
  equations.t[i] = t;
  equations.widening[i] = widening;
  equations.y[i] = y;
  equations.weight[i] = weight;
}

function addPriors(n: number, scale: number, order: number, halfWidthDeviation: number): void {
  const square = scale * scale;
  normal[2 * n + 2] += priorWeight(NODE_NOISE, CURVE_PRIOR, square);
  if (order === 3) normal[3 * n + 3] += priorWeight(NODE_NOISE, TWIST_PRIOR, square * scale);
  normal[n * n - 1] += priorWeight(NODE_NOISE, halfWidthDeviation, 1);
}
