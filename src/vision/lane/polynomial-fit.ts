/**
 * Polynomials y(x) = c₀ + c₁ x + c₂ x² + c₃ x³ through weighted points, least squares.
 *
 *   min Σ wᵢ (yᵢ − Σₖ bₖ tᵢᵏ)²,   t = (x − m) / s in −1 … 1
 *
 * The normal equations are formed in t, where monomials up to the third are well conditioned (squared condition
 * number of some hundreds), and solved by Cholesky; the result is then expanded in x. Equal points may be given once with their
 * count as weight: the equations are the same.
 *
 * Checked against: numpy.polyfit.
 */
import { choleskyFactor, choleskySolve } from '../../math/linear-algebra.ts';

const MAX_ORDER = 3;

/** Points with weights, in arrays that are filled anew for each fit. */
export interface WeightedPoints {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly weight: Float64Array;
  count: number;
}

export const weightedPoints = (capacity: number): WeightedPoints => ({
  x: new Float64Array(capacity),
  y: new Float64Array(capacity),
  weight: new Float64Array(capacity),
  count: 0,
});

export function addPoint(points: WeightedPoints, x: number, y: number, weight: number): void {
  if (points.count === points.x.length) return;
  points.x[points.count] = x;
  points.y[points.count] = y;
  points.weight[points.count++] = weight;
}

/** c₀ + c₁ x + c₂ x² + c₃ x³. */
export const valueAt = (c: ArrayLike<number>, x: number): number => c[0] + x * (c[1] + x * (c[2] + x * c[3]));
/** Its slope. */
export const slopeAt = (c: ArrayLike<number>, x: number): number => c[1] + x * (2 * c[2] + x * 3 * c[3]);

const normal = new Float64Array(16);
const scaled = new Float64Array(4);

/** What is believed before any point is seen: c₂ ~ N(0, curve²), c₃ ~ N(0, twist²); points of weight 1 are off by `noise`. */
export interface Priors {
  readonly curve: number;
  readonly twist: number;
  readonly noise: number;
}

/** What N(0, deviation²) adds to the normal equations of a coefficient of tᵏ, unit = sᵏ. */
export function priorWeight(noise: number, deviation: number, unit: number): number {
  const ratio = noise / (deviation * unit);
  return ratio * ratio;
}

/** c (4) ← the polynomial of this order, higher coefficients 0. False, and c untouched, when the points do not determine one. */
export function fitPolynomial(points: WeightedPoints, order: number, c: Float64Array, priors?: Priors): boolean {
  const { x, y, weight, count } = points;
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < count; i++) {
    if (!(weight[i] > 0)) continue;
    low = Math.min(low, x[i]);
    high = Math.max(high, x[i]);
  }
  if (!(high > low)) return false;
  const middle = 0.5 * (low + high);
  const scale = 0.5 * (high - low);
  // normal equations from the moments of t
  const n = order + 1;
  normal.fill(0);
  scaled.fill(0);
  for (let i = 0; i < count; i++) {
    const t = (x[i] - middle) / scale;
    let left = weight[i];
    for (let row = 0; row < n; row++) {
      let entry = left;
      for (let column = 0; column <= row; column++) {
        normal[row * n + column] += entry;
        entry *= t;
      }
      scaled[row] += left * y[i];
      left *= t;
    }
  }
  if (priors !== undefined) {
    if (order >= 2) normal[2 * n + 2] += priorWeight(priors.noise, priors.curve, scale * scale);
    if (order === 3) normal[3 * n + 3] += priorWeight(priors.noise, priors.twist, scale * scale * scale);
  }
  if (!choleskyFactor(normal, n, normal) || !isWellDetermined(n)) return false;
  choleskySolve(normal, n, scaled, scaled);
  expand(scaled, order, middle, scale, c);
  return true;
}

/** A pivot this much smaller than the largest means that fewer places than coefficients were given. */
const SMALLEST_PIVOT = 1e-5;

function isWellDetermined(n: number): boolean {
  let largest = 0;
  let smallest = Infinity;
  for (let i = 0; i < n; i++) {
    largest = Math.max(largest, normal[i * n + i]);
    smallest = Math.min(smallest, normal[i * n + i]);
  }
  return smallest > SMALLEST_PIVOT * largest;
}

/** c ← the coefficients in x of Σ bₖ ((x − m)/s)ᵏ, by Horner's scheme on polynomials. */
export function expand(b: Float64Array, order: number, middle: number, scale: number, c: Float64Array): void {
  c.fill(0);
  for (let k = order; k >= 0; k--) {
    // c ← c · (x − m)/s + bₖ
    for (let i = MAX_ORDER; i >= 0; i--) c[i] = ((i > 0 ? c[i - 1] : 0) - middle * c[i]) / scale;
    c[0] += b[k];
  }
}
