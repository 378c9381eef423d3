/** Ranges of axes: what they have to show, and how zooming and panning change them. */

export type Range = readonly [min: number, max: number];

/** The least and greatest finite value of samples `from` to before `to`, widened from `start`; undefined when there is none. */
export function extent(values: ArrayLike<number>, from = 0, to = values.length, start?: Range): Range | undefined {
  let min = start?.[0] ?? Infinity;
  let max = start?.[1] ?? -Infinity;
  for (let i = from; i < to; i++) {
    const value = values[i];
    if (value < min && value > -Infinity) min = value;
    if (value > max && value < Infinity) max = value;
  }
  return min <= max ? [min, max] : undefined;
}

/** With some room on both sides; a constant gets room to see that it is one. */
export function padded(range: Range | undefined, share = 0.06): Range {
  if (range === undefined) return [-1, 1];
  const [min, max] = range;
  const size = Math.max(Math.abs(min), Math.abs(max));
  // what is smaller than this is rounding
  if (max - min <= size * 1e-9) return size === 0 ? [-1, 1] : [min - 0.1 * size, max + 0.1 * size];
  const room = (max - min) * share;
  return [min - room, max + room];
}

/** By a factor (below 1 comes closer) about a value that stays where it is. */
export const zoomed = ([min, max]: Range, about: number, factor: number): Range => [
  about - (about - min) * factor,
  about + (max - about) * factor,
];

export const shifted = ([min, max]: Range, by: number): Range => [min + by, max + by];

/** Widens one of two ranges so that a unit is as long on both axes of a picture of this size; middles stay. */
export function equalised(x: Range, y: Range, width: number, height: number): [x: Range, y: Range] {
  const perPixelX = (x[1] - x[0]) / width;
  const perPixelY = (y[1] - y[0]) / height;
  return perPixelX > perPixelY ? [x, widened(y, perPixelX * height)] : [widened(x, perPixelY * width), y];
}

function widened([min, max]: Range, size: number): Range {
  const middle = (min + max) / 2;
  return [middle - size / 2, middle + size / 2];
}

/** Too close to tell numbers apart. */
export const isTooClose = ([min, max]: Range): boolean =>
  !(max - min > Math.max(Math.abs(min), Math.abs(max), 1e-6) * 1e-10);
