/**
 * Occupancy grid of log-odds, as Hector keeps it.
 *
 *   ℓ = ln(p / (1 − p)),   p = 1 / (1 + e^(−ℓ)),   ℓ = 0 where nothing is known
 *
 * Cell (i, j) is centred at (originX + i·r, originY + j·r) [m], so that a point belongs to the cell it rounds to and bilinear
 * interpolation runs between whole coordinates. Log-odds are whole numbers of 1/256: a table turns them into probabilities, and a
 * state that holds a grid stays small.
 *
 * Reference: Kohlbrecher et al., SSRR 2011. Differs: log-odds of 16 bits, saturating at both ends.
 */
import { exp } from '../../math/exponential.ts';

export interface OccupancyGrid {
  /** Side of a cell [m]. */
  readonly resolution: number;
  /** Centre of the first cell [m]. */
  originX: number;
  originY: number;
  width: number;
  height: number;
  /** Log-odds times 256, row by row. */
  cells: Int16Array;
}

/** Log-odds in cells are whole numbers of this. */
export const LOG_ODDS_UNIT = 1 / 256;

export function createGrid(
  resolution: number,
  originX: number,
  originY: number,
  width: number,
  height: number,
): OccupancyGrid {
  prepareProbabilities();
  return { resolution, originX, originY, width, height, cells: new Int16Array(width * height) };
}

/** Probabilities of all 65536 values of a cell, from −32768 on; filled before the first grid is made. */
export const PROBABILITY = new Float32Array(65536);

/** Fills the table, once: whoever never maps does not pay for it. */
export function prepareProbabilities(): void {
  if (PROBABILITY[PROBABILITY_OFFSET] !== 0) return;
  for (let i = 0; i < PROBABILITY.length; i++)
    PROBABILITY[i] = 1 / (1 + exp(-(i - PROBABILITY_OFFSET) * LOG_ODDS_UNIT));
}

/** Index of the entry of log-odds 0. */
export const PROBABILITY_OFFSET = 32768;

/** Probability that the cell at (i, j) is occupied; ½ outside. */
export const probabilityAt = (grid: OccupancyGrid, i: number, j: number): number =>
  i < 0 || j < 0 || i >= grid.width || j >= grid.height
    ? 0.5
    : PROBABILITY[grid.cells[j * grid.width + i] + PROBABILITY_OFFSET];

/** Cells that are added beyond what is asked for, so that growing stays rare. */
const GROWTH_MARGIN = 64;

/** No map is larger: a pose that a damaged log puts a thousand kilometres away does not take all memory. */
const MOST_CELLS = 1 << 26;

/** Makes room for the rectangle [m]; what the grid holds stays where it is. One that would become too large stays as it is. */
export function growGrid(grid: OccupancyGrid, minX: number, minY: number, maxX: number, maxY: number): void {
  const { resolution, originX, originY, width, height } = grid;
  const left = cellsBefore(originX - minX, resolution);
  const bottom = cellsBefore(originY - minY, resolution);
  const right = cellsBefore(maxX - (originX + (width - 1) * resolution), resolution);
  const top = cellsBefore(maxY - (originY + (height - 1) * resolution), resolution);
  if (left + bottom + right + top === 0) return;
  const newWidth = width + left + right;
  if (!(newWidth * (height + bottom + top) <= MOST_CELLS)) return;
  const cells = new Int16Array(newWidth * (height + bottom + top));
  for (let j = 0; j < height; j++)
    cells.set(grid.cells.subarray(j * width, (j + 1) * width), (j + bottom) * newWidth + left);
  grid.cells = cells;
  grid.originX = originX - left * resolution;
  grid.originY = originY - bottom * resolution;
  grid.width = newWidth;
  grid.height = height + bottom + top;
}

const cellsBefore = (distance: number, resolution: number): number => {
  const cells = Math.ceil(distance / resolution) + 2;
  return cells <= 2 ? 0 : cells + GROWTH_MARGIN;
};
