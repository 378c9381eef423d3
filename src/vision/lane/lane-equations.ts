/**
 * The equations of a lane and their normal equations:
 *
 *   Σₖ bₖ tᵏ + u δ = y,  weighted by w;   N = Σ w r rᵀ,  h = Σ w r y,  r = (1, t, t², t³, u)
 *
 * Fitting a lane is mostly this sum, so it is written out, with its twenty elements in variables. With quadratics there is no t³.
 */

/** One equation each. */
export interface LaneEquations {
  readonly t: Float64Array;
  /** By how much y grows with the half width. */
  readonly widening: Float64Array;
  readonly y: Float64Array;
  readonly weight: Float64Array;
  count: number;
}

export const laneEquations = (capacity: number): LaneEquations => ({
  t: new Float64Array(capacity),
  widening: new Float64Array(capacity),
  y: new Float64Array(capacity),
  weight: new Float64Array(capacity),
  count: 0,
});

/** normal (n × n, its lower triangle) and right (n) ← N and h, n = order + 2. */
export function sumEquations(equations: LaneEquations, order: number, normal: Float64Array, right: Float64Array): void {
  const { t: ts, widening, y: ys, weight, count } = equations;
  let [n00, n10, n11, n20, n21, n22, n30, n31, n32, n33] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  let [n40, n41, n42, n43, n44] = [0, 0, 0, 0, 0];
  let [h0, h1, h2, h3, h4] = [0, 0, 0, 0, 0];
  for (let i = 0; i < count; i++) {
    const t = ts[i];
    const u = widening[i];
    const y = ys[i];
    const w = weight[i];
    const t2 = t * t;
    const t3 = t2 * t;
    const w1 = w * t;
    const w2 = w * t2;
    const w3 = w * t3;
    const wu = w * u;
    n00 += w;
    n10 += w1;
    n11 += w1 * t;
    n20 += w2;
    n21 += w2 * t;
    n22 += w2 * t2;
    n30 += w3;
    n31 += w3 * t;
    n32 += w3 * t2;
    n33 += w3 * t3;
    n40 += wu;
    n41 += wu * t;
    n42 += wu * t2;
    n43 += wu * t3;
    n44 += wu * u;
    h0 += w * y;
    h1 += w1 * y;
    h2 += w2 * y;
    h3 += w3 * y;
    h4 += wu * y;
  }
  const n = order + 2;
  // the widening is the last row, behind the third or the fourth
  const u = (n - 1) * n;
  normal[0] = n00;
  normal[n] = n10;
  normal[n + 1] = n11;
  normal[2 * n] = n20;
  normal[2 * n + 1] = n21;
  normal[2 * n + 2] = n22;
  if (order === 3) {
    normal[3 * n] = n30;
    normal[3 * n + 1] = n31;
    normal[3 * n + 2] = n32;
    normal[3 * n + 3] = n33;
    normal[u + 3] = n43;
    right[3] = h3;
  }
  normal[u] = n40;
  normal[u + 1] = n41;
  normal[u + 2] = n42;
  normal[u + n - 1] = n44;
  right[0] = h0;
  right[1] = h1;
  right[2] = h2;
  right[n - 1] = h4;
}
