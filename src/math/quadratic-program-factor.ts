/**
 * The factors behind the dual active-set method, kept up to date as constraints come and go.
 *
 *   H = L Lᵀ        J = L⁻ᵀ Q        Jᵀ H J = I        Jᵀ N = [R; 0]
 *
 * N (n×q) holds the inward unit normals of the active constraints (the side of x where they are fulfilled), Q is orthogonal, R upper
 * triangular. For a normal ν with d = Jᵀν: z = J₂ d₂ is the primal direction, R⁻¹ d₁ how the multipliers give way, and d₂ᵀd₂ = zᵀν
 * what a unit step wins on the constraint. On the active set itself
 *
 *   y₁ = R⁻ᵀ b,   y₂ = −J₂ᵀ f,   x = J y,   u = R⁻¹ (y₁ + J₁ᵀ f)
 *
 * Columns are added and dropped by Givens rotations, O(n²) each.
 * Reference: Goldfarb, Idnani (1983), section 3; G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed., sections 5.1 and 6.5.
 */
import { choleskyFactor } from './factorisations.ts';
import type { QuadraticProgram, QuadraticProgramWork } from './quadratic-program.ts';

/** work.start ← L⁻ᵀ; false when H is not positive definite. work.j is used as room. */
export function prepareFactors(hessian: Float64Array, n: number, work: QuadraticProgramWork): boolean {
  const l = work.j;
  const inverse = work.start;
  if (!choleskyFactor(hessian, n, l)) return false;
  for (let i = 0; i < n; i++) {
    const pivot = l[i * n + i] * l[i * n + i];
    if (!(pivot > 1e-13 * hessian[i * n + i] && pivot < Infinity)) return false;
  }
  // column i of L⁻¹ by forward substitution, stored as row i of L⁻ᵀ
  inverse.fill(0);
  for (let i = 0; i < n; i++) {
    inverse[i * n + i] = 1 / l[i * n + i];
    for (let k = i + 1; k < n; k++) {
      let sum = 0;
      for (let p = i; p < k; p++) sum -= l[k * n + p] * inverse[i * n + p];
      inverse[i * n + k] = sum / l[k * n + k];
    }
  }
  return true;
}

/** normal, d, z and step for a constraint (signed as in `active`); returns zᵀν, 0 when the normal depends on the active ones. */
export function projectNormal(qp: QuadraticProgram, signed: number): number {
  const { variables: n, matrix, activeCount: q, work } = qp;
  const { normal, d, z, step, j, r } = work;
  const c = Math.abs(signed) - 1;
  // an upper bound is fulfilled against its row's direction
  if (c < n) {
    const sign = signed > 0 ? -1 : 1;
    for (let k = 0; k < n; k++) {
      normal[k] = 0;
      d[k] = sign * j[c * n + k];
    }
    normal[c] = sign;
  } else {
    const scale = (signed > 0 ? -1 : 1) / work.length[c];
    const at = (c - n) * n;
    for (let k = 0; k < n; k++) d[k] = 0;
    for (let i = 0; i < n; i++) {
      const component = scale * matrix[at + i];
      normal[i] = component;
      if (component === 0) continue;
      for (let k = 0; k < n; k++) d[k] += component * j[i * n + k];
    }
  }
  let bound = 0;
  let free = 0;
  for (let k = 0; k < q; k++) bound += d[k] * d[k];
  for (let k = q; k < n; k++) free += d[k] * d[k];
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let k = q; k < n; k++) sum += j[i * n + k] * d[k];
    z[i] = sum;
  }
  for (let i = q - 1; i >= 0; i--) {
    let sum = d[i];
    for (let k = i + 1; k < q; k++) sum -= r[i * n + k] * step[k];
    step[i] = sum / r[i * n + i];
  }
  return free > 1e-20 * (bound + free) ? free : 0;
}

/** Makes the constraint active whose projection is at hand. */
export function appendNormal(qp: QuadraticProgram, signed: number): void {
  const { variables: n, activeCount: q, work } = qp;
  const { d, r } = work;
  // turn the free part of d into its first component
  for (let k = n - 1; k > q; k--) {
    const a = d[k - 1];
    const b = d[k];
    if (b === 0) continue;
    const length = Math.sqrt(a * a + b * b);
    if (length === 0) continue;
    d[k - 1] = length;
    turnColumns(work.j, n, k - 1, a / length, b / length);
  }
  for (let k = 0; k <= q; k++) r[k * n + q] = d[k];
  qp.active[q] = signed;
  work.isActive[Math.abs(signed) - 1] = 1;
  qp.activeCount = q + 1;
}

/** Makes the active constraint at a position inactive; multipliers behind it move up, that of a constraint being added included. */
export function dropNormal(qp: QuadraticProgram, position: number): void {
  const { variables: n, activeCount: q, active, work } = qp;
  const { r, u, j } = work;
  work.isActive[Math.abs(active[position]) - 1] = 0;
  for (let i = position; i < q - 1; i++) {
    active[i] = active[i + 1];
    for (let k = 0; k <= i + 1; k++) r[k * n + i] = r[k * n + i + 1];
  }
  for (let i = position; i < q; i++) u[i] = u[i + 1];
  // the columns that moved reach one below the diagonal
  for (let i = position; i < q - 1; i++) {
    const a = r[i * n + i];
    const b = r[(i + 1) * n + i];
    const length = Math.sqrt(a * a + b * b);
    if (length === 0) continue;
    const cosine = a / length;
    const sine = b / length;
    r[i * n + i] = length;
    for (let k = i + 1; k < q - 1; k++) {
      const above = r[i * n + k];
      const below = r[(i + 1) * n + k];
      r[i * n + k] = cosine * above + sine * below;
      r[(i + 1) * n + k] = cosine * below - sine * above;
    }
    turnColumns(j, n, i, cosine, sine);
  }
  qp.activeCount = q - 1;
}

/** Rotates columns k and k + 1 of J. */
function turnColumns(j: Float64Array, n: number, k: number, cosine: number, sine: number): void {
  for (let at = k; at < n * n; at += n) {
    const left = j[at];
    const right = j[at + 1];
    j[at] = cosine * left + sine * right;
    j[at + 1] = cosine * right - sine * left;
  }
}

/** x and u ← the minimum over the active constraints taken as equations, and their multipliers. */
export function placeAtActiveSet(qp: QuadraticProgram): void {
  const { variables: n, activeCount: q, active, gradient, lower, upper, x, work } = qp;
  const { j, r, u, d, z } = work;
  // z ← Jᵀf, d ← y
  for (let k = 0; k < n; k++) z[k] = 0;
  for (let i = 0; i < n; i++) for (let k = 0; k < n; k++) z[k] += gradient[i] * j[i * n + k];
  for (let k = 0; k < q; k++) {
    const c = Math.abs(active[k]) - 1;
    let sum = (active[k] > 0 ? -upper[c] : lower[c]) / work.length[c];
    for (let i = 0; i < k; i++) sum -= r[i * n + k] * d[i];
    d[k] = sum / r[k * n + k];
  }
  for (let k = q; k < n; k++) d[k] = -z[k];
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += j[i * n + k] * d[k];
    x[i] = sum;
  }
  for (let i = q - 1; i >= 0; i--) {
    let sum = d[i] + z[i];
    for (let k = i + 1; k < q; k++) sum -= r[i * n + k] * u[k];
    u[i] = sum / r[i * n + i];
  }
}
