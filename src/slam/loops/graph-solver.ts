/**
 * Levenberg–Marquardt on a pose graph.
 *
 *   (H + λ diag H) Δ = −g,     H = Σ w JᵀΩJ,   g = Σ w JᵀΩe,   w = dρ/dχ²
 *
 * λ falls after a step that lowers the cost and rises after one that does not, which is then taken back. H is sparse: its pattern, the
 * order of elimination and the tree follow from the edges once per call.
 * Reference: Kümmerle et al., g2o, ICRA 2011; Marquardt 1963.
 */
import { wrapToPi } from '../../math/angle.ts';
import { minimumDegreeOrder } from './elimination-order.ts';
import type { Linearised, PoseEdge, PoseGraph } from './pose-graph.ts';
import { createLinearised, graphCost, linearise, robustWeight, squaredError } from './pose-graph.ts';
import type { SparseFactor, SparseUpper } from './sparse-cholesky.ts';
import { analyse, factorise, solveInPlace } from './sparse-cholesky.ts';

export interface SolverResult {
  readonly iterations: number;
  readonly cost: number;
}

interface System {
  readonly graph: PoseGraph;
  /** First row of each pose; −1 where it is fixed. */
  readonly rowOf: Int32Array;
  /** Pose of each block of rows. */
  readonly order: Int32Array;
  readonly matrix: SparseUpper;
  readonly factor: SparseFactor;
  readonly gradient: Float64Array;
  readonly diagonal: Float64Array;
  /** Where the 3×3 block of each edge begins within its column. */
  readonly blockRow: Int32Array;
}

const RELATIVE_GAIN = 1e-7;
const FIRST_DAMPING = 1e-6;
const MOST_DAMPING = 1e8;

/**
 * Moves the poses of a graph to the least cost near where they are. A loss that gives up on far measurements may hold a graph in a bad
 * place: `widening` makes its scale so much larger, for a first call from which the next goes on (graduated non-convexity, Blake & Zisserman 1987).
 */
export function optimise(graph: PoseGraph, maxIterations = 20, widening = 1): SolverResult {
  const system = prepare(graph);
  let cost = graphCost(graph, widening);
  let damping = FIRST_DAMPING;
  let iterations = 0;
  const before = graph.poses.map((pose) => ({ ...pose }));
  while (iterations < maxIterations && system.order.length > 0 && damping < MOST_DAMPING) {
    iterations++;
    build(system, widening);
    if (!step(system, damping)) {
      damping *= 10;
      continue;
    }
    const next = graphCost(graph, widening);
    if (!(next <= cost)) {
      for (const [i, pose] of before.entries()) Object.assign(graph.poses[i], pose);
      damping *= 10;
      continue;
    }
    for (const [i, pose] of graph.poses.entries()) Object.assign(before[i], pose);
    const gain = cost - next;
    cost = next;
    damping = Math.max(1e-9, damping / 10);
    if (gain <= RELATIVE_GAIN * (cost + 1e-12)) break;
  }
  return { iterations, cost };
}

/** Pattern and order, from the edges. */
function prepare(graph: PoseGraph): System {
  const free: number[] = [];
  const dense = new Int32Array(graph.poses.length).fill(-1);
  for (let i = 0; i < graph.poses.length; i++) {
    if (graph.fixed.has(i)) continue;
    dense[i] = free.length;
    free.push(i);
  }
  const pairs = graph.edges.flatMap(({ from, to }): [number, number][] =>
    dense[from] < 0 || dense[to] < 0 ? [] : [[dense[from], dense[to]]],
  );
  const order = minimumDegreeOrder(free.length, pairs).map((k) => free[k]);
  const rowOf = new Int32Array(graph.poses.length).fill(-1);
  order.forEach((pose, k) => (rowOf[pose] = 3 * k));
  const matrix = pattern(order.length, graph.edges, rowOf);
  const size = 3 * order.length;
  const system: System = {
    graph,
    rowOf,
    order,
    matrix,
    factor: analyse(matrix),
    gradient: new Float64Array(size),
    diagonal: new Float64Array(size),
    blockRow: new Int32Array(graph.edges.length).fill(-1),
  };
  graph.edges.forEach((edge, i) => (system.blockRow[i] = blockPlace(system, edge)));
  return system;
}

/** The upper triangle of H in blocks of 3×3. */
function pattern(blocks: number, edges: readonly PoseEdge[], rowOf: Int32Array): SparseUpper {
  const above: Set<number>[] = Array.from({ length: blocks }, () => new Set<number>());
  for (const { from, to } of edges) {
    const a = rowOf[from];
    const b = rowOf[to];
    if (a < 0 || b < 0 || a === b) continue;
    above[Math.max(a, b) / 3].add(Math.min(a, b) / 3);
  }
  const starts = new Int32Array(3 * blocks + 1);
  for (let k = 0; k < blocks; k++) {
    for (let d = 0; d < 3; d++) starts[3 * k + d + 1] = starts[3 * k + d] + 3 * above[k].size + d + 1;
  }
  const rows = new Int32Array(starts[3 * blocks]);
  for (let k = 0; k < blocks; k++) {
    const sorted = [...above[k]].sort((a, b) => a - b);
    for (let d = 0; d < 3; d++) {
      let at = starts[3 * k + d];
      for (const block of sorted) for (let r = 0; r < 3; r++) rows[at++] = 3 * block + r;
      for (let r = 0; r <= d; r++) rows[at++] = 3 * k + r;
    }
  }
  return { size: 3 * blocks, starts, rows, values: new Float64Array(rows.length) };
}

