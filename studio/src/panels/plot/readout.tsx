/** The values of all lines at the cursor, and how they differ from those at the fixed one. */
import type { ReadonlySignal } from '@preact/signals';
import { formatNumber, formatUnit } from '../../ui/format.ts';
import type { PlotContent, PlotLine, Points } from './plot-lines.ts';
import { valueAt } from './plot-lines.ts';

export interface Reading {
  /** Time of the moving cursor [s]. */
  readonly time: number;
  /** Time of the fixed one. */
  readonly fixed?: number;
  readonly rows: readonly ReadingRow[];
  /** Which side of the plot is free. */
  readonly side: 'left' | 'right';
}

interface ReadingRow {
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  /** The line it is of; undefined for the field on the horizontal axis. */
  readonly line?: PlotLine;
  readonly value: number;
  readonly fixedValue: number;
}

export interface Cursors {
  readonly time: number;
  readonly fixed?: number;
}

/** Rows in the order of the settings, the run that is shown first. */
export function readingOf(
  { lines, x }: Pick<PlotContent, 'lines' | 'x'>,
  points: readonly Points[],
  { time, fixed }: Cursors,
  side: Reading['side'],
): Reading {
  const values = (samples: Pick<Points, 'times' | 'ys'>) => ({
    value: valueAt(samples, time),
    fixedValue: fixed === undefined ? NaN : valueAt(samples, fixed),
  });
  const rows = lines.map(
    (line, i): ReadingRow => ({ key: line.key, name: nameOf(line), unit: line.unit, line, ...values(points[i]) }),
  );
  rows.sort((a, b) => Number(a.line!.dashed) - Number(b.line!.dashed));
  const shown = lines.findIndex(({ dashed }) => !dashed);
  if (x === undefined || shown < 0) return { time, fixed, rows, side };
  const { times, xs } = points[shown];
  return {
    time,
    fixed,
    side,
    rows: [{ key: 'x', name: x.address, unit: x.unit, ...values({ times, ys: xs }) }, ...rows],
  };
}

export function Readout({ reading }: { reading: ReadonlySignal<Reading | undefined> }) {
  const shown = reading.value;
  if (shown === undefined) return null;
  const { time, fixed, rows, side } = shown;
  const compared = fixed !== undefined;
  return (
    <div class="plot-readout" data-side={side} data-testid="plot-readout">
      <table>
        <thead>
          <tr>
            <th scope="row">time</th>
            <td>{formatNumber(time, 3)}</td>
            {compared && <td>{formatNumber(fixed, 3)}</td>}
            {compared && (
              <td>
                <b>Δ</b> {formatNumber(time - fixed, 3)}
              </td>
            )}
            <td class="plot-readout-unit">s</td>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, unit, line, value, fixedValue }) => (
            <tr key={key}>
              <th scope="row">
                <i style={line && { borderColor: line.colour, borderTopStyle: line.dashed ? 'dashed' : 'solid' }} />
                {name}
              </th>
              <td>{formatNumber(value, 3)}</td>
              {compared && <td>{formatNumber(fixedValue, 3)}</td>}
              {compared && (
                <td>
                  <b>Δ</b> {formatNumber(value - fixedValue, 3)}
                </td>
              )}
              <td class="plot-readout-unit">{formatUnit(unit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const nameOf = ({ address, overlay }: PlotLine): string =>
  overlay === undefined ? address : `${address} (${overlay})`;
