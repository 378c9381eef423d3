/**
 * Ends a run once its failure is certain: some expectation has failed, and nothing that may still happen can mend it.
 *
 *   a largest value, a sum or a count only grows, and a least one only falls; behind the end of its window a metric changes no more
 */
import type { Reduction } from '../../src/record/metrics/metric-fold.ts';
import type { ExpectationResult, MetricSpecs } from '../../src/record/metrics/metrics.ts';
import type { RunObserver } from '../../src/run/run.ts';

const GROWING: readonly Reduction[] = ['max', 'maxAbs', 'peakToPeak', 'largestStep', 'variation', 'count'];

/** Whether an expectation that has failed at this time [s] has failed for good. */
function isForGood({ metric, value, min, max, pass }: ExpectationResult, specs: MetricSpecs, time: number): boolean {
  if (pass) return false;
  const { reduce, to = Infinity } = specs[metric];
  if (time > to) return true;
  if (value === null) return false;
  return (GROWING.includes(reduce) && value > (max ?? Infinity)) || (reduce === 'min' && value < (min ?? -Infinity));
}

/** Simulated time between two looks [s]. */
const PERIOD = 1;

/** Observes a run and is its signal. */
export class CertainFailure implements RunObserver {
  aborted = false;
  private nextLook = PERIOD;

  between: RunObserver['between'] = (session) => {
    if (session.time < this.nextLook) return;
    this.nextLook = session.time + PERIOD;
    const { metrics } = session.scenario.document;
    this.aborted = session.results().expectations.some((result) => isForGood(result, metrics, session.time));
  };
}
