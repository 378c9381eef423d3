/** What part of its data a plot shows: everything or a window up to now, unless somebody zoomed. */
import type { PlotContent, Points } from './plot-lines.ts';
import type { PlotSettings } from './plot-settings.ts';
import type { Range } from './ranges.ts';
import { equalised, extent, isTooClose, padded, shifted, zoomed } from './ranges.ts';
import { firstAtLeast, lastAtMost } from './sorted-search.ts';

/** Ranges chosen by hand; undefined where the plot chooses. */
export interface Zoom {
  readonly x?: Range;
  /** By scale. */
  readonly y?: ReadonlyMap<string, Range>;
}

export interface View {
  readonly x: Range;
  readonly scales: ReadonlyMap<string, Range>;
}

/** Polylines beneath the data: x₀, y₀, x₁, y₁ … */
export type Backdrop = readonly { readonly points: Float64Array; readonly closed: boolean }[];

export interface ViewInput {
  readonly content: PlotContent;
  /** Of every line, in their order. */
  readonly points: readonly Points[];
  readonly settings: PlotSettings;
  readonly zoom: Zoom;
  readonly backdrop: Backdrop;
  /** What the player can reach, and where it is [s]. */
  readonly reach: Range;
  readonly now: number;
  /** Pixels of the picture. */
  readonly width: number;
  readonly height: number;
}

/** Less than this of time is not worth a plot [s]. */
const SHORTEST = 0.5;

export function viewOf(input: ViewInput): View {
  return input.content.x === undefined ? timeView(input) : crossView(input);
}

function timeView({ content, points, settings, zoom, reach, now }: ViewInput): View {
  const x = zoom.x ?? timeWindow(settings.window ?? 'all', points, reach, now);
  const scales = new Map(
    content.scales.map(({ id }): [string, Range] => {
      const chosen = zoom.y?.get(id);
      if (chosen !== undefined) return [id, chosen];
      let shown: Range | undefined;
      content.lines.forEach((line, i) => {
        const { times, ys } = points[i];
        // from the sample that is latched at the left edge on
        if (line.scale === id)
          shown = extent(ys, Math.max(0, lastAtMost(times, x[0])), firstAtLeast(times, x[1]) + 1, shown);
      });
      return [id, padded(shown)];
    }),
  );
  return { x, scales };
}

function timeWindow(window: number | 'all', points: readonly Points[], reach: Range, now: number): Range {
  if (window !== 'all') return [now - window, now];
  let [start, end] = reach;
  for (const { times } of points) {
    if (times.length === 0) continue;
    start = Math.min(start, times[0]);
    end = Math.max(end, times[times.length - 1]);
  }
  return [start, Math.max(end, start + SHORTEST)];
}

function crossView({ content, points, settings, zoom, backdrop, now, width, height }: ViewInput): View {
  let across: Range | undefined;
  const up = new Map<string, Range | undefined>();
  const first = content.scales[0]?.id;
  for (const { points: corners } of backdrop) {
    for (let i = 0; i < corners.length; i += 2) {
      across = extent(corners, i, i + 1, across);
      up.set(first, extent(corners, i + 1, i + 2, up.get(first)));
    }
  }
  content.lines.forEach((line, i) => {
    const { times, xs, ys } = points[i];
    const from =
      settings.window === undefined || settings.window === 'all' ? 0 : firstAtLeast(times, now - settings.window);
    across = extent(xs, from, xs.length, across);
    up.set(line.scale, extent(ys, from, ys.length, up.get(line.scale)));
  });
  let x = zoom.x ?? padded(across);
  const scales = new Map(content.scales.map(({ id }): [string, Range] => [id, zoom.y?.get(id) ?? padded(up.get(id))]));
  if (settings.equal === true && first !== undefined && width > 0 && height > 0) {
    const [equalX, equalY] = equalised(x, scales.get(first)!, width, height);
    x = equalX;
    scales.set(first, equalY);
  }
  return { x, scales };
}

/** A rectangle of the picture as shares of its width and height, from the lower left. */
export interface Rectangle {
  readonly x: Range;
  readonly y: Range;
}

const within = ([min, max]: Range, [from, to]: Range): Range => [min + (max - min) * from, min + (max - min) * to];

/** So that a rectangle fills the picture; a side that is undefined stays as it is. */
export function zoomInto(view: View, zoom: Zoom, { x, y }: Partial<Rectangle>): Zoom {
  const next: Zoom = {
    x: x === undefined ? zoom.x : within(view.x, x),
    y: y === undefined ? zoom.y : new Map([...view.scales].map(([id, range]) => [id, within(range, y)])),
  };
  return isUsable(next) ? next : zoom;
}

/** Closer (factor below 1) or farther about a point of the picture, as shares of it. */
export function zoomAbout(
  view: View,
  zoom: Zoom,
  about: { readonly x?: number; readonly y?: number },
  factor: number,
): Zoom {
  const near = (range: Range, share: number) => zoomed(range, range[0] + (range[1] - range[0]) * share, factor);
  const next: Zoom = {
    x: about.x === undefined ? zoom.x : near(view.x, about.x),
    y: about.y === undefined ? zoom.y : new Map([...view.scales].map(([id, range]) => [id, near(range, about.y!)])),
  };
  return isUsable(next) ? next : zoom;
}

/** By shares of the picture. */
export function pan(view: View, zoom: Zoom, by: { readonly x?: number; readonly y?: number }): Zoom {
  const moved = (range: Range, share: number) => shifted(range, (range[1] - range[0]) * share);
  return {
    x: by.x === undefined ? zoom.x : moved(view.x, by.x),
    y: by.y === undefined ? zoom.y : new Map([...view.scales].map(([id, range]) => [id, moved(range, by.y!)])),
  };
}

const isUsable = ({ x, y }: Zoom): boolean =>
  !(x !== undefined && isTooClose(x)) && ![...(y?.values() ?? [])].some(isTooClose);
