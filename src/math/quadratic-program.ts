/**
 * Strictly convex quadratic programs, by the dual active-set method of Goldfarb and Idnani.
 *
 *   min ½ xᵀH x + fᵀx     subject to     lower ≤ [I; A] x ≤ upper
 *
 * H (n×n) symmetric positive definite, only its lower triangle is read; A (m×n); constraint c < n bounds variable c, constraint
 * n + i bounds row i of A; ±Infinity leaves a side open, equal bounds make an equation. The solution satisfies
 *
 *   H x + f + [I; A]ᵀ λ = 0,     λ ≥ 0 where the upper bound holds x back, λ ≤ 0 where the lower one does, else 0
 *
 * The method starts at the unconstrained minimum and repairs the most violated constraint, one after the other, always standing at
 * the minimum over the constraints repaired so far; so it needs no feasible start, the objective rises strictly, and it cannot
 * cycle. Factors are described in quadratic-program-factor.ts.
 *
 * `prepareQuadraticProgram` once after H or A changed, `solveQuadraticProgram` after f or bounds changed; a warm start begins at the
 * minimum over the constraints left in `active`. Nothing is allocated by either. Deterministic: ties go to the first constraint.
 *
 * Tolerances, for rows scaled to unit length: a constraint is violated beyond 1e-10 (1 + |bound| + max|x|), a normal depends on the
 * active ones when less than 1e-10 of it is left over, and then contradicts them beyond 1e-8 (1 + |bound| or max|x|), H is not convex
 * when a pivot falls below 1e-13 of its diagonal element.
 * Valid up to a condition of H of about 1e8; beyond, one in a thousand programs with dependent rows is wrongly called infeasible.
 *
 * Reference: D. Goldfarb, A. Idnani, A numerically stable dual method for solving strictly convex quadratic programs, Mathematical
 * Programming 27 (1983) 1–33. Differs: two-sided constraints, warm start, final solution recomputed from the active set.
 * Checked against: cvxopt, quadprog, scipy's linprog on feasibility, the optimality conditions.
 */
import {
  appendNormal,
  dropNormal,
  placeAtActiveSet,
  prepareFactors,
  projectNormal,
} from './quadratic-program-factor.ts';

/**
 * optimal         x is the solution
 * infeasible      no x satisfies all constraints; x is where that was found out
 * iterationLimit  the bound on iterations was reached; x is not the solution
 * notConvex       H is not positive definite; x is zero
 * invalid         a number is not finite, or a result would not be; x is zero
 */
export type QuadraticProgramStatus = 'optimal' | 'infeasible' | 'iterationLimit' | 'notConvex' | 'invalid';

export interface QuadraticProgram {
  /** n, and how many rows of `matrix` there is room for. */
  readonly variables: number;
  readonly capacity: number;
  /** How many rows count, from the first; may be changed between solutions. */
  rows: number;
  /** Give up after this many constraints added or dropped. */
  maxIterations: number;

  // the problem, to be written by the caller
  readonly hessian: Float64Array;
  readonly gradient: Float64Array;
  readonly matrix: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;

  // the solution
  status: QuadraticProgramStatus;
  iterations: number;
  /** ½ xᵀH x + fᵀx at x. */
  cost: number;
  readonly x: Float64Array;
  readonly multipliers: Float64Array;
  /** The first `activeCount` are the active constraints: c + 1 at the upper bound, −(c + 1) at the lower. */
  readonly active: Int32Array;
  activeCount: number;

  /** What `prepareQuadraticProgram` found. */
  prepared: 'no' | 'yes' | 'notConvex' | 'invalid';
  readonly work: QuadraticProgramWork;
}

/** Room for factors and steps; q is the number of active constraints. */
export interface QuadraticProgramWork {
  /** L⁻ᵀ for H = L Lᵀ. */
  readonly start: Float64Array;
  /** J (n×n), and R (q×q, rows of n). */
  readonly j: Float64Array;
  readonly r: Float64Array;
  /** Lengths of all rows of [I; A]. */
  readonly length: Float64Array;
  /** 1 for active constraints. */
  readonly isActive: Uint8Array;
  /** The normal at hand, Jᵀ times it, the primal and the dual step. */
  readonly normal: Float64Array;
  readonly d: Float64Array;
  readonly z: Float64Array;
  readonly step: Float64Array;
  /** Multipliers of the active constraints, all ≥ 0, then that of the one being added. */
  readonly u: Float64Array;
  /** A guess of the active set. */
  readonly guess: Int32Array;
}

