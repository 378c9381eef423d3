/**
 * The actuator behind a log: gain, offset, dead time, lag and backlash that explain how a measured quantity followed a command,
 *
 *   y(t) = K x(t; d, τ, b) + c + s e^{−(t − t₀)/τ} + noise
 *
 * For given d, τ, b the rest is linear and solved exactly (variable projection); d, τ, b are searched on a grid and then by Nelder and Mead. Backlash counts
 * only where it explains more than it costs (Bayesian information criterion).
 *
 * Confidence: covariance σ² (JᵀJ)⁻¹ of all parameters at the minimum, times (1 + ρ)/(1 − ρ) for residuals of lag-one correlation ρ; intervals are ± 1.96 σ.
 * Reference: G. Golub, V. Pereyra, The differentiation of pseudo-inverses and nonlinear least squares problems whose variables separate, SIAM J. Numer.
 * Anal. 10 (1973); L. Ljung, System Identification, 2nd ed., chapter 9.
 * Checked against: actuators simulated by fine steps, and how often the intervals hold the truth.
 */
import { exp } from '../../math/exponential.ts';
import { choleskyFactor, choleskySolve, leastSquares } from '../../math/linear-algebra.ts';
import { log } from '../../math/logarithm.ts';
import { nelderMead } from '../../math/nelder-mead.ts';
import { maximum, minimum } from '../../math/statistics.ts';
import type { Dynamics, HeldSeries } from './actuator-response.ts';
import { response } from './actuator-response.ts';

/** Measured values; those of weight 0 say nothing. */
export interface MeasuredSeries extends HeldSeries {
  readonly weights?: ArrayLike<number>;
}

export interface FittedValue {
  readonly value: number;
  /** Half of the 95 % interval; Infinity where the log does not tell. */
  readonly plusMinus: number;
}

export interface FittedActuator {
  readonly gain: FittedValue;
  readonly offset: FittedValue;
  readonly deadTime: FittedValue;
  readonly timeConstant: FittedValue;
  readonly backlash: FittedValue;
  /** Root mean square of what is left, and the share of the variance that is explained. */
  readonly residual: number;
  readonly explained: number;
  readonly samples: number;
  /** What the model says at the instants of the measurement. */
  readonly fitted: Float64Array;
}

export interface FitLimits {
  /** Longest dead time that is looked for [s]. */
  readonly maxDeadTime?: number;
}

const LINEAR = 3;
const LEAST_SAMPLES = 20;

/** Undefined where the command never changes, or there is too little to say. */
export function fitActuator(
  command: HeldSeries,
  measured: MeasuredSeries,
  limits: FitLimits = {},
): FittedActuator | undefined {
  const span = measured.times[measured.times.length - 1] - measured.times[0];
  const maxDeadTime = limits.maxDeadTime ?? Math.min(2, span / 4);
  const problem = new Problem(command, afterFirstCommand(command, measured, maxDeadTime));
  const swing = maximum(command.values) - minimum(command.values);
  if (problem.samples < LEAST_SAMPLES || !(swing > 0)) return undefined;
  const plain = problem.search(coarse(problem, maxDeadTime, span), [0.05, 0.3, 0]);
  const starts = [0.02, 0.08, 0.2].map((share) =>
    problem.search({ ...plain, backlash: share * swing }, [0.02, 0.2, 0.5 * share * swing]),
  );
  const loose = starts.reduce((best, next) => (problem.cost(next) < problem.cost(best) ? next : best));
  return problem.describe(problem.gainOf(loose, plain) ? loose : plain);
}

/** Nobody knows what was commanded before the first command: what was measured until that may have passed says nothing. */
function afterFirstCommand(command: HeldSeries, measured: MeasuredSeries, maxDeadTime: number): MeasuredSeries {
  const { times, weights } = measured;
  const first = command.times[0] + maxDeadTime;
  return { ...measured, weights: Array.from(times, (time, k) => (time < first ? 0 : (weights?.[k] ?? 1))) };
}

