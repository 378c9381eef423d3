/** A plot of one field over another as SVG, such as the path of a vehicle, optionally with equal scales. */
import type { XyMap } from './chart-axes.ts';
import {
  axes,
  clipped,
  colour,
  equalised,
  INNER_WIDTH,
  linePath,
  mapTo,
  rangeOf,
  round,
  svgFrame,
} from './chart-axes.ts';
import type { Plot, PlotSeries } from './plot-data.ts';

export type { XyMap } from './chart-axes.ts';

/** Polylines beneath the data: x₀, y₀, x₁, y₁ … in the units of the axes. */
export type Backdrop = readonly { readonly points: Float64Array; readonly closed: boolean }[];

export interface XyDrawing {
  readonly svg: string;
  readonly map: XyMap;
}

const LOWEST = 220;
const HIGHEST = 560;

export type Samples = ReadonlyMap<string, Float64Array>;

export function drawXy(plot: Plot, samples: Samples, backdrop: Backdrop = []): XyDrawing {
  let xRange = rangeOf(plot.series.map(({ x }) => samples.get(x!.name)!));
  let yRange = rangeOf(plot.series.map(({ y }) => samples.get(y.name)!));
  const proportion = (yRange[1] - yRange[0]) / (xRange[1] - xRange[0]);
  const innerHeight = plot.equal ? Math.min(HIGHEST, Math.max(LOWEST, INNER_WIDTH * proportion)) : 320;
  if (plot.equal) [xRange, yRange] = equalised(xRange, yRange, innerHeight / INNER_WIDTH);

  const map = mapTo(xRange, yRange, innerHeight);
  const parts = [
    ...axes(map, xRange, yRange, innerHeight, axisNames(plot), plot.equal),
    groundLines(backdrop, map, innerHeight),
    ...plot.series.map(
      ({ x, y }, i) =>
        `<path class="line" style="stroke:${colour(i)}" d="${linePath(samples.get(x!.name)!, samples.get(y.name)!, map)}"/>`,
    ),
    ...plot.series.map((series, i) => ends(series, i, samples, map)),
  ];
  const label = `${plot.title}: ${plot.series.map(({ x, y }) => `${y.name} over ${x!.name}`).join(', ')}`;
  return { map, svg: svgFrame(label, innerHeight, parts) };
}

/** Full names where there is one line, else the field that all have. */
export function axisNames({ series }: Plot): { x: string; y: string } {
  const [{ x, y }] = series;
  const named = (name: string, unit: string) => (unit === '' ? name : `${name} [${unit}]`);
  const short = (name: string) => (series.length === 1 ? name : name.split('.').at(-1)!);
  return { x: named(short(x!.name), x!.unit), y: named(short(y.name), y.unit) };
}

/** The lines on the ground. */
export function groundLines(backdrop: Backdrop, map: XyMap, innerHeight: number): string {
  if (backdrop.length === 0) return '';
  const lines = backdrop.map(({ points, closed }) => {
    let path = '';
    for (let i = 0; i < points.length; i += 2) {
      path += `${i === 0 ? 'M' : 'L'}${round(map.xScale * points[i] + map.xOffset)} ${round(map.yScale * points[i + 1] + map.yOffset)}`;
    }
    return `<path class="ground" d="${path}${closed ? 'Z' : ''}"/>`;
  });
  return clipped(lines.join(''), innerHeight);
}

/** A ring where the line starts and a dot where it ends. */
export function ends({ x, y }: PlotSeries, index: number, samples: Samples, map: XyMap): string {
  const xs = samples.get(x!.name)!;
  const ys = samples.get(y.name)!;
  const isThere = (_: number, i: number) => Number.isFinite(xs[i] + ys[i]);
  const mark = (i: number, style: string) =>
    i < 0
      ? ''
      : `<circle r="4.5" cx="${round(map.xScale * xs[i] + map.xOffset)}" cy="${round(map.yScale * ys[i] + map.yOffset)}" style="${style}"/>`;
  return (
    mark(xs.findIndex(isThere), `fill:var(--paper);stroke:${colour(index)};stroke-width:2`) +
    mark(xs.findLastIndex(isThere), `fill:${colour(index)}`)
  );
}
