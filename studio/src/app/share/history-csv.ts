/**
 * Everything plotted so far as CSV (RFC 4180), in the form of a run's signals.csv: one row per period with the latched value of every
 * field, an empty cell before the first, units in the header.
 */
import { csvCell } from '../../../../src/record/report/csv.ts';
import type { History } from '../../players/history.ts';
import type { Topic } from '../../players/player.ts';

const LINE_END = '\r\n';
/** Rows come at 50 Hz, or less often so that there are no more than this. */
const MOST_ROWS = 20_000;
const PERIOD = 0.02;

interface Column {
  readonly title: string;
  readonly times: Float64Array;
  readonly values: Float64Array;
  /** Samples at or before the row. */
  reached: number;
}

export function historyCsv(
  topics: readonly Pick<Topic, 'id' | 'signal' | 'fields'>[],
  history: Pick<History, 'series'>,
): string {
  const columns = topics
    .flatMap(({ id, signal, fields }) =>
      fields.map(
        ({ path, unit }): Column => ({
          title: `${signal ?? id}.${path}${unit === '' ? '' : ` [${unit}]`}`,
          ...history.series(id, path),
          reached: 0,
        }),
      ),
    )
    .filter(({ times }) => times.length > 0);
  const lines = [['time [s]', ...columns.map(({ title }) => title)].map(csvCell).join(',')];
  for (const time of grid(columns))
    lines.push([String(time), ...columns.map((column) => latched(column, time))].join(','));
  return lines.join(LINE_END) + LINE_END;
}

function grid(columns: readonly Column[]): number[] {
  if (columns.length === 0) return [];
  const first = columns.reduce((least, { times }) => Math.min(least, times[0]), Infinity);
  const last = columns.reduce((most, { times }) => Math.max(most, times[times.length - 1]), -Infinity);
  // whole multiples of a millisecond, so that times are short to write
  const period = Math.max(PERIOD, Math.ceil(((last - first) / MOST_ROWS) * 1e3) / 1e3);
  const begin = Math.floor(first / period + 1e-6);
  const count = Math.ceil(last / period - 1e-6) - begin + 1;
  return Array.from({ length: count }, (_, k) => Math.round((begin + k) * period * 1e3) / 1e3);
}

/** NaN, which also stands for what is not there, is an empty cell. */
function latched(column: Column, time: number): string {
  while (column.reached < column.times.length && column.times[column.reached] <= time + 1e-9) column.reached++;
  const value = column.reached === 0 ? NaN : column.values[column.reached - 1];
  return value === value ? String(value) : '';
}
