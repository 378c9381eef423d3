/** A plot of one field over another as SVG, such as the path of a vehicle, optionally with equal scales. */
import type { Plot, PlotSeries } from './plot-data.ts';
import { xmlText } from './xml-text.ts';

/** How data become pixels: px = scale · value + offset. */
export interface XyMap {
  readonly xScale: number;
  readonly xOffset: number;
  readonly yScale: number;
  readonly yOffset: number;
}

/** Polylines beneath the data: x₀, y₀, x₁, y₁ … in the units of the axes. */
export type Backdrop = readonly { readonly points: Float64Array; readonly closed: boolean }[];

export interface XyDrawing {
  readonly svg: string;
  readonly map: XyMap;
}

const WIDTH = 960;
const MARGIN = { left: 64, right: 16, top: 12, bottom: 48 };
const INNER_WIDTH = WIDTH - MARGIN.left - MARGIN.right;
const LOWEST = 220;
const HIGHEST = 560;
/** Points closer than this to the one before are left out [px]. */
const CLOSEST = 0.4;

type Samples = ReadonlyMap<string, Float64Array>;
type Range = readonly [low: number, high: number];

export function drawXy(plot: Plot, samples: Samples, backdrop: Backdrop = []): XyDrawing {
  let xRange = rangeOf(plot.series.map(({ x }) => samples.get(x!.name)!));
  let yRange = rangeOf(plot.series.map(({ y }) => samples.get(y.name)!));
  const proportion = (yRange[1] - yRange[0]) / (xRange[1] - xRange[0]);
  const innerHeight = plot.equal ? Math.min(HIGHEST, Math.max(LOWEST, INNER_WIDTH * proportion)) : 320;
  if (plot.equal) [xRange, yRange] = equalised(xRange, yRange, innerHeight / INNER_WIDTH);

  const xScale = INNER_WIDTH / (xRange[1] - xRange[0]);
  const yScale = -innerHeight / (yRange[1] - yRange[0]);
  const map = { xScale, xOffset: MARGIN.left - xRange[0] * xScale, yScale, yOffset: MARGIN.top - yRange[1] * yScale };
  const height = innerHeight + MARGIN.top + MARGIN.bottom;
  const parts = [
    ...axes(plot, map, xRange, yRange, innerHeight),
    backdrop.length === 0 ? '' : ground(backdrop, map, innerHeight),
    ...plot.series.map((series, i) => line(series, i, samples, map)),
    ...plot.series.map((series, i) => ends(series, i, samples, map)),
  ];
  const label = `${plot.title}: ${plot.series.map(({ x, y }) => `${y.name} over ${x!.name}`).join(', ')}`;
  return {
    map,
    svg: `<svg viewBox="0 0 ${WIDTH} ${round(height)}" role="img" aria-label="${xmlText(label)}" class="xy">${parts.join('')}</svg>`,
  };
}

