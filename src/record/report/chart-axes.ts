/** Scales, ticks and axes of charts drawn as SVG. */
import { xmlText } from './xml-text.ts';

export type Range = readonly [low: number, high: number];

/** How data become pixels: px = scale · value + offset. */
export interface XyMap {
  readonly xScale: number;
  readonly xOffset: number;
  readonly yScale: number;
  readonly yOffset: number;
}

const CHART_WIDTH = 960;
export const MARGIN = { left: 64, right: 16, top: 12, bottom: 48 };
export const INNER_WIDTH = CHART_WIDTH - MARGIN.left - MARGIN.right;

/** The range of all finite values, with a margin. */
export function rangeOf(columns: Iterable<Iterable<number>>): Range {
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
export function equalised(x: Range, y: Range, shape: number): [Range, Range] {
  const width = Math.max(x[1] - x[0], (y[1] - y[0]) / shape);
  return [widened(x, width), widened(y, width * shape)];
}

const widened = ([low, high]: Range, size: number): Range => [(low + high - size) / 2, (low + high + size) / 2];

/** The map from these ranges to a plot of this height. */
export function mapTo(x: Range, y: Range, innerHeight: number): XyMap {
  const xScale = INNER_WIDTH / (x[1] - x[0]);
  const yScale = -innerHeight / (y[1] - y[0]);
  return { xScale, xOffset: MARGIN.left - x[0] * xScale, yScale, yOffset: MARGIN.top - y[1] * yScale };
}

export interface AxisLabels {
  readonly x: string;
  readonly y: string;
}

/** Grid lines, their numbers and the labels of both axes; `equal` gives both the same step. */
export function axes(map: XyMap, x: Range, y: Range, innerHeight: number, labels: AxisLabels, equal = false): string[] {
  const bottom = MARGIN.top + innerHeight;
  const step = equal ? tickStep(x, 14) : 0;
  const xTicks = ticks(x, step || tickStep(x, 12)).map((value) => {
    const at = round(map.xScale * value + map.xOffset);
    return `<path class="grid" d="M${at} ${MARGIN.top}V${round(bottom)}"/><text x="${at}" y="${round(bottom + 18)}" text-anchor="middle">${tickText(value)}</text>`;
  });
  const yTicks = ticks(y, step || tickStep(y, 6)).map((value) => {
    const at = round(map.yScale * value + map.yOffset);
    return `<path class="grid" d="M${MARGIN.left} ${at}H${CHART_WIDTH - MARGIN.right}"/><text x="${MARGIN.left - 8}" y="${round(at + 4)}" text-anchor="end">${tickText(value)}</text>`;
  });
  return [...xTicks, ...yTicks, ...axisLabels(labels, innerHeight)];
}

export function axisLabels({ x, y }: AxisLabels, innerHeight: number): string[] {
  const middle = round(MARGIN.top + innerHeight / 2);
  return [
    `<text class="axis" x="${MARGIN.left + INNER_WIDTH / 2}" y="${round(MARGIN.top + innerHeight + 40)}" text-anchor="middle">${xmlText(x)}</text>`,
    `<text class="axis" transform="translate(16 ${middle}) rotate(-90)" text-anchor="middle">${xmlText(y)}</text>`,
  ];
}

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
export const tickText = (value: number): string => String(Number(value.toPrecision(10))).replace('-', '−');

export const round = (value: number): number => Math.round(value * 10) / 10;

/** Points closer than this to the one before are left out [px]. */
const CLOSEST = 0.4;

/** The path of a line through all finite points. */
export function linePath(xs: ArrayLike<number>, ys: ArrayLike<number>, map: XyMap): string {
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
  return path;
}

/** Things cut off at the edges of the plot. */
export function clipped(content: string, innerHeight: number): string {
  const box = `${MARGIN.left} ${MARGIN.top} ${INNER_WIDTH} ${round(innerHeight)}`;
  const [x, y, width, height] = box.split(' ');
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${box}">${content}</svg>`;
}

export const svgFrame = (label: string, innerHeight: number, parts: readonly string[], name = 'xy'): string =>
  `<svg viewBox="0 0 ${CHART_WIDTH} ${round(innerHeight + MARGIN.top + MARGIN.bottom)}" role="img" aria-label="${xmlText(label)}" class="${name}">${parts.join('')}</svg>`;

export const colour = (index: number): string => `var(--s${(index % 8) + 1})`;
