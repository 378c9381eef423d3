/** Charts for reports over many runs, as SVG: lines, box plots and heat maps. */
import {
  axes,
  axisLabels,
  clipped,
  colour,
  equalised,
  INNER_WIDTH,
  linePath,
  MARGIN,
  mapTo,
  rangeOf,
  round,
  svgFrame,
  tickText,
} from './chart-axes.ts';
import type { Range } from './chart-axes.ts';
import { quantileOfSorted } from '../../math/statistics.ts';
import { xmlText } from './xml-text.ts';
import type { Backdrop } from './xy-drawing.ts';
import { groundLines } from './xy-drawing.ts';

export interface Line {
  readonly name: string;
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  readonly dashed?: boolean;
  /** Points instead of a line. */
  readonly points?: boolean;
}

export interface LineChart {
  readonly title: string;
  readonly doc?: string;
  /** Labels with units. */
  readonly x: string;
  readonly y: string;
  readonly lines: readonly Line[];
  /** Same scale on both axes, as on a map. */
  readonly equal?: boolean;
  /** What to show; everything when absent. */
  readonly xRange?: Range;
  readonly yRange?: Range;
  readonly backdrop?: Backdrop;
  readonly height?: number;
}

export function lineChart(chart: LineChart): string {
  const { title, lines, equal = false, backdrop = [] } = chart;
  let xRange = chart.xRange ?? rangeOf(lines.map(({ x }) => Array.from(x)));
  let yRange = chart.yRange ?? rangeOf(lines.map(({ y }) => Array.from(y)));
  const shape = (yRange[1] - yRange[0]) / (xRange[1] - xRange[0]);
  const height = chart.height ?? (equal ? Math.min(620, Math.max(220, INNER_WIDTH * shape)) : 260);
  if (equal) [xRange, yRange] = equalised(xRange, yRange, height / INNER_WIDTH);
  const map = mapTo(xRange, yRange, height);
  const drawn = lines.map((line, i) =>
    line.points
      ? Array.from(
          line.x,
          (x, k) =>
            `<circle r="3" cx="${round(map.xScale * x + map.xOffset)}" cy="${round(map.yScale * line.y[k] + map.yOffset)}" style="fill:${colour(i)}"/>`,
        ).join('')
      : `<path class="line" style="stroke:${colour(i)}${line.dashed ? ';stroke-dasharray:6 4' : ''}" d="${linePath(line.x, line.y, map)}"/>`,
  );
  const parts = [
    ...axes(map, xRange, yRange, height, chart, equal),
    groundLines(backdrop, map, height),
    clipped(drawn.join(''), height),
  ];
  return chartFigure(
    chart,
    svgFrame(`${title}: ${lines.map(({ name }) => name).join(', ')}`, height, parts),
    lines.map(({ name }) => name),
  );
}

export interface BoxChart {
  readonly title: string;
  readonly doc?: string;
  readonly y: string;
  readonly boxes: readonly { readonly name: string; readonly values: ArrayLike<number> }[];
  readonly yRange?: Range;
}

