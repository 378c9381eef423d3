/**
 * What a plot shows as CSV (RFC 4180): one row per instant at which any line has a sample, with the value of every line that is
 * latched then, an empty cell before its first. Numbers are the shortest text that reads back as the same double.
 */
import { csvCell } from '../../../../src/record/report/csv.ts';
import type { Points } from './plot-lines.ts';
import type { Range } from './ranges.ts';
import { lastAtMost } from './sorted-search.ts';

export interface CsvColumn {
  readonly name: string;
  readonly unit: string;
  readonly points: Pick<Points, 'times' | 'ys'>;
}

const LINE_END = '\r\n';

/** Rows from the first to the last instant of `span` [s]. */
export function plotCsv(columns: readonly CsvColumn[], span: Range = [-Infinity, Infinity]): string {
  const header = ['time [s]', ...columns.map(({ name, unit }) => (unit === '' ? name : `${name} [${unit}]`))]
    .map(csvCell)
    .join(',');
  const rows = instants(columns, span).map((time) =>
    [time, ...columns.map(({ points }) => cellAt(points, time))].join(','),
  );
  return [header, ...rows, ''].join(LINE_END);
}

/** Every instant of any column within the span, once. */
function instants(columns: readonly CsvColumn[], [from, to]: Range): number[] {
  const times = new Set<number>();
  for (const { points } of columns) for (const time of points.times) if (time >= from && time <= to) times.add(time);
  return [...times].sort((a, b) => a - b);
}

function cellAt({ times, ys }: CsvColumn['points'], time: number): string {
  const i = lastAtMost(times, time);
  return i < 0 || ys[i] !== ys[i] ? '' : String(ys[i]);
}