/** The range of all finite values, with a margin. */
function rangeOf(columns: readonly Float64Array[]): Range {
  let low = Infinity;
  let high = -Infinity;
  for (const column of columns) {
    for (const value of column) {
      if (!Number.isFinite(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (low > high) return [-1, 1];
  const margin = high > low ? 0.05 * (high - low) : Math.max(1, 1e-6 * Math.abs(low));
  return [low - margin, high + margin];
}

/** Widens the shorter range until both have the same scale; `shape` is height over width. */
function equalised(x: Range, y: Range, shape: number): [Range, Range] {
  const width = Math.max(x[1] - x[0], (y[1] - y[0]) / shape);
  return [widened(x, width), widened(y, width * shape)];
}

const widened = ([low, high]: Range, size: number): Range => [(low + high - size) / 2, (low + high + size) / 2];

function axes(plot: Plot, map: XyMap, xRange: Range, yRange: Range, innerHeight: number): string[] {
  const bottom = MARGIN.top + innerHeight;
  const step = plot.equal ? tickStep(xRange, 14) : 0;
  const xTicks = ticks(xRange, step || tickStep(xRange, 12)).map((value) => {
    const at = round(map.xScale * value + map.xOffset);
    return `<path class="grid" d="M${at} ${MARGIN.top}V${round(bottom)}"/><text x="${at}" y="${round(bottom + 18)}" text-anchor="middle">${tickText(value)}</text>`;
  });
  const yTicks = ticks(yRange, step || tickStep(yRange, 6)).map((value) => {
    const at = round(map.yScale * value + map.yOffset);
    return `<path class="grid" d="M${MARGIN.left} ${at}H${WIDTH - MARGIN.right}"/><text x="${MARGIN.left - 8}" y="${round(at + 4)}" text-anchor="end">${tickText(value)}</text>`;
  });
  const [{ x, y }] = plot.series;
  const shared = plot.series.length === 1;
  const middle = round(MARGIN.top + innerHeight / 2);
  return [
    ...xTicks, ...yTicks,
    `<text class="axis" x="${MARGIN.left + INNER_WIDTH / 2}" y="${round(bottom + 40)}" text-anchor="middle">${axisText(shared ? x!.name : fieldOf(x!.name), x!.unit)}</text>`,
    `<text class="axis" transform="translate(16 ${middle}) rotate(-90)" text-anchor="middle">${axisText(shared ? y.name : fieldOf(y.name), y.unit)}</text>`,
  ];
}

const fieldOf = (name: string): string => name.split('.').at(-1)!;
const axisText = (name: string, unit: string): string => xmlText(unit === '' ? name : `${name} [${unit}]`);

/** 1, 2 or 5 times a power of ten, for about `count` ticks. */
function tickStep([low, high]: Range, count: number): number {
  const rough = (high - low) / count;
  let power = 1;
  while (power * 10 <= rough) power *= 10;
  while (power > rough) power /= 10;
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? 10 * power;
}

function ticks([low, high]: Range, step: number): number[] {
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step);
}

/** Without the noise of binary fractions; a typographic minus. */
const tickText = (value: number): string => String(Number(value.toPrecision(10))).replace('-', '−');

function line({ x, y }: PlotSeries, index: number, samples: Samples, map: XyMap): string {
  const xs = samples.get(x!.name)!;
  const ys = samples.get(y.name)!;
  let path = '';
  let drawing = false;
  let lastX = 0;
  let lastY = 0;
  for (let i = 0; i < xs.length; i++) {
    const px = map.xScale * xs[i] + map.xOffset;
    const py = map.yScale * ys[i] + map.yOffset;
    if (!Number.isFinite(px + py)) drawing = false;
    else if (!drawing || i === xs.length - 1 || Math.abs(px - lastX) > CLOSEST || Math.abs(py - lastY) > CLOSEST) {
      path += `${drawing ? 'L' : 'M'}${round(px)} ${round(py)}`;
      [drawing, lastX, lastY] = [true, px, py];
    }
  }
  return `<path class="line" style="stroke:var(--s${(index % 8) + 1})" d="${path}"/>`;
}

/** The lines on the ground, cut off at the edges of the plot. */
function ground(backdrop: Backdrop, map: XyMap, innerHeight: number): string {
  const box = `${MARGIN.left} ${MARGIN.top} ${INNER_WIDTH} ${round(innerHeight)}`;
  const [x, y, width, height] = box.split(' ');
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${box}">${backdrop.map((polyline) => groundLine(polyline, map)).join('')}</svg>`;
}

function groundLine({ points, closed }: Backdrop[number], map: XyMap): string {
  let path = '';
  for (let i = 0; i < points.length; i += 2) {
    path += `${i === 0 ? 'M' : 'L'}${round(map.xScale * points[i] + map.xOffset)} ${round(map.yScale * points[i + 1] + map.yOffset)}`;
  }
  return `<path class="ground" d="${path}${closed ? 'Z' : ''}"/>`;
}

/** A ring where the line starts and a dot where it ends. */
function ends({ x, y }: PlotSeries, index: number, samples: Samples, map: XyMap): string {
  const xs = samples.get(x!.name)!;
  const ys = samples.get(y.name)!;
  const isThere = (_: number, i: number) => Number.isFinite(xs[i] + ys[i]);
  const mark = (i: number, style: string) =>
    i < 0 ? '' : `<circle r="4.5" cx="${round(map.xScale * xs[i] + map.xOffset)}" cy="${round(map.yScale * ys[i] + map.yOffset)}" style="${style}"/>`;
  const colour = `var(--s${(index % 8) + 1})`;
  return mark(xs.findIndex(isThere), `fill:var(--paper);stroke:${colour};stroke-width:2`) + mark(xs.findLastIndex(isThere), `fill:${colour}`);
}

const round = (value: number): number => Math.round(value * 10) / 10;