/** A program with n variables and room for m rows; without bounds and with H = 0 to begin with. */
export function createQuadraticProgram(n: number, m: number): QuadraticProgram {
  return {
    variables: n,
    capacity: m,
    rows: m,
    maxIterations: 50 + 10 * (n + m),
    hessian: new Float64Array(n * n),
    gradient: new Float64Array(n),
    matrix: new Float64Array(m * n),
    lower: new Float64Array(n + m).fill(-Infinity),
    upper: new Float64Array(n + m).fill(Infinity),
    status: 'invalid',
    iterations: 0,
    cost: 0,
    x: new Float64Array(n),
    multipliers: new Float64Array(n + m),
    active: new Int32Array(n),
    activeCount: 0,
    prepared: 'no',
    work: {
      start: new Float64Array(n * n),
      j: new Float64Array(n * n),
      r: new Float64Array(n * n),
      length: new Float64Array(n + m).fill(1, 0, n),
      isActive: new Uint8Array(n + m),
      normal: new Float64Array(n),
      d: new Float64Array(n),
      z: new Float64Array(n),
      step: new Float64Array(n),
      u: new Float64Array(n + 1),
      guess: new Int32Array(n),
    },
  };
}

/** Factorises H and measures the rows of A. Needed before the first solution and whenever either has changed. */
export function prepareQuadraticProgram(qp: QuadraticProgram): void {
  const { variables: n, capacity, matrix, work } = qp;
  qp.prepared = prepareFactors(qp.hessian, n, work) ? 'yes' : 'notConvex';
  for (let i = 0; i < capacity; i++) {
    let square = 0;
    for (let k = 0; k < n; k++) square += matrix[i * n + k] * matrix[i * n + k];
    work.length[n + i] = Math.sqrt(square);
    if (!(square < Infinity)) qp.prepared = 'invalid';
  }
}

/** Solves the prepared program into x, multipliers, active, cost and status, and returns the status. */
export function solveQuadraticProgram(qp: QuadraticProgram, warm = false): QuadraticProgramStatus {
  if (qp.prepared === 'no') prepareQuadraticProgram(qp);
  const guesses = warm ? qp.activeCount : 0;
  for (let i = 0; i < guesses; i++) qp.work.guess[i] = qp.active[i];
  qp.iterations = 0;
  qp.activeCount = 0;
  qp.work.isActive.fill(0);
  qp.status = qp.prepared === 'yes' ? checkNumbers(qp) : qp.prepared === 'no' ? 'invalid' : qp.prepared;
  if (qp.status === 'invalid' || qp.status === 'notConvex') return abandon(qp, qp.status);

  // at the minimum over the guessed constraints, or over none
  const { start, j } = qp.work;
  for (let i = 0; i < j.length; i++) j[i] = start[i];
  for (let i = 0; i < guesses; i++) takeGuess(qp, qp.work.guess[i]);
  placeAtActiveSet(qp);
  while (dropWorstMultiplier(qp)) placeAtActiveSet(qp);

  // repair the most violated constraint until none is left
  while (qp.status === 'optimal') {
    const violated = mostViolated(qp);
    if (violated === 0) break;
    repair(qp, violated);
  }
  return finish(qp);
}

/** Whether the numbers make sense, and no constraint contradicts itself. */
function checkNumbers(qp: QuadraticProgram): QuadraticProgramStatus {
  const { variables: n, rows, gradient, lower, upper, work } = qp;
  for (let k = 0; k < n; k++) if (!(Math.abs(gradient[k]) < Infinity)) return 'invalid';
  let status: QuadraticProgramStatus = 'optimal';
  for (let c = 0; c < n + rows; c++) {
    const low = lower[c];
    const high = upper[c];
    if (low !== low || high !== high) return 'invalid';
    const tolerance = 1e-10 * (work.length[c] + Math.min(Math.abs(low), Math.abs(high)));
    if (low > high + tolerance || low === Infinity || high === -Infinity) status = 'infeasible';
    // a row of zeros is fulfilled or not, whatever x is
    if (work.length[c] === 0 && (low > 1e-10 || high < -1e-10)) status = 'infeasible';
  }
  return status;
}

/** Adds a constraint of an earlier active set unless it is open now or depends on the others. */
function takeGuess(qp: QuadraticProgram, signed: number): void {
  const { variables: n, rows, lower, upper, work } = qp;
  const c = Math.abs(signed) - 1;
  if (c < 0 || c >= n + rows || work.isActive[c] === 1 || work.length[c] === 0) return;
  if (!(Math.abs(signed > 0 ? upper[c] : lower[c]) < Infinity)) return;
  if (projectNormal(qp, signed) > 0) appendNormal(qp, signed);
}

/** Drops the active constraint that pulls the wrong way most; false when none does. */
function dropWorstMultiplier(qp: QuadraticProgram): boolean {
  const { u } = qp.work;
  let worst = -1;
  let least = 0;
  for (let i = 0; i < qp.activeCount; i++) {
    if (u[i] >= least) continue;
    least = u[i];
    worst = i;
  }
  if (worst < 0) return false;
  dropNormal(qp, worst);
  qp.iterations++;
  return true;
}

