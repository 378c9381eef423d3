/** How uPlot shall draw a plot: scales, axes with units, and lines whose paths we trace ourselves from columns of different times. */
import uPlot from 'uplot';
import { formatUnit } from '../../ui/format.ts';
import type { CanvasTheme } from './canvas-theme.ts';
import type { PlotContent, PlotScale } from './plot-lines.ts';
import { AXES } from './plot-lines.ts';
import { tickLabels, timeLabels } from './tick-labels.ts';

const FONT_SIZE = 12;
const LABEL_SIZE = 20;

export interface ChartParts {
  readonly content: PlotContent;
  readonly theme: CanvasTheme;
  readonly width: number;
  readonly height: number;
  rangeOf(scale: string): uPlot.Range.MinMax;
  trace(line: number): Path2D | null;
  /** Beneath the lines. */
  drawBackdrop(chart: uPlot): void;
}

export function chartOptions(parts: ChartParts): uPlot.Options {
  const { content, theme, width, height, rangeOf, trace } = parts;
  const axes = content.scales.slice(0, AXES);
  return {
    width,
    height,
    ms: 1,
    padding: [12, axes.length > 1 ? null : 16, null, axes.length > 0 ? null : 16],
    legend: { show: false },
    cursor: { show: false },
    scales: Object.fromEntries(
      ['x', ...content.scales.map(({ id }) => id)].map((id) => [id, { time: false, range: () => rangeOf(id) }]),
    ),
    axes: [horizontalAxis(content, theme), ...axes.map((scale, i) => verticalAxis(scale, i, content, theme))],
    series: [
      {},
      ...content.lines.map(
        ({ scale, colour, dashed }, i): uPlot.Series => ({
          scale,
          stroke: theme.resolve(colour),
          width: dashed ? 1.5 : 2,
          dash: dashed ? [6, 5] : undefined,
          points: { show: false },
          paths: () => {
            const stroke = trace(i);
            return stroke === null ? null : { stroke };
          },
        }),
      ),
    ],
    hooks: { drawAxes: [parts.drawBackdrop] },
  };
}

const baseAxis = (theme: CanvasTheme): uPlot.Axis => ({
  stroke: theme.muted,
  font: `${FONT_SIZE}px ${theme.family}`,
  labelFont: `500 ${FONT_SIZE}px ${theme.family}`,
  labelSize: LABEL_SIZE,
  labelGap: 0,
  gap: 5,
  ticks: { show: false },
  grid: { stroke: theme.grid, width: 1 },
});

function horizontalAxis({ x }: PlotContent, theme: CanvasTheme): uPlot.Axis {
  const isTime = x === undefined;
  return {
    ...baseAxis(theme),
    scale: 'x',
    size: 26,
    label: isTime ? 'time [s]' : named(x.address, x.unit),
    space: isTime ? 80 : 70,
    values: (_chart, splits, _axis, _space, distance) => (isTime ? timeLabels : tickLabels)(splits, distance),
  };
}

function verticalAxis({ id, unit }: PlotScale, index: number, content: PlotContent, theme: CanvasTheme): uPlot.Axis {
  const shown = content.lines.filter((line) => line.scale === id && !line.dashed);
  const alone = shown.length === 1 ? shown[0] : undefined;
  return {
    ...baseAxis(theme),
    scale: id,
    side: index === 0 ? 3 : 1,
    // one line of an axis of two: the axis has its colour
    stroke: alone !== undefined && content.scales.length > 1 ? theme.resolve(alone.colour) : theme.muted,
    grid: { show: index === 0, stroke: theme.grid, width: 1 },
    label: alone !== undefined ? named(alone.address, unit) : unit === '' ? 'value' : `[${formatUnit(unit)}]`,
    space: 34,
    size: (_chart, labels) => 14 + 7 * Math.max(4, ...(labels ?? []).map((label) => label.length)),
    values: (_chart, splits, _axis, _space, distance) => tickLabels(splits, distance),
  };
}

/** The last parts of an address say enough beside an axis. */
function named(address: string, unit: string): string {
  const name = address.length > 28 ? `…${address.slice(-26)}` : address;
  return unit === '' ? name : `${name} [${formatUnit(unit)}]`;
}
