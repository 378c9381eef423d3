/**
 * The eigenvector of the smallest eigenvalue of a small symmetric matrix, by cyclic Jacobi rotations: the least-squares
 * solution of A x = 0 with ‖x‖ = 1 when the matrix is AᵀA.
 *
 * Reference: G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed., section 8.5.
 */
export function smallestEigenvector(symmetric: Float64Array, n: number): Float64Array {
  const a = symmetric.slice();
  const vectors = new Float64Array(n * n);
  for (let i = 0; i < n; i++) vectors[i * n + i] = 1;
  for (let sweep = 0; sweep < 60; sweep++) {
    let rotated = false;
    for (let p = 0; p < n - 1; p++) {
      for (let q = p + 1; q < n; q++) {
        if (Math.abs(a[p * n + q]) <= 1e-17 * Math.sqrt(Math.abs(a[p * n + p] * a[q * n + q])) || a[p * n + q] === 0)
          continue;
        rotate(a, vectors, n, p, q);
        rotated = true;
      }
    }
    if (!rotated) break;
  }
  let least = 0;
  for (let i = 1; i < n; i++) if (a[i * n + i] < a[least * n + least]) least = i;
  return Float64Array.from({ length: n }, (_, i) => vectors[i * n + least]);
}

/** Makes a[p][q] vanish: A ← Jᵀ A J, V ← V J. */
function rotate(a: Float64Array, vectors: Float64Array, n: number, p: number, q: number): void {
  const tau = (a[q * n + q] - a[p * n + p]) / (2 * a[p * n + q]);
  const t = (tau >= 0 ? 1 : -1) / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
  const c = 1 / Math.sqrt(1 + t * t);
  const s = t * c;
  for (let k = 0; k < n; k++) turn(a, k * n + p, k * n + q, c, s);
  for (let k = 0; k < n; k++) turn(a, p * n + k, q * n + k, c, s);
  for (let k = 0; k < n; k++) turn(vectors, k * n + p, k * n + q, c, s);
  a[p * n + q] = a[q * n + p] = 0;
}

function turn(m: Float64Array, i: number, j: number, c: number, s: number): void {
  const x = m[i];
  const y = m[j];
  m[i] = c * x - s * y;
  m[j] = s * x + c * y;
}
