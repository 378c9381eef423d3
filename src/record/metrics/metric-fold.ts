/**
 * How samples become one number. Every sample counts alike; only integral and rmsRate look at the time between them.
 *
 *   mean        Σ xᵢ / n                meanAbs     Σ |xᵢ| / n
 *   meanSquare  Σ xᵢ² / n               rms         √(Σ xᵢ² / n)
 *   std         √(Σ (xᵢ − x̄)² / n)      integral    Σ (xᵢ + xᵢ₋₁)/2 · (tᵢ − tᵢ₋₁)
 *   variation   Σ |xᵢ − xᵢ₋₁|           rmsRate     √(Σ (xᵢ − xᵢ₋₁)² / (tᵢ − tᵢ₋₁) / (tₙ − t₁))
 *   largestStep max |xᵢ − xᵢ₋₁|
 *   min, max, maxAbs, peakToPeak (max − min), final (the last), count
 *   median, p95, p99   linear between the two nearest of the sorted samples, at rank p (n − 1)
 *
 * Sums are compensated (Neumaier), std is Welford's, and only + − × ÷ √ are used, so the same samples give the same
 * bits everywhere. One NaN among the samples makes the result NaN, and so do too few of them: none, or one where the change from one to the next counts.
 * Checked against: numpy.
 */
import type { metricReductions } from '../../scenario/schema.ts';

export type Reduction = (typeof metricReductions)[number];

/** What is made of the way from one sample to the next. */
const BETWEEN: ReadonlySet<Reduction> = new Set<Reduction>(['integral', 'variation', 'rmsRate', 'largestStep']);

/** How many samples a value takes; of none only their count is known. */
export const fewestSamples = (reduction: Reduction): number =>
  reduction === 'count' ? 0 : BETWEEN.has(reduction) ? 2 : 1;

/** What is done with a sample: whole numbers, because every sample asks, and engines compare texts one by one. */
const enum Way {
  Sum,
  SumAbs,
  SumSquare,
  Spread,
  Follow,
  Extend,
  ExtendAbs,
  Last,
  Count,
  Keep,
}

const WAYS: Readonly<Record<Reduction, Way>> = {
  mean: Way.Sum,
  meanAbs: Way.SumAbs,
  meanSquare: Way.SumSquare,
  rms: Way.SumSquare,
  std: Way.Spread,
  integral: Way.Follow,
  variation: Way.Follow,
  rmsRate: Way.Follow,
  largestStep: Way.Follow,
  min: Way.Extend,
  max: Way.Extend,
  peakToPeak: Way.Extend,
  maxAbs: Way.ExtendAbs,
  final: Way.Last,
  count: Way.Count,
  median: Way.Keep,
  p95: Way.Keep,
  p99: Way.Keep,
};

const QUANTILES: Readonly<Partial<Record<Reduction, number>>> = { median: 0.5, p95: 0.95, p99: 0.99 };

export class MetricFold {
  count = 0;
  private sum = 0;
  private correction = 0;
  private low = Infinity;
  private high = -Infinity;
  private last = NaN;
  private lastNs = 0;
  private firstNs = 0;
  private mean = 0;
  private squares = 0;
  private values = new Float64Array(0);
  private readonly way: Way;

  constructor(readonly reduction: Reduction) {
    this.way = WAYS[reduction];
  }

  /** Everything that changes, as plain data, and back. */
  save(): unknown {
    return { ...this, values: this.values.slice(0, this.reduction in QUANTILES ? this.count : 0) };
  }

  restore(saved: unknown): void {
    const { values, ...rest } = saved as MetricFold;
    Object.assign(this, rest, { values: values.slice() });
  }

  add(x: number, timeNs: number): void {
    this.count++;
    switch (this.way) {
      case Way.Sum:
        return this.accumulate(x);
      case Way.SumAbs:
        return this.accumulate(Math.abs(x));
      case Way.SumSquare:
        return this.accumulate(x * x);
      case Way.Spread:
        return this.spread(x);
      case Way.Follow:
        return this.follow(x, timeNs);
      case Way.Extend:
        return this.extend(x);
      case Way.ExtendAbs:
        return this.extend(Math.abs(x));
      case Way.Last:
        this.last = x;
        return;
      case Way.Count:
        return;
      case Way.Keep:
        return this.keep(x);
    }
  }

