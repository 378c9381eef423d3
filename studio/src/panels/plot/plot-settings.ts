/** What a plot panel remembers. */
import type { ScenarioView } from '../../players/player.ts';

export interface PlotSettings {
  /** `block.port.field` where the topic is a signal of a scenario, else `topicId:field`. */
  series?: readonly string[];
  /** A field on the horizontal axis instead of time. */
  x?: string;
  /** One metre to the right is as long as one metre up. */
  equal?: boolean;
  /** Draws the track of the world beneath. */
  track?: boolean;
  /** Seconds up to now, or everything. */
  window?: number | 'all';
  title?: string;
}

export const WINDOWS: readonly (number | 'all')[] = ['all', 5, 10, 30, 60, 300];

export const windowLabel = (window: number | 'all' = 'all'): string =>
  window === 'all' ? 'All time' : window < 60 ? `Last ${window} s` : `Last ${window / 60} min`;

export const settingsOfPreset = ({ title, x, y, equal, track }: ScenarioView['plots'][number]): PlotSettings => ({
  title,
  series: [...y],
  ...(x === undefined ? {} : { x }),
  equal,
  track,
  window: 'all',
});

/** A plot over time with more series; undefined where one thing is plotted over another, or more than series is wanted. */
export function withSeries(own: PlotSettings, wanted: PlotSettings): PlotSettings | undefined {
  if (own.x !== undefined || wanted.series === undefined || Object.keys(wanted).length > 1) return undefined;
  return { ...own, series: [...new Set([...(own.series ?? []), ...wanted.series])] };
}

export function plotTitle({ title, series = [], x }: PlotSettings): string {
  if (title !== undefined && title !== '') return title;
  if (series.length === 0) return 'Plot';
  const more = series.length > 1 ? ` + ${series.length - 1}` : '';
  return `${series[0]}${more}${x === undefined ? '' : ` over ${x}`}`;
}
