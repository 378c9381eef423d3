/**
 * A recording as CSV (RFC 4180): one row per sample period with the latched value of every column, an empty cell
 * before a signal's first message. Numbers are the shortest text that reads back as the same double.
 */
import { InputError } from '../../core/input-error.ts';
import type { Column } from '../metrics/columns.ts';
import { allColumns, findColumns } from '../metrics/columns.ts';
import type { Grid, LatchedSignal } from '../metrics/latched-rows.ts';
import { channelsOf, eachLatchedRow, gridOver } from '../metrics/latched-rows.ts';
import type { Recording } from '../mcap/recording-reader.ts';

export interface CsvOptions {
  /** Rows per second of recorded time. */
  readonly rateHz?: number;
  /** `block.port.field`; every scalar but stamps and covariances when absent. */
  readonly columns?: readonly string[];
}

/** Cells of a table that any recording may have, and those that it may have besides for each of its bytes: more is damage. */
const MOST_CELLS = 10_000_000;
const CELLS_PER_BYTE = 4;
const LINE_END = '\r\n';
/** Text is handed on in pieces of about this length. */
const PIECE = 1 << 16;

/** Writes the table piece by piece; returns how many rows it has below the header. */
export function writeCsv(recording: Recording, write: (text: string) => void, options: CsvOptions = {}): number {
  const columns = options.columns ? findColumns(recording, options.columns, 'csv.columns') : allColumns(recording);
  const grid = gridOver(recording, Math.max(1, Math.round(1e9 / (options.rateHz ?? 50))));
  refuseEnormous(recording, grid, columns.length);
  const channels = channelsOf(columns);
  // cells stay as they are until their signal changes
  const cells: string[] = columns.map(() => '');
  const owners = columns.map(({ channel }) => channels.indexOf(channel));

  let piece = ['time [s]', ...columns.map(title)].map(csvCell).join(',') + LINE_END;
  eachLatchedRow(recording, channels, grid, (timeNs, signals) => {
    refresh(cells, columns, owners, signals);
    piece += `${timeNs / 1e9}`;
    for (let i = 0; i < cells.length; i++) piece += `,${cells[i]}`;
    piece += LINE_END;
    if (piece.length < PIECE) return;
    write(piece);
    piece = '';
  });
  write(piece);
  return grid.rows;
}

/** One message with a wrong time makes a run of years. */
function refuseEnormous({ name, size, lastTimeNs }: Recording, { rows }: Grid, columns: number): void {
  if (rows * columns <= MOST_CELLS + CELLS_PER_BYTE * size) return;
  throw new InputError(
    name,
    `ends at ${Math.round(lastTimeNs / 1e9)} s: its table would have ${rows} rows, too many for a recording of ${size} bytes; it may be damaged`,
  );
}

function refresh(
  cells: string[],
  columns: readonly Column[],
  owners: readonly number[],
  signals: readonly LatchedSignal[],
): void {
  for (let i = 0; i < cells.length; i++) {
    const signal = signals[owners[i]];
    if (signal.changed) cells[i] = numberCell(columns[i].read(signal.message));
  }
}

const title = ({ name, unit }: Column): string => (unit === '' ? name : `${name} [${unit}]`);

/** NaN, which also stands for an array element that is not there, is an empty cell. */
const numberCell = (value: number): string => (value === value ? String(value) : '');

/** Quotes a cell where its text needs it. */
export const csvCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