  /** The last sample of so many, where only that one counts. */
  setLast(x: number, count: number): void {
    this.last = x;
    this.count = count;
  }

  /** NaN when there were too few samples. */
  result(): number {
    const { count } = this;
    if (count < fewestSamples(this.reduction)) return NaN;
    switch (this.reduction) {
      case 'count':
        return count;
      case 'mean':
      case 'meanAbs':
      case 'meanSquare':
        return this.total() / count;
      case 'rms':
        return Math.sqrt(this.total() / count);
      case 'std':
        return Math.sqrt(this.squares / count);
      case 'variation':
      case 'integral':
        return this.total();
      case 'rmsRate':
        return Math.sqrt(this.total() / ((this.lastNs - this.firstNs) / 1e9));
      case 'min':
        return this.low;
      case 'largestStep':
      case 'max':
      case 'maxAbs':
        return this.high;
      case 'peakToPeak':
        return this.high - this.low;
      case 'final':
        return this.last;
      default:
        return quantile(this.values.slice(0, count), QUANTILES[this.reduction]!);
    }
  }

  /** What happens from one sample to the next. */
  private follow(x: number, timeNs: number): void {
    const { last, count } = this;
    const dt = (timeNs - this.lastNs) / 1e9;
    this.last = x;
    this.lastNs = timeNs;
    if (count === 1) this.firstNs = timeNs;
    else if (this.reduction === 'integral') this.accumulate(((x + last) / 2) * dt);
    else if (this.reduction === 'variation') this.accumulate(Math.abs(x - last));
    else if (this.reduction === 'rmsRate') this.accumulate(((x - last) * (x - last)) / dt);
    else this.extend(Math.abs(x - last));
  }

  /** Neumaier's sum: the rounding error of every addition is kept and added at the end. */
  private accumulate(x: number): void {
    const sum = this.sum + x;
    this.correction += Math.abs(this.sum) >= Math.abs(x) ? this.sum - sum + x : x - sum + this.sum;
    this.sum = sum;
  }

  private total(): number {
    // an infinite sum has no meaningful correction
    return Number.isFinite(this.correction) ? this.sum + this.correction : this.sum;
  }

  private spread(x: number): void {
    const before = x - this.mean;
    this.mean += before / this.count;
    this.squares += before * (x - this.mean);
  }

  /** NaN enters both bounds and stays. */
  private extend(x: number): void {
    if (x < this.low || x !== x) this.low = x;
    if (x > this.high || x !== x) this.high = x;
  }

  private keep(x: number): void {
    if (this.count > this.values.length) {
      const bigger = new Float64Array(Math.max(1024, 2 * this.values.length));
      bigger.set(this.values);
      this.values = bigger;
    }
    this.values[this.count - 1] = x;
  }
}

/** Sorts `values` in place. */
function quantile(values: Float64Array, p: number): number {
  values.sort();
  // NaN is sorted to the end
  if (Number.isNaN(values[values.length - 1])) return NaN;
  const rank = p * (values.length - 1);
  const below = Math.floor(rank);
  const above = Math.min(below + 1, values.length - 1);
  if (rank === below || values[below] === values[above]) return values[below];
  return values[below] + (rank - below) * (values[above] - values[below]);
}

/** The unit of the result, from the unit of the samples. */
export function reducedUnit(unit: string, reduction: Reduction): string {
  if (reduction === 'count') return '';
  if (reduction === 'meanSquare') return squared(unit);
  if (reduction === 'rmsRate') return perSecond(unit);
  return reduction === 'integral' ? timesSeconds(unit) : unit;
}

function squared(unit: string): string {
  if (unit === '') return '';
  return /^[A-Za-zµ°Ω]+$/.test(unit) ? `${unit}²` : `(${unit})²`;
}

function perSecond(unit: string): string {
  const [, top, power] = /^(.+)\/s([²]?)$/.exec(unit) ?? [];
  if (top === undefined) return `${unit === '' ? '1' : unit}/s`;
  return `${top}/s${power === '²' ? '³' : '²'}`;
}

function timesSeconds(unit: string): string {
  if (unit === '') return 's';
  if (unit === '1/s') return '';
  const [, top, power] = /^(.+)\/s([²³]?)$/.exec(unit) ?? [];
  if (top === undefined) return `${unit}·s`;
  return power === '' ? top : `${top}/s${power === '³' ? '²' : ''}`;
}