/** The constraint that x violates most, in units of unit-length rows: ±(c + 1) as in `active`, or 0 for none. */
function mostViolated(qp: QuadraticProgram): number {
  const { variables: n, rows, matrix, lower, upper, x } = qp;
  const { length, isActive } = qp.work;
  let scale = 1;
  for (let k = 0; k < n; k++) scale = Math.max(scale, Math.abs(x[k]));
  let worst = 0;
  let most = 0;
  for (let c = 0; c < n + rows; c++) {
    if (isActive[c] === 1 || length[c] === 0) continue;
    let value = 0;
    if (c < n) value = x[c];
    else for (let k = 0, at = (c - n) * n; k < n; k++) value += matrix[at + k] * x[k];
    const above = value - upper[c];
    const below = lower[c] - value;
    const isAbove = above > below;
    const excess = (isAbove ? above : below) / length[c];
    if (!(excess > most)) continue;
    const bound = Math.abs(isAbove ? upper[c] : lower[c]) / length[c];
    if (excess <= 1e-10 * (scale + bound)) continue;
    most = excess;
    worst = isAbove ? c + 1 : -(c + 1);
  }
  return worst;
}

/** Moves to the minimum over the active constraints and this violated one, dropping those that stand in the way. */
function repair(qp: QuadraticProgram, signed: number): void {
  const { variables: n, x, work } = qp;
  const { normal, z, step, u } = work;
  const c = Math.abs(signed) - 1;
  const bound = signed > 0 ? -qp.upper[c] : qp.lower[c];
  u[qp.activeCount] = 0;
  for (;;) {
    if (qp.iterations++ >= qp.maxIterations) {
      qp.status = 'iterationLimit';
      return;
    }
    const q = qp.activeCount;
    const curvature = projectNormal(qp, signed);

    // the longest dual step that keeps all multipliers positive
    let dualStep = Infinity;
    let blocking = -1;
    for (let i = 0; i < q; i++) {
      if (step[i] > 1e-11 && u[i] < dualStep * step[i]) {
        dualStep = u[i] / step[i];
        blocking = i;
      }
    }
    // the primal step to the constraint
    let slack = -bound / work.length[c];
    for (let k = 0; k < n; k++) slack += normal[k] * x[k];
    const primalStep = curvature > 0 ? Math.max(0, -slack / curvature) : Infinity;
    const t = Math.min(dualStep, primalStep);
    if (!(t < Infinity)) {
      refuse(qp, c, slack);
      return;
    }
    for (let i = 0; i < q; i++) u[i] = Math.max(0, u[i] - t * step[i]);
    u[q] += t;
    if (curvature > 0) for (let k = 0; k < n; k++) x[k] += t * z[k];
    if (primalStep <= dualStep) {
      appendNormal(qp, signed);
      return;
    }
    // the multiplier of the constraint being added moves down with the others
    dropNormal(qp, blocking);
  }
}

/** No step fulfils this constraint beside the active ones: a contradiction, unless all that is missing is rounding. */
function refuse(qp: QuadraticProgram, c: number, slack: number): void {
  const { variables: n, x, work } = qp;
  let scale = 1 + Math.min(Math.abs(qp.lower[c]), Math.abs(qp.upper[c])) / work.length[c];
  for (let k = 0; k < n; k++) scale = Math.max(scale, Math.abs(x[k]));
  if (!(slack > -1e-8 * scale)) {
    qp.status = 'infeasible';
    return;
  }
  // put it aside and stand on the others again
  work.isActive[c] = 1;
  placeAtActiveSet(qp);
  while (dropWorstMultiplier(qp)) placeAtActiveSet(qp);
}

/** Removes rounding that has gathered on the way, and reports. */
function finish(qp: QuadraticProgram): QuadraticProgramStatus {
  const { variables: n, hessian, gradient, x, multipliers, work } = qp;
  if (qp.status === 'optimal') placeAtActiveSet(qp);
  multipliers.fill(0);
  for (let i = 0; i < qp.activeCount; i++) {
    const signed = qp.active[i];
    const c = Math.abs(signed) - 1;
    const size = Math.max(0, work.u[i]) / work.length[c];
    multipliers[c] = signed > 0 ? size : -size;
  }
  let cost = 0;
  for (let i = 0; i < n; i++) {
    let sum = 0.5 * hessian[i * n + i] * x[i];
    for (let k = 0; k < i; k++) sum += hessian[i * n + k] * x[k];
    cost += (sum + gradient[i]) * x[i];
  }
  qp.cost = cost;
  // overflow anywhere shows here: a number that is not finite makes the cost so, unless it was multiplied by zero
  let size = Math.abs(cost);
  for (let k = 0; k < n; k++) size += Math.abs(x[k]);
  for (let i = 0; i < qp.activeCount; i++) size += Math.abs(work.u[i]);
  return size < Infinity ? qp.status : abandon(qp, 'invalid');
}

function abandon(qp: QuadraticProgram, status: QuadraticProgramStatus): QuadraticProgramStatus {
  qp.x.fill(0);
  qp.multipliers.fill(0);
  qp.activeCount = 0;
  qp.cost = 0;
  return (qp.status = status);
}
