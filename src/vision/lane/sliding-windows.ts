/**
 * Sliding windows as MonoSIM's released lane detector has them.
 *
 *   seeds     the fullest column of the lower half of the mask, left and right of the middle; the first of equals
 *   windows   height h = ⌊(rows/2) / count⌋; window k = 1 … count − 1 spans rows [rows − (k+1) h, rows − k h) and
 *             columns [c − margin, c + margin); the lowest, k = 0, is left out as in the released code
 *   centring  c ← ⌊mean column⌋ of the painted pixels when there are more than `minPixels`
 *
 * All painted pixels of the windows count. They come as one point per row and line, with the number of pixels as weight
 * and their mean column, which gives the same least squares.
 * Checked against: an independent version in numpy and OpenCV.
 */
import { xOfRow, yOfColumn } from '../../camera-model/birds-eye.ts';
import type { WeightedPoints } from './polynomial-fit.ts';
import { addPoint, weightedPoints } from './polynomial-fit.ts';
import type { ViewStages } from './view-stages.ts';

export interface WindowParams {
  readonly count: number;
  readonly margin: number;
  readonly minPixels: number;
}

export interface WindowLine {
  /** One point per row with paint, in metres. */
  readonly points: WeightedPoints;
  /** Windows with more than `minPixels`. */
  filled: number;
}

export interface WindowSearch {
  readonly left: WindowLine;
  readonly right: WindowLine;
  /** Column, row, width, height of each window, left and right in turn [px]. */
  readonly windows: Uint16Array;
}

export function createWindowSearch(rows: number, params: WindowParams): WindowSearch {
  const line = () => ({ points: weightedPoints(rows), filled: 0 });
  return { left: line(), right: line(), windows: new Uint16Array(8 * (params.count - 1)) };
}

const windowHeight = (rows: number, params: WindowParams): number => Math.floor(Math.floor(rows / 2) / params.count);

/** The first row that seeds or windows look at. */
export const firstRowOfSearch = (rows: number, params: WindowParams): number =>
  Math.min(Math.floor(rows / 2), rows - params.count * windowHeight(rows, params));

/** Searches the mask of the stages. */
export function slideWindows(stages: ViewStages, params: WindowParams, search: WindowSearch): void {
  const { rows, columns } = stages.grid;
  const middle = Math.floor(columns / 2);
  stages.countColumns(Math.floor(rows / 2), rows);
  const left = fullestColumn(stages.columnCounts, 0, middle);
  const right = fullestColumn(stages.columnCounts, middle, columns);
  slide(stages, params, left, search.left, search.windows, 0);
  slide(stages, params, right, search.right, search.windows, 4);
}

function fullestColumn(counts: Uint16Array, from: number, to: number): number {
  let best = from;
  for (let column = from + 1; column < to; column++) if (counts[column] > counts[best]) best = column;
  return best;
}

function slide(
  stages: ViewStages,
  params: WindowParams,
  seed: number,
  line: WindowLine,
  windows: Uint16Array,
  offset: number,
): void {
  const { rows } = stages.grid;
  const { margin } = params;
  const height = windowHeight(rows, params);
  let centre = seed;
  line.points.count = 0;
  line.filled = 0;
  for (let k = 1; k < params.count; k++) {
    const top = rows - (k + 1) * height;
    const box = 8 * (k - 1) + offset;
    windows[box] = Math.max(0, centre - margin);
    windows[box + 1] = top;
    windows[box + 2] = 2 * margin;
    windows[box + 3] = height;
    stages.sumWindow(top, top + height, centre - margin, centre + margin);
    centre = collect(stages, params, top, height, line, centre);
  }
}

/** Adds the rows of a window to the line; returns the centre of the next one. */
function collect(
  stages: ViewStages,
  params: WindowParams,
  top: number,
  height: number,
  line: WindowLine,
  centre: number,
): number {
  const { grid, rowSums } = stages;
  let pixels = 0;
  let columns = 0;
  for (let i = 0; i < height; i++) {
    const count = rowSums[2 * i];
    if (count === 0) continue;
    pixels += count;
    columns += rowSums[2 * i + 1];
    addPoint(line.points, xOfRow(grid, top + i), yOfColumn(grid, rowSums[2 * i + 1] / count), count);
  }
  if (pixels <= params.minPixels) return centre;
  line.filled++;
  return Math.floor(columns / pixels);
}