/** The best of a grid of dead times and lags. */
function coarse(problem: Problem, maxDeadTime: number, span: number): Dynamics {
  let best: Dynamics = { deadTime: 0, timeConstant: 0.1, backlash: 0 };
  let least = Infinity;
  for (let i = 0; i <= 24; i++)
    for (let timeConstant = 0.004; timeConstant < span / 3; timeConstant *= 1.7) {
      const candidate = { deadTime: (maxDeadTime * i) / 24, timeConstant, backlash: 0 };
      const cost = problem.cost(candidate);
      if (cost < least) [least, best] = [cost, candidate];
    }
  return best;
}

class Problem {
  readonly samples: number;
  private readonly x: Float64Array;
  private readonly design: Float64Array;
  private readonly right: Float64Array;
  private readonly solution = new Float64Array(LINEAR);

  constructor(
    private readonly command: HeldSeries,
    private readonly measured: MeasuredSeries,
  ) {
    const { times, weights } = measured;
    this.samples = weights === undefined ? times.length : Array.from(weights).filter((weight) => weight > 0).length;
    this.x = new Float64Array(times.length);
    this.design = new Float64Array(LINEAR * times.length);
    this.right = new Float64Array(times.length);
  }

  /** Sum of squares that the best gain, offset and start leave. */
  cost(dynamics: Dynamics): number {
    const model = this.modelOf(dynamics);
    return model === undefined ? Infinity : sumOfSquares(this.residuals(model));
  }

  /** From there to the nearest minimum; steps in seconds, in powers of e of the lag, and in units of the command. */
  search(from: Dynamics, [deadTime, timeConstant, backlash]: readonly number[]): Dynamics {
    const at = ([d, t, b = 0]: readonly number[]): Dynamics => ({ deadTime: d, timeConstant: exp(t), backlash: b });
    const start = [from.deadTime, log(from.timeConstant), ...(backlash > 0 ? [from.backlash] : [])];
    const steps = [deadTime, timeConstant, ...(backlash > 0 ? [backlash] : [])];
    const isPossible = ([d, t, b = 0]: readonly number[]) => d >= 0 && b >= 0 && t > -12 && t < 8;
    const found = nelderMead((point) => (isPossible(point) ? this.cost(at(point)) : Infinity), {
      start,
      steps,
      most: 400,
    });
    return at(found.at);
  }

  /** Whether the looser model explains more than one more parameter costs. */
  gainOf(loose: Dynamics, plain: Dynamics): boolean {
    const correlation = this.correlation(this.residuals(this.modelOf(loose)!));
    const effective = Math.max(LEAST_SAMPLES, (this.samples * (1 - correlation)) / (1 + correlation));
    return effective * log(this.cost(plain) / Math.max(this.cost(loose), 1e-300)) > log(effective);
  }

  describe(dynamics: Dynamics): FittedActuator {
    const model = this.modelOf(dynamics)!;
    const residuals = this.residuals(model);
    const rest = sumOfSquares(residuals);
    const half = this.intervals(model, residuals);
    const value = (i: number, of: number): FittedValue => ({ value: of, plusMinus: half[i] });
    return {
      gain: value(0, model.linear[0]),
      offset: value(1, model.linear[1]),
      deadTime: value(3, dynamics.deadTime),
      timeConstant: value(4, dynamics.timeConstant),
      backlash: dynamics.backlash > 0 ? value(5, dynamics.backlash) : { value: 0, plusMinus: 0 },
      residual: Math.sqrt(rest / this.samples),
      explained: 1 - rest / Math.max(this.variation(), 1e-300),
      samples: this.samples,
      fitted: this.fitted(model),
    };
  }

  /** Gain, offset and start that go with these dynamics; undefined where they cannot be told apart. */
  private modelOf(dynamics: Dynamics): Model | undefined {
    const { times, values } = this.measured;
    response(this.command, dynamics, times, this.x);
    for (let k = 0; k < times.length; k++) {
      const weight = this.weight(k);
      this.design[LINEAR * k] = weight * this.x[k];
      this.design[LINEAR * k + 1] = weight;
      this.design[LINEAR * k + 2] = weight * exp((times[0] - times[k]) / dynamics.timeConstant);
      this.right[k] = weight * values[k];
    }
    if (!leastSquares(this.design, this.right, times.length, LINEAR, this.solution)) return undefined;
    return { dynamics, linear: [...this.solution] };
  }

