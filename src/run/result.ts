/** What is known about a run when it has ended. Plain data. */
import type { LatenessReport } from '../core/clock.ts';
import type { ExpectationResult, MetricResult } from '../record/metrics/metrics.ts';
import type { LostPeriod } from './session.ts';
import type { StepTimes } from './timed-host.ts';

export interface RunResult {
  readonly scenario: string;
  /** Of Skidpad. */
  readonly version: string;
  readonly seed: number;
  readonly ticks: number;
  /** Simulated time [s]. */
  readonly duration: number;
  /** Wall time of the loop alone [s]. */
  readonly wall: number;
  readonly realTimeFactor: number;
  /** Of everything that was published. */
  readonly hash: string;
  readonly clock: string;
  readonly metrics: readonly MetricResult[];
  readonly expectations: readonly ExpectationResult[];
  /** Whether every expectation holds. */
  readonly passed: boolean;
  readonly deadlineMisses: number;
  /** Blocks that were silent, or told old news, for longer than their age limit. */
  readonly lost: readonly LostPeriod[];
  /** How late ticks started; only under clocks that keep pace with the wall. */
  readonly lateness?: LatenessReport;
  /** Wall time of the steps of each block that is not a plant and runs in this thread. */
  readonly stepTimes: readonly StepTimes[];
  /** Whether it was ended before its time. */
  readonly interrupted: boolean;
}

/** The value of a metric; undefined where there is no such metric or it has no value. */
export const metricOf = ({ metrics }: Pick<RunResult, 'metrics'>, name: string): number | undefined =>
  metrics.find((metric) => metric.name === name)?.value ?? undefined;
