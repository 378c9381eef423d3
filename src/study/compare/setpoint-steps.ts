/**
 * Steps of a set point, and how a measured value follows each of them.
 *
 *   level   a value that the set point keeps for at least `HOLD`
 *   step    one level right after another; what ramps from level to level is none
 *
 * A set point that begins with a level is a step from where the measured value is. A response is judged until the set point changes again.
 */
import type { StepFigures } from '../../control/course/step-response.ts';
import { stepFigures } from '../../control/course/step-response.ts';
import type { Series } from './series.ts';
import { latestIndex } from './series.ts';

/** How long a value is kept to be a level [s]. */
const HOLD = 0.5;
/** Smaller steps than this share of the largest level are none. */
const LEAST_SHARE = 1e-3;

export interface StepResponse extends StepFigures {
  /** Instant of the step [s]; the response was judged up to `until`. */
  readonly at: number;
  readonly until: number;
  readonly from: number;
  readonly to: number;
  /** Whether it is the first level of the set point, and `from` where the measured value was. */
  readonly isFirst: boolean;
  /** Time since the step [s], and the measured value. */
  readonly times: Float64Array;
  readonly values: Float64Array;
}

type Samples = Pick<Series, 'times' | 'values'>;

export function stepResponses(setPoint: Samples, measured: Samples): StepResponse[] {
  const end = measured.times.at(-1) ?? 0;
  const levels = heldLevels(setPoint, end);
  const largest = Math.max(...levels.map(({ value }) => Math.abs(value)));
  return levels.flatMap((level, i): StepResponse[] => {
    const before = levels[i - 1];
    const response = responseWithin(measured, level.from, Math.min(level.until, end));
    const isFirst = level.from === setPoint.times[0];
    if (response.times.length < 2 || !(isFirst || before?.until === level.from)) return [];
    const from = isFirst ? response.values[0] : before.value;
    if (Math.abs(level.value - from) <= LEAST_SHARE * Math.max(largest, Math.abs(from))) return [];
    const figures = stepFigures({ ...response, from, to: level.value });
    return [
      {
        ...figures,
        at: level.from,
        until: level.from + response.times.at(-1)!,
        from,
        to: level.value,
        isFirst,
        ...response,
      },
    ];
  });
}

interface Level {
  readonly value: number;
  readonly from: number;
  readonly until: number;
}

function heldLevels({ times, values }: Samples, end: number): Level[] {
  const levels: Level[] = [];
  for (let i = 0; i < values.length; ) {
    let next = i + 1;
    while (next < values.length && values[next] === values[i]) next++;
    const until = next < values.length ? times[next] : Math.max(end, times[i]);
    if (until - times[i] >= HOLD && Number.isFinite(values[i]))
      levels.push({ value: values[i], from: times[i], until });
    i = next;
  }
  return levels;
}

/** Samples after `at` up to `until`, begun with the value latched at `at`. */
function responseWithin(
  { times, values }: Samples,
  at: number,
  until: number,
): { times: Float64Array; values: Float64Array } {
  const latched = Math.max(0, latestIndex(times, at));
  const last = latestIndex(times, until);
  const cut = { times: times.slice(latched, last + 1), values: values.slice(latched, last + 1) };
  for (let i = 0; i < cut.times.length; i++) cut.times[i] = Math.max(0, cut.times[i] - at);
  return cut;
}
