/**
 * How a run of automatic parking ended, and what many of them amount to.
 *
 * By the rules of E2E-Parking (Yang et al. 2024): a collision is a contact at any time; a run that is not over in time is a time-out; of the others a success stands within
 * 1.0 m along the slot, 0.6 m across and 10° of it, a target failure stands in the slot but worse, a non-target failure elsewhere.
 */
import { mean, quantile } from '../../../math/statistics.ts';

export const OUTCOMES = ['success', 'target', 'elsewhere', 'collision', 'time-out'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const TOLERANCE = { longitudinal: 1.0, lateral: 0.6, heading: (10 * Math.PI) / 180 } as const;

/** A run as the referee saw it; errors are of the pose at its end. */
export interface ParkedRun {
  readonly longitudinal: number;
  readonly lateral: number;
  readonly heading: number;
  /** Least distance to anything on the way [m]. */
  readonly clearance: number;
  readonly gearChanges: number;
  /** Whether the function said that it has parked, and when the run ended [s]. */
  readonly isParked: boolean;
  readonly time: number;
  /** Largest speeds ahead and backwards [m/s]. */
  readonly forward: number;
  readonly backward: number;
}

/** Half the size of a slot, around its middle [m]. */
export interface SlotReach {
  readonly along: number;
  readonly across: number;
}

export function outcomeOf(run: ParkedRun, reach: SlotReach): Outcome {
  if (run.clearance <= 0) return 'collision';
  if (!run.isParked) return 'time-out';
  const [longitudinal, lateral] = [Math.abs(run.longitudinal), Math.abs(run.lateral)];
  if (longitudinal > reach.along || lateral > reach.across) return 'elsewhere';
  const isWithin =
    longitudinal <= TOLERANCE.longitudinal &&
    lateral <= TOLERANCE.lateral &&
    Math.abs(run.heading) <= TOLERANCE.heading;
  return isWithin ? 'success' : 'target';
}

export const positionError = ({ longitudinal, lateral }: ParkedRun): number =>
  Math.sqrt(longitudinal * longitudinal + lateral * lateral);

export interface Summary {
  readonly runs: number;
  /** Shares of the runs [%]. */
  readonly shares: Readonly<Record<Outcome, number>>;
  /** Over the successes: means, and of the position also the 95th percentile and the worst [m, °, s]. */
  readonly position: number;
  readonly positionP95: number;
  readonly worstPosition: number;
  readonly headingDeg: number;
  readonly time: number;
  /** Over all runs: least distance to anything [m], largest speeds [m/s]. */
  readonly clearance: number;
  readonly forward: number;
  readonly backward: number;
}

export function summarise(runs: readonly ParkedRun[], reach: SlotReach): Summary {
  const outcomes = runs.map((run) => outcomeOf(run, reach));
  const share = (outcome: Outcome) => (100 * outcomes.filter((one) => one === outcome).length) / runs.length;
  const good = runs.filter((_, i) => outcomes[i] === 'success');
  const positions = good.map(positionError);
  return {
    runs: runs.length,
    shares: Object.fromEntries(OUTCOMES.map((outcome) => [outcome, share(outcome)])) as Record<Outcome, number>,
    position: mean(positions),
    positionP95: positions.length > 0 ? quantile(positions, 0.95) : NaN,
    worstPosition: positions.length > 0 ? Math.max(...positions) : NaN,
    headingDeg: mean(good.map(({ heading }) => (Math.abs(heading) * 180) / Math.PI)),
    time: mean(good.map(({ time }) => time)),
    clearance: Math.min(...runs.map(({ clearance }) => clearance)),
    forward: Math.max(...runs.map(({ forward }) => forward)),
    backward: Math.max(...runs.map(({ backward }) => backward)),
  };
}

/**
 * Where a curve first rises past a limit, between two points on the straight line between them; NaN where it never does, and the first x where it begins above. A point that
 * is no number, as of a run that never came to an end, lies above.
 */
export function crossing(x: readonly number[], y: readonly number[], limit: number): number {
  const isAbove = (value: number) => !(value <= limit);
  const i = y.findIndex(isAbove);
  if (i <= 0) return i === 0 ? x[0] : NaN;
  if (!Number.isFinite(y[i])) return x[i];
  return x[i - 1] + ((limit - y[i - 1]) / (y[i] - y[i - 1])) * (x[i] - x[i - 1]);
}
