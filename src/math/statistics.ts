/**
 * Descriptive statistics of arrays.
 *
 *   quantile   type 7 of R. J. Hyndman, Y. Fan, The American Statistician 50 (1996): linear between order statistics,
 *              the default of numpy
 *
 * An empty array has mean, variance and quantile NaN. Checked against: numpy, and closed forms.
 */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}

/** Mean squared deviation with divisor n − 1 (sample); pass 0 as the correction for divisor n. */
export function variance(values: ArrayLike<number>, correction = 1): number {
  const centre = mean(values);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i] - centre) * (values[i] - centre);
  return values.length > correction ? sum / (values.length - correction) : NaN;
}

/** √(mean of squares). */
export function rootMeanSquare(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] * values[i];
  return Math.sqrt(sum / values.length);
}

/** The smallest value; ∞ when empty. */
export function minimum(values: ArrayLike<number>): number {
  let least = Infinity;
  for (let i = 0; i < values.length; i++) least = Math.min(least, values[i]);
  return least;
}

/** The largest value; −∞ when empty. */
export function maximum(values: ArrayLike<number>): number {
  let most = -Infinity;
  for (let i = 0; i < values.length; i++) most = Math.max(most, values[i]);
  return most;
}

/** The p-quantile, 0 ≤ p ≤ 1, of values in any order. */
export const quantile = (values: ArrayLike<number>, p: number): number =>
  quantileOfSorted(Float64Array.from(values).sort(), p);

/** The p-quantile, 0 ≤ p ≤ 1, of ascending values. */
export function quantileOfSorted(sorted: ArrayLike<number>, p: number): number {
  if (!(p >= 0 && p <= 1)) throw new Error(`quantile: p is ${p}, but must be between 0 and 1.`);
  if (sorted.length === 0) return NaN;
  const position = p * (sorted.length - 1);
  const below = Math.floor(position);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
}

export const median = (values: ArrayLike<number>): number => quantile(values, 0.5);
