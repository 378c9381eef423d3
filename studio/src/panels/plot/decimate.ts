/**
 * Which samples of a line have to be drawn: of every column of pixels the first, the lowest, the highest and the last. The picture
 * is the same as that of all samples, spikes included, and takes at most four points per column.
 *
 * Reference: U. Jugel et al., M4: a visualization-oriented time series data aggregation, VLDB 7 (2014).
 */

export interface DrawnSpan {
  /** Samples from `from` to before `to`, ascending in x. */
  readonly from: number;
  readonly to: number;
  /** Horizontal range that is `columns` pixels wide. */
  readonly xMin: number;
  readonly xMax: number;
  readonly columns: number;
}

/** Room that `decimate` needs for its indices. */
export const decimatedCapacity = (columns: number): number => 4 * (columns + 2);

/** Writes the indices to draw, ascending, and returns how many. Gaps (NaN) survive where they begin or end a column. */
export function decimate(xs: ArrayLike<number>, ys: ArrayLike<number>, span: DrawnSpan, out: Uint32Array): number {
  const { from, to, xMin, xMax, columns } = span;
  let count = 0;
  if (to - from <= 2 * columns) {
    for (let i = from; i < to; i++) out[count++] = i;
    return count;
  }
  const perUnit = columns / (xMax - xMin);
  for (let first = from; first < to; ) {
    const column = columnOf(xs[first], xMin, perUnit, columns);
    let lowest = first;
    let highest = first;
    let last = first;
    while (last + 1 < to && columnOf(xs[last + 1], xMin, perUnit, columns) === column) {
      last++;
      // written so that a number beats NaN
      if (!(ys[last] >= ys[lowest]) && ys[last] === ys[last]) lowest = last;
      if (!(ys[last] <= ys[highest]) && ys[last] === ys[last]) highest = last;
    }
    out[count++] = first;
    const early = Math.min(lowest, highest);
    const late = Math.max(lowest, highest);
    if (early > first && early < last) out[count++] = early;
    if (late > early && late > first && late < last) out[count++] = late;
    if (last > first) out[count++] = last;
    first = last + 1;
  }
  return count;
}

/** All that is left of the range is one column, and all that is right of it another. */
const columnOf = (x: number, xMin: number, perUnit: number, columns: number): number =>
  Math.max(-1, Math.min(columns, Math.floor((x - xMin) * perUnit)));
