/**
 * Discrete models of ẋ = A x + B u for inputs held over a step.
 *
 *   exact   [Φ Γ; 0 I] = exp([A B; 0 0] h)
 *   euler   [Φ Γ; 0 I] = (I + [A B; 0 0] h/n)ⁿ
 *
 * Exact by scaling and squaring: exp(M) = (exp(M/2ᵏ))^(2ᵏ), with k so large that ‖M/2ᵏ‖∞ ≤ ½ and the Taylor series of that to order
 * 14, whose rest is below 1e-16. Euler is stable only for h/n < 2/|λ|, which stiff tyres at low speed make short: a car of 824 kg on
 * 103 kN/rad a wheel at 2.5 m/s has λ = −200 1/s, so a step of 0.1 s needs more than ten parts; the exact form needs none.
 *
 * Reference: C. Moler, C. Van Loan, Nineteen dubious ways to compute the exponential of a matrix, SIAM Review 45 (2003), method 3;
 * K. J. Åström, B. Wittenmark, Computer-Controlled Systems, 3rd ed., section 2.3. Checked against: scipy's expm.
 */
import { identity, multiply } from '../../math/linear-algebra.ts';

const TAYLOR_ORDER = 14;

/** Room for matrices of n×n. */
export interface MatrixRoom {
  readonly n: number;
  readonly power: Float64Array;
  readonly product: Float64Array;
}
export const createMatrixRoom = (n: number): MatrixRoom => ({
  n,
  power: new Float64Array(n * n),
  product: new Float64Array(n * n),
});

/** out ← exp(m h), n×n. */
export function exponential(m: Float64Array, h: number, room: MatrixRoom, out: Float64Array): void {
  const { n, power, product } = room;
  // the largest sum of a row
  let norm = 0;
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += Math.abs(m[i * n + j]);
    norm = Math.max(norm, sum * Math.abs(h));
  }
  let halvings = 0;
  let scale = h;
  for (; norm > 0.5 && halvings < 60; norm *= 0.5, halvings++) scale *= 0.5;

  // Taylor by Horner: I + M (I + M/2 (I + M/3 (…)))
  identity(n, out);
  for (let order = TAYLOR_ORDER; order >= 1; order--) {
    multiply(m, out, n, n, n, product);
    for (let i = 0; i < n * n; i++) out[i] = (product[i] * scale) / order;
    for (let i = 0; i < n; i++) out[i * n + i] += 1;
  }
  for (let i = 0; i < halvings; i++) {
    power.set(out);
    multiply(power, power, n, n, n, out);
  }
}

/** out ← (I + m h/parts)^parts, n×n. */
export function eulerSteps(m: Float64Array, h: number, parts: number, room: MatrixRoom, out: Float64Array): void {
  const { n, power, product } = room;
  for (let i = 0; i < n * n; i++) power[i] = (m[i] * h) / parts;
  for (let i = 0; i < n; i++) power[i * n + i] += 1;
  identity(n, out);
  for (let i = 0; i < parts; i++) {
    multiply(power, out, n, n, n, product);
    out.set(product);
  }
}
