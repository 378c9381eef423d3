/** Plain tables for terminals: columns padded, numbers to the right. */
import { oneLine } from '../core/one-line.ts';

const NUMERIC = /^[-+]?[\d.]/;

export function formatTable(header: readonly string[], cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map((cell) => oneLine(cell)));
  const widths = header.map((title, i) => Math.max(length(title), ...rows.map((row) => length(row[i] ?? ''))));
  const isNumeric = header.map(
    (_, i) => rows.length > 0 && rows.every((row) => row[i] === '' || NUMERIC.test(row[i] ?? '')),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) =>
        isNumeric[i] ? ' '.repeat(widths[i] - length(cell)) + cell : cell + ' '.repeat(widths[i] - length(cell)),
      )
      .join('  ')
      .trimEnd();
  return [line(header), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

/** Characters as a terminal counts them, near enough: code points. */
const length = (text: string): number => [...text].length;

/** Six significant digits, without trailing zeros. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (value !== 0 && (Math.abs(value) < 1e-4 || Math.abs(value) >= 1e7)) return value.toExponential(3);
  return String(Number(value.toPrecision(6)));
}

/** Seconds in the unit people would use. */
export function formatDuration(seconds: number): string {
  if (seconds < 1e-3) return `${formatNumber(Number((seconds * 1e6).toPrecision(4)))} µs`;
  if (seconds < 1) return `${formatNumber(Number((seconds * 1e3).toPrecision(4)))} ms`;
  return `${formatNumber(Number(seconds.toPrecision(4)))} s`;
}