  private fitted({ dynamics, linear: [gain, offset, start] }: Model): Float64Array {
    const { times } = this.measured;
    const out = new Float64Array(times.length);
    response(this.command, dynamics, times, out);
    for (let k = 0; k < out.length; k++)
      out[k] = gain * out[k] + offset + start * exp((times[0] - times[k]) / dynamics.timeConstant);
    return out;
  }

  private residuals(model: Model): Float64Array {
    return this.fitted(model).map((value, k) => this.weight(k) * (this.measured.values[k] - value));
  }

  /** 1.96 σ of gain, offset, start, dead time, lag and, where there is one, backlash. */
  private intervals(model: Model, residuals: Float64Array): readonly number[] {
    const columns = this.sensitivities(model);
    const n = columns.length;
    const normal = new Float64Array(n * n);
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++)
        normal[i * n + j] = columns[i].reduce((sum, value, k) => sum + value * columns[j][k], 0);
    // unknown where a parameter has no influence
    if (!choleskyFactor(normal, n, normal)) return columns.map(() => Infinity);
    const correlation = this.correlation(residuals);
    const noise = (sumOfSquares(residuals) / Math.max(1, this.samples - n)) * ((1 + correlation) / (1 - correlation));
    return columns.map((_, i) => {
      const unit = Float64Array.from({ length: n }, (_u, k) => (k === i ? 1 : 0));
      choleskySolve(normal, n, unit, unit);
      return 1.96 * Math.sqrt(noise * unit[i]);
    });
  }

  /** Derivatives of the model by each of its parameters, by central differences. */
  private sensitivities(model: Model): Float64Array[] {
    const { dynamics, linear } = model;
    const between = (low: Model, high: Model, width: number) => {
      const below = this.fitted(low);
      return this.fitted(high).map((value, k) => (this.weight(k) * (value - below[k])) / width);
    };
    const byLinear = linear.map((_, i) => {
      const at = (step: number): Model => ({ dynamics, linear: linear.map((x, j) => (i === j ? x + step : x)) });
      return between(at(-0.5), at(0.5), 1);
    });
    const keys = ['deadTime', 'timeConstant', ...(dynamics.backlash > 0 ? ['backlash'] : [])] as (keyof Dynamics)[];
    const byDynamics = keys.map((key) => {
      const step = key === 'deadTime' ? 1e-3 : 1e-3 * dynamics[key];
      const at = (by: number): Model => ({ dynamics: { ...dynamics, [key]: dynamics[key] + by }, linear });
      return between(at(-step), at(step), 2 * step);
    });
    return [...byLinear, ...byDynamics];
  }

  private weight(k: number): number {
    return this.measured.weights === undefined ? 1 : this.measured.weights[k];
  }

  /** Of neighbouring residuals, not below 0: noise that alternates is no more certain. */
  private correlation(residuals: Float64Array): number {
    let product = 0;
    for (let k = 1; k < residuals.length; k++) product += residuals[k] * residuals[k - 1];
    return Math.min(0.999, Math.max(0, product / Math.max(sumOfSquares(residuals), 1e-300)));
  }

  private variation(): number {
    const { values } = this.measured;
    let [sum, weights] = [0, 0];
    for (let k = 0; k < values.length; k++)
      [sum, weights] = [sum + this.weight(k) * values[k], weights + this.weight(k)];
    const middle = sum / weights;
    let total = 0;
    for (let k = 0; k < values.length; k++) total += (this.weight(k) * (values[k] - middle)) ** 2;
    return total;
  }
}

interface Model {
  readonly dynamics: Dynamics;
  /** Gain, offset and start. */
  readonly linear: readonly number[];
}

const sumOfSquares = (values: Float64Array): number => values.reduce((sum, value) => sum + value * value, 0);
