/** What the plots of a report show: declared in the scenario, or a sensible set, sampled on one grid of time. */
import type { PlotSpec } from '../../scenario/schema.ts';
import type { Column } from '../metrics/columns.ts';
import { findColumn, isSignal } from '../metrics/columns.ts';
import { defaultPlots, isCommand } from './default-plots.ts';
import type { Grid } from '../metrics/latched-rows.ts';
import { channelsOf, eachLatchedRow, gridOver } from '../metrics/latched-rows.ts';
import type { Recording } from '../mcap/recording-reader.ts';

export interface PlotSeries {
  readonly y: Column;
  /** Absent: over time. */
  readonly x?: Column;
  /** Drawn as steps: a command holds until the next one. */
  readonly stepped: boolean;
}

export interface Plot {
  readonly title: string;
  readonly doc: string;
  readonly equal: boolean;
  /** Whether the lines on the ground are drawn beneath. */
  readonly track: boolean;
  /** Whether it is a plan: the world as seen from above, and what automatic parking knew. */
  readonly plan?: boolean;
  /** A vehicle whose outline is drawn along the first line, and where its heading is. */
  readonly body?: string;
  readonly yaw?: Column;
  /** All of them have x, or none. */
  readonly series: readonly PlotSeries[];
}

export interface PlotData {
  readonly plots: readonly Plot[];
  readonly grid: Grid;
  /** Samples by column name; NaN where there is no value. */
  readonly samples: ReadonlyMap<string, Float64Array>;
}

const SAMPLE_PERIOD_NS = 20_000_000;
const MOST_SAMPLES = 4000;

/** The best period for plots: 50 Hz, or as many samples as a screen can show. */
function plotGrid(recording: Recording): Grid {
  const spanNs = recording.lastTimeNs - (recording.firstTimeNs > 1e18 ? recording.firstTimeNs : 0);
  return gridOver(recording, Math.max(SAMPLE_PERIOD_NS, Math.ceil(spanNs / MOST_SAMPLES / 1e6) * 1e6));
}

export function collectPlots(recording: Recording, specs: readonly PlotSpec[]): PlotData {
  const declared = specs.map((spec, i) => declaredPlot(recording, spec, `plots[${i}]`));
  const candidates = declared.length > 0 ? declared : defaultPlots(recording.channels.filter(isSignal));
  const grid = plotGrid(recording);
  const samples = sampleColumns(
    recording,
    candidates
      .flatMap(({ series }) => series.flatMap(({ x, y }) => (x ? [x, y] : [y])))
      .concat(candidates.flatMap(({ yaw }) => yaw ?? [])),
    grid,
  );
  const plots = declared.length > 0 ? declared : candidates.filter((plot) => isInteresting(plot, samples));
  return { plots, grid, samples };
}

function declaredPlot(recording: Recording, spec: PlotSpec, path: string): Plot {
  const x = spec.x === undefined ? undefined : findColumn(recording, spec.x, `${path}.x`);
  const series = spec.y.map((name, i): PlotSeries => {
    const y = findColumn(recording, name, `${path}.y[${i}]`);
    return { y, x, stepped: isCommand(y.channel) };
  });
  const { title, doc, equal, track, plan, body } = spec;
  const yaw =
    body === undefined || x === undefined
      ? undefined
      : findColumn(recording, `${x.channel.signal}.yaw`, `${path}.body`);
  return { title, doc, equal, track, plan, body, yaw, series };
}

function sampleColumns(recording: Recording, columns: readonly Column[], grid: Grid): Map<string, Float64Array> {
  const unique = [...new Map(columns.map((column) => [column.name, column])).values()];
  const channels = channelsOf(unique);
  const owners = unique.map(({ channel }) => channels.indexOf(channel));
  const samples = unique.map(() => new Float64Array(grid.rows).fill(NaN));
  let row = 0;
  eachLatchedRow(recording, channels, grid, (_timeNs, signals) => {
    for (let i = 0; i < unique.length; i++) {
      const { message } = signals[owners[i]];
      if (message !== undefined) samples[i][row] = unique[i].read(message);
    }
    row++;
  });
  return new Map(unique.map(({ name }, i) => [name, samples[i]]));
}

/** A line that is zero throughout says nothing. */
const isInteresting = (plot: Plot, samples: ReadonlyMap<string, Float64Array>): boolean =>
  plot.series.some(({ x, y }) =>
    [x, y].some(
      (column) => column !== undefined && samples.get(column.name)!.some((value) => value !== 0 && value === value),
    ),
  );
