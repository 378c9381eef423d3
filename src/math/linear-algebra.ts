/**
 * Small dense matrices: Float64Array, row by row, sizes given by the caller, results in the caller's array.
 *
 * Products and the closed inverse are here; factorisations for systems and least squares are in
 * `factorisations.ts`. An output must not be one of the inputs unless a function says so.
 * Checked against: closed forms and the defining identities.
 */

/** out (m×n) ← a (m×k) · b (k×n). */
export function multiply(a: Float64Array, b: Float64Array, m: number, k: number, n: number, out: Float64Array): void {
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let l = 0; l < k; l++) sum += a[i * k + l] * b[l * n + j];
      out[i * n + j] = sum;
    }
  }
}

/** out (n×n) ← the identity. */
export function identity(n: number, out: Float64Array): void {
  out.fill(0, 0, n * n);
  for (let i = 0; i < n; i++) out[i * n + i] = 1;
}

/** out (m) ← a (m×n) · x (n). */
export function multiplyVector(a: Float64Array, x: Float64Array, m: number, n: number, out: Float64Array): void {
  for (let i = 0; i < m; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += a[i * n + j] * x[j];
    out[i] = sum;
  }
}

/** aᵀb. */
export function dot(a: Float64Array, b: Float64Array, n: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/** out ← a⁻¹ (3×3) by cofactors, and the determinant; out is left alone when that is 0. May work in place. */
export function invert3(a: Float64Array, out: Float64Array): number {
  const a00 = a[0],
    a01 = a[1],
    a02 = a[2];
  const a10 = a[3],
    a11 = a[4],
    a12 = a[5];
  const a20 = a[6],
    a21 = a[7],
    a22 = a[8];
  const c0 = a11 * a22 - a12 * a21;
  const c1 = a12 * a20 - a10 * a22;
  const c2 = a10 * a21 - a11 * a20;
  const determinant = a00 * c0 + a01 * c1 + a02 * c2;
  if (determinant === 0) return 0;
  out[0] = c0 / determinant;
  out[1] = (a02 * a21 - a01 * a22) / determinant;
  out[2] = (a01 * a12 - a02 * a11) / determinant;
  out[3] = c1 / determinant;
  out[4] = (a00 * a22 - a02 * a20) / determinant;
  out[5] = (a02 * a10 - a00 * a12) / determinant;
  out[6] = c2 / determinant;
  out[7] = (a01 * a20 - a00 * a21) / determinant;
  out[8] = (a00 * a11 - a01 * a10) / determinant;
  return determinant;
}

export {
  choleskyFactor,
  choleskySolve,
  ldlFactor,
  ldlSolve,
  leastSquares,
  leastSquaresByNormalEquations,
} from './factorisations.ts';
