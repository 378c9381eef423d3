/** What the expectations of a run come to, in words. */
import type { ExpectationOutcome, MetricOutcome, PlayerStatus } from '../../players/player.ts';
import { formatSignificant, formatTime, withUnit } from '../../ui/format.ts';

export interface Verdict {
  /** `open` where there is nothing to judge, or nothing to judge by. */
  readonly kind: 'pass' | 'fail' | 'open';
  /** Nothing will change it any more. */
  readonly isFinal: boolean;
  readonly title: string;
  readonly detail: string;
}

export function verdictOf({ state, expectations, metrics, time }: PlayerStatus): Verdict {
  if (state === 'failed')
    return {
      kind: 'fail',
      isFinal: true,
      title: 'The run failed',
      detail: 'There is no result: see the problem that stopped it.',
    };
  const isFinal = state === 'ended';
  const about = { isFinal, detail: isFinal ? `at the end, ${formatTime(time)}` : `so far, at ${formatTime(time)}` };
  if (expectations.length === 0)
    return { ...about, kind: 'open', title: metrics.length === 0 ? 'No results' : 'Nothing is expected' };
  const all = expectations.length;
  const met = expectations.filter(({ pass }) => pass).length;
  if (met === all)
    return { ...about, kind: 'pass', title: all === 1 ? 'The expectation is met' : `All ${all} expectations are met` };
  return {
    ...about,
    kind: 'fail',
    title: all === 1 ? 'The expectation is not met' : `${met} of ${all} expectations are met`,
  };
}

/** ≥ 0.9, ≤ 3 m, 1 … 3 m, = 4. */
export function boundText({ min, max }: Pick<ExpectationOutcome, 'min' | 'max'>, unit: string): string {
  const text = (value: number) => formatSignificant(value, 6);
  if (min !== undefined && max !== undefined)
    return withUnit(min === max ? `= ${text(min)}` : `${text(min)} … ${text(max)}`, unit);
  if (min !== undefined) return withUnit(`≥ ${text(min)}`, unit);
  return max === undefined ? '' : withUnit(`≤ ${text(max)}`, unit);
}

export const unitOfMetric = (metrics: readonly MetricOutcome[], name: string): string =>
  metrics.find((metric) => metric.name === name)?.unit ?? '';
