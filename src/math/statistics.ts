/**
 * Descriptive statistics of arrays, and a running accumulator.
 *
 *   quantile   type 7 of R. J. Hyndman, Y. Fan, The American Statistician 50 (1996): linear between order statistics,
 *              the default of numpy
 *   running    B. P. Welford, Technometrics 4 (1962): mean and sum of squared deviations without cancellation
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

export const standardDeviation = (values: ArrayLike<number>, correction = 1): number =>
  Math.sqrt(variance(values, correction));

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

/** Count, mean, squared deviations and range of everything seen so far. */
export interface RunningStatistics {
  count: number;
  mean: number;
  squaredDeviations: number;
  minimum: number;
  maximum: number;
}

export const createRunningStatistics = (): RunningStatistics => ({
  count: 0,
  mean: 0,
  squaredDeviations: 0,
  minimum: Infinity,
  maximum: -Infinity,
});

export function accumulate(s: RunningStatistics, value: number): void {
  s.count++;
  const before = value - s.mean;
  s.mean += before / s.count;
  s.squaredDeviations += before * (value - s.mean);
  s.minimum = Math.min(s.minimum, value);
  s.maximum = Math.max(s.maximum, value);
}

/** Variance of what was accumulated, with divisor n − 1; NaN below two values. */
export const runningVariance = (s: RunningStatistics): number =>
  s.count > 1 ? s.squaredDeviations / (s.count - 1) : NaN;
