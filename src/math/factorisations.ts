/**
 * Factorisations of small dense matrices (row by row) and what they solve.
 *
 *   Cholesky   A = L Lᵀ           A symmetric positive definite
 *   LDLᵀ       A = L D Lᵀ         A symmetric, leading minors not 0; no pivoting
 *   QR         A = Q R            by Householder reflections, m ≥ n: min ‖A x − b‖₂
 *
 * Factors overwrite the matrix or go to the caller's array; only the lower triangle of a symmetric matrix is read.
 * Reference: G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed., sections 4.1, 4.2 and 5.3.
 * Checked against: closed forms, the defining identities and each other.
 */

/** l (n×n) ← the lower factor of a; may be a itself. False when a is not positive definite. */
export function choleskyFactor(a: Float64Array, n: number, l: Float64Array): boolean {
  for (let j = 0; j < n; j++) {
    let pivot = a[j * n + j];
    for (let k = 0; k < j; k++) pivot -= l[j * n + k] * l[j * n + k];
    if (!(pivot > 0)) return false;
    const diagonal = Math.sqrt(pivot);
    l[j * n + j] = diagonal;
    for (let i = j + 1; i < n; i++) {
      let sum = a[i * n + j];
      for (let k = 0; k < j; k++) sum -= l[i * n + k] * l[j * n + k];
      l[i * n + j] = sum / diagonal;
    }
  }
  clearUpperTriangle(l, n);
  return true;
}

function clearUpperTriangle(l: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) l.fill(0, i * n + i + 1, (i + 1) * n);
}

/** x ← (L Lᵀ)⁻¹ b; x may be b. */
export function choleskySolve(l: Float64Array, n: number, b: Float64Array, x: Float64Array): void {
  for (let i = 0; i < n; i++) {
    let sum = b[i];
    for (let k = 0; k < i; k++) sum -= l[i * n + k] * x[k];
    x[i] = sum / l[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = x[i];
    for (let k = i + 1; k < n; k++) sum -= l[k * n + i] * x[k];
    x[i] = sum / l[i * n + i];
  }
}

/** ld ← D on the diagonal and the unit lower factor below it; may be a itself. False at a zero pivot. */
export function ldlFactor(a: Float64Array, n: number, ld: Float64Array): boolean {
  for (let j = 0; j < n; j++) {
    let pivot = a[j * n + j];
    for (let k = 0; k < j; k++) pivot -= ld[j * n + k] * ld[j * n + k] * ld[k * n + k];
    if (pivot === 0 || pivot !== pivot) return false;
    ld[j * n + j] = pivot;
    for (let i = j + 1; i < n; i++) {
      let sum = a[i * n + j];
      for (let k = 0; k < j; k++) sum -= ld[i * n + k] * ld[j * n + k] * ld[k * n + k];
      ld[i * n + j] = sum / pivot;
    }
  }
  clearUpperTriangle(ld, n);
  return true;
}

/** x ← (L D Lᵀ)⁻¹ b; x may be b. */
export function ldlSolve(ld: Float64Array, n: number, b: Float64Array, x: Float64Array): void {
  for (let i = 0; i < n; i++) {
    let sum = b[i];
    for (let k = 0; k < i; k++) sum -= ld[i * n + k] * x[k];
    x[i] = sum;
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = x[i] / ld[i * n + i];
    for (let k = i + 1; k < n; k++) sum -= ld[k * n + i] * x[k];
    x[i] = sum;
  }
}

/** x (n) ← argmin ‖A x − b‖₂ for A (m×n), m ≥ n, by QR. A and b are overwritten. False when A lacks full rank. */
export function leastSquares(a: Float64Array, b: Float64Array, m: number, n: number, x: Float64Array): boolean {
  for (let j = 0; j < n; j++) if (!reflectColumn(a, b, m, n, j)) return false;
  for (let i = n - 1; i >= 0; i--) {
    let sum = b[i];
    for (let k = i + 1; k < n; k++) sum -= a[i * n + k] * x[k];
    x[i] = sum / a[i * n + i];
  }
  return true;
}

/** Rank is lost when a column, after the earlier reflections, falls below this share of its length. */
const RANK_TOLERANCE = 1e-13;

/** Applies I − β v vᵀ so that column j vanishes below the diagonal. */
function reflectColumn(a: Float64Array, b: Float64Array, m: number, n: number, j: number): boolean {
  let above = 0;
  let square = 0;
  for (let i = 0; i < j; i++) above += a[i * n + j] * a[i * n + j];
  for (let i = j; i < m; i++) square += a[i * n + j] * a[i * n + j];
  if (!(square > RANK_TOLERANCE * RANK_TOLERANCE * (above + square))) return false;
  // v = column + sign·length·e, kept in place while the other columns are reflected
  const first = a[j * n + j];
  const diagonal = first > 0 ? -Math.sqrt(square) : Math.sqrt(square);
  const beta = 1 / (square - first * diagonal);
  a[j * n + j] = first - diagonal;
  for (let c = j + 1; c < n; c++) {
    let product = 0;
    for (let i = j; i < m; i++) product += a[i * n + j] * a[i * n + c];
    for (let i = j; i < m; i++) a[i * n + c] -= beta * product * a[i * n + j];
  }
  let product = 0;
  for (let i = j; i < m; i++) product += a[i * n + j] * b[i];
  for (let i = j; i < m; i++) b[i] -= beta * product * a[i * n + j];
  a[j * n + j] = diagonal;
  return true;
}

/**
 * x (n) ← argmin ‖A x − b‖₂ from AᵀA x = Aᵀb; `normal` (n×n) is room for the factor. A and b are kept.
 * Quicker than QR, but squares the condition number. False when AᵀA is not positive definite.
 */
export function leastSquaresByNormalEquations(
  a: Float64Array,
  b: Float64Array,
  m: number,
  n: number,
  x: Float64Array,
  normal: Float64Array,
): boolean {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < m; k++) sum += a[k * n + i] * a[k * n + j];
      normal[i * n + j] = sum;
    }
    let sum = 0;
    for (let k = 0; k < m; k++) sum += a[k * n + i] * b[k];
    x[i] = sum;
  }
  if (!choleskyFactor(normal, n, normal)) return false;
  choleskySolve(normal, n, x, x);
  return true;
}
