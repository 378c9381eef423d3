/** Layers stacked over time as SVG, such as the hops of a latency, with a limit across. */
import { axes, clipped, colour, INNER_WIDTH, MARGIN, mapTo, rangeOf, round, svgFrame } from './chart-axes.ts';
import { chartFigure } from './chart.ts';

export interface StackChart {
  readonly title: string;
  readonly doc?: string;
  /** Labels with units. */
  readonly x: string;
  readonly y: string;
  readonly names: readonly string[];
  readonly times: readonly number[];
  /** By time, then layer, from the bottom up. */
  readonly layers: readonly (readonly number[])[];
  readonly limit?: number;
}

const HEIGHT = 260;

export function stackChart(chart: StackChart): string {
  const { title, names, times, limit } = chart;
  const steps = peaks(chart);
  const sums = steps.map(({ row }) => row.reduce<number[]>((all, value) => [...all, (all.at(-1) ?? 0) + value], []));
  const top = rangeOf([sums.map((row) => row.at(-1) ?? 0), [0, limit ?? 0]])[1];
  const [xRange, yRange] = [rangeOf([times]), [0, top] as const];
  const map = mapTo(xRange, yRange, HEIGHT);
  const at = (time: number, value: number) =>
    `${round(map.xScale * time + map.xOffset)} ${round(map.yScale * value + map.yOffset)}`;
  const areas = names.map((_, layer) => {
    const upper = steps.map(({ time }, i) => at(time, sums[i][layer]));
    const lower = steps.map(({ time }, i) => at(time, layer === 0 ? 0 : sums[i][layer - 1])).reverse();
    return `<path style="fill:${colour(layer)};opacity:0.75" d="M${[...upper, ...lower].join('L')}Z"/>`;
  });
  const limitLine =
    limit === undefined
      ? ''
      : `<path style="stroke:var(--bad);stroke-width:1.6;stroke-dasharray:6 4;fill:none" d="M${MARGIN.left} ${round(map.yScale * limit + map.yOffset)}h${INNER_WIDTH}"/>`;
  const parts = [...axes(map, xRange, yRange, HEIGHT, chart), clipped(areas.join('') + limitLine, HEIGHT)];
  return chartFigure(chart, svgFrame(`${title}: ${names.join(', ')}`, HEIGHT, parts), names);
}

/** So many columns at most, each the highest stack of its share of time. */
function peaks({ times, layers }: StackChart): { time: number; row: readonly number[] }[] {
  const share = Math.max(1, Math.ceil(times.length / (INNER_WIDTH / 2)));
  const height = (row: readonly number[]) => row.reduce((sum, value) => sum + value, 0);
  return Array.from({ length: Math.ceil(times.length / share) }, (_, k) => {
    let best = k * share;
    for (let i = best; i < Math.min(times.length, (k + 1) * share); i++)
      if (height(layers[i]) > height(layers[best])) best = i;
    return { time: times[best], row: layers[best] };
  });
}