/** Offset of an edge's block within its column; −1 where an end is fixed. */
function blockPlace({ rowOf, matrix }: System, { from, to }: PoseEdge): number {
  const column = Math.max(rowOf[from], rowOf[to]);
  const row = Math.min(rowOf[from], rowOf[to]);
  if (row < 0) return -1;
  for (let p = matrix.starts[column]; p < matrix.starts[column + 1]; p++) {
    if (matrix.rows[p] === row) return p - matrix.starts[column];
  }
  return -1;
}

const linear: Linearised = createLinearised();
/** Jacobians of e by the two poses, and w Ω times them, 3×3. */
const jacobianA = new Float64Array(9);
const jacobianB = new Float64Array(9);
const weightedA = new Float64Array(9);
const weightedB = new Float64Array(9);
const product = new Float64Array(9);

/** H and g at the present poses. */
function build(system: System, widening: number): void {
  const { graph, matrix, gradient, rowOf } = system;
  matrix.values.fill(0);
  gradient.fill(0);
  for (let i = 0; i < graph.edges.length; i++) {
    const edge = graph.edges[i];
    linearise(graph.poses[edge.from], graph.poses[edge.to], edge, linear);
    setJacobians();
    const weight = robustWeight(edge.loss, squaredError(linear, edge), widening);
    multiplyInto(edge.information, jacobianA, weight, weightedA);
    multiplyInto(edge.information, jacobianB, weight, weightedB);
    const a = rowOf[edge.from];
    const b = rowOf[edge.to];
    if (a >= 0) addDiagonal(system, a, jacobianA, weightedA);
    if (b >= 0) addDiagonal(system, b, jacobianB, weightedB);
    if (a >= 0 && b >= 0) addBlock(system, i, a, b);
  }
}

function setJacobians(): void {
  const { c, s, turnX, turnY } = linear;
  jacobianB.fill(0);
  jacobianB[0] = c;
  jacobianB[1] = s;
  jacobianB[3] = -s;
  jacobianB[4] = c;
  jacobianB[8] = 1;
  for (let i = 0; i < 9; i++) jacobianA[i] = -jacobianB[i];
  jacobianA[2] = turnX;
  jacobianA[5] = turnY;
}

/** out ← factor · a · b, all 3×3. */
function multiplyInto(a: Float64Array, b: Float64Array, factor: number, out: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++)
      out[3 * i + j] = factor * (a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j]);
  }
}

/** product ← aᵀ b. */
function transposedProduct(a: Float64Array, b: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) product[3 * i + j] = a[i] * b[j] + a[3 + i] * b[3 + j] + a[6 + i] * b[6 + j];
  }
}

function addDiagonal({ matrix, gradient }: System, row: number, jacobian: Float64Array, weighted: Float64Array): void {
  const { error } = linear;
  transposedProduct(jacobian, weighted);
  for (let d = 0; d < 3; d++) {
    // the block on the diagonal ends its column
    const end = matrix.starts[row + d + 1];
    for (let r = 0; r <= d; r++) matrix.values[end - 1 - d + r] += product[3 * r + d];
    // Ω is symmetric, so that Jᵀ Ω e = (Ω J)ᵀ e
    gradient[row + d] += weighted[d] * error[0] + weighted[3 + d] * error[1] + weighted[6 + d] * error[2];
  }
}

function addBlock({ matrix, blockRow }: System, edge: number, a: number, b: number): void {
  const column = Math.max(a, b);
  if (a < b) transposedProduct(jacobianA, weightedB);
  else transposedProduct(jacobianB, weightedA);
  for (let d = 0; d < 3; d++) {
    const at = matrix.starts[column + d] + blockRow[edge];
    for (let r = 0; r < 3; r++) matrix.values[at + r] += product[3 * r + d];
  }
}

/** Solves for a step and takes it; false where H is not positive definite. */
function step(system: System, damping: number): boolean {
  const { graph, matrix, factor, gradient, order } = system;
  for (let k = 0; k < matrix.size; k++) matrix.values[matrix.starts[k + 1] - 1] *= 1 + damping;
  if (!factorise(matrix, factor)) return false;
  solveInPlace(factor, gradient);
  for (let k = 0; k < order.length; k++) {
    const pose = graph.poses[order[k]];
    pose.x -= gradient[3 * k];
    pose.y -= gradient[3 * k + 1];
    pose.heading = wrapToPi(pose.heading - gradient[3 * k + 2]);
  }
  return true;
}