/** Quartiles as a box, the median as a line, whiskers to the last value within 1.5 box heights, and what lies outside as dots. */
export function boxChart(chart: BoxChart): string {
  const height = 300;
  const sorted = chart.boxes.map(({ values }) => Float64Array.from(values).filter(Number.isFinite).sort());
  const yRange = chart.yRange ?? rangeOf(sorted);
  const map = mapTo([0, chart.boxes.length], yRange, height);
  const at = (value: number) => round(map.yScale * value + map.yOffset);
  const boxes = sorted.map((values, i) => {
    if (values.length === 0) return '';
    const [q1, median, q3] = [0.25, 0.5, 0.75].map((share) => quantileOfSorted(values, share));
    const low = values.find((value) => value >= q1 - 1.5 * (q3 - q1))!;
    const high = values.findLast((value) => value <= q3 + 1.5 * (q3 - q1))!;
    const middle = round(map.xScale * (i + 0.5) + map.xOffset);
    const half = round(Math.min(36, 0.3 * map.xScale));
    const outliers = values.filter((value) => value < low || value > high);
    const step = Math.max(1, Math.floor(outliers.length / 100));
    const dots = [...outliers]
      .filter((_, k) => k % step === 0)
      .map((value) => `<circle r="1.6" cx="${middle}" cy="${at(value)}" style="fill:${colour(i)};opacity:0.5"/>`);
    return (
      `<g style="stroke:${colour(i)};stroke-width:1.6;fill:none"><path d="M${middle} ${at(low)}V${at(q1)}M${middle} ${at(q3)}V${at(high)}M${middle - half / 2} ${at(low)}h${half}M${middle - half / 2} ${at(high)}h${half}"/>` +
      `<rect x="${middle - half}" y="${at(q3)}" width="${2 * half}" height="${Math.max(1, round(at(q1) - at(q3)))}"/><path style="stroke-width:2.6" d="M${middle - half} ${at(median)}h${2 * half}"/></g>${dots.join('')}`
    );
  });
  const names = chart.boxes.map(
    ({ name }, i) =>
      `<text class="axis" x="${round(map.xScale * (i + 0.5) + map.xOffset)}" y="${MARGIN.top + height + 20}" text-anchor="middle">${xmlText(name)}</text>`,
  );
  const grid = axes(map, [0.1, 0.2], yRange, height, { x: '', y: chart.y }).filter(
    (part) => part.includes('H') || part.includes('rotate'),
  );
  return chartFigure(chart, svgFrame(chart.title, height, [...grid, clipped(boxes.join(''), height), ...names]), []);
}

export interface HeatChart {
  readonly title: string;
  readonly doc?: string;
  readonly x: string;
  readonly y: string;
  readonly columns: readonly number[];
  readonly rows: readonly number[];
  /** By row, then column; text in the cell and how good it is, 0 (bad) to 1 (good). */
  readonly cells: readonly (readonly { readonly text: string; readonly good: number }[])[];
}

export function heatChart(chart: HeatChart): string {
  const rowHeight = 34;
  const height = rowHeight * chart.rows.length;
  const width = INNER_WIDTH / chart.columns.length;
  const cells = chart.cells.flatMap((row, r) =>
    row.map(({ text, good }, c) => {
      const x = round(MARGIN.left + c * width);
      const y = round(MARGIN.top + height - (r + 1) * rowHeight);
      const fill = `color-mix(in srgb, var(--good) ${Math.round(100 * good)}%, var(--bad))`;
      return (
        `<rect x="${x}" y="${y}" width="${round(width - 2)}" height="${rowHeight - 2}" style="fill:${fill};opacity:0.75"/>` +
        `<text x="${round(x + width / 2)}" y="${y + rowHeight / 2 + 4}" text-anchor="middle" style="fill:#fff">${xmlText(text)}</text>`
      );
    }),
  );
  const xNames = chart.columns.map(
    (value, c) =>
      `<text x="${round(MARGIN.left + (c + 0.5) * width)}" y="${MARGIN.top + height + 18}" text-anchor="middle">${tickText(value)}</text>`,
  );
  const yNames = chart.rows.map(
    (value, r) =>
      `<text x="${MARGIN.left - 8}" y="${round(MARGIN.top + height - (r + 0.5) * rowHeight + 4)}" text-anchor="end">${tickText(value)}</text>`,
  );
  return chartFigure(
    chart,
    svgFrame(chart.title, height, [...cells, ...xNames, ...yNames, ...axisLabels(chart, height)]),
    [],
  );
}

export function chartFigure(
  { title, doc = '' }: { title: string; doc?: string },
  svg: string,
  names: readonly string[],
): string {
  const legend =
    names.length < 2
      ? ''
      : `<div class="legend">${names.map((name, i) => `<span><i style="border-color:${colour(i)}"></i>${xmlText(name)}</span>`).join('')}</div>`;
  return `<figure><figcaption>${xmlText(title)}${doc === '' ? '' : `<span>${xmlText(doc)}</span>`}</figcaption>${svg}${legend}</figure>`;
}
