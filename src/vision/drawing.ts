/** Lines and boxes in a picture of three channels. What lies outside is left out. */
import type { GroundGrid } from '../camera-model/birds-eye.ts';
import { columnOfY, rowOfX } from '../camera-model/birds-eye.ts';
import { valueAt } from './lane/polynomial-fit.ts';

export interface Canvas {
  readonly data: Uint8Array;
  readonly columns: number;
  readonly rows: number;
}

/** Red, green, blue, 0 to 255. */
export type Ink = readonly [number, number, number];

export function setPixel({ data, columns, rows }: Canvas, column: number, row: number, ink: Ink): void {
  if (column < 0 || column >= columns || row < 0 || row >= rows) return;
  const at = 3 * (row * columns + column);
  data[at] = ink[0];
  data[at + 1] = ink[1];
  data[at + 2] = ink[2];
}

/** The outline of a box. */
export function drawBox(canvas: Canvas, column: number, row: number, width: number, height: number, ink: Ink): void {
  for (let c = column; c < column + width; c++) {
    setPixel(canvas, c, row, ink);
    setPixel(canvas, c, row + height - 1, ink);
  }
  for (let r = row; r < row + height; r++) {
    setPixel(canvas, column, r, ink);
    setPixel(canvas, column + width - 1, r, ink);
  }
}

/** y(x) from xMin to xMax, two pixels thick, without holes where it is steep. */
export function drawPolynomial(
  canvas: Canvas,
  grid: GroundGrid,
  c: ArrayLike<number>,
  xMin: number,
  xMax: number,
  ink: Ink,
): void {
  const last = Math.min(canvas.rows - 1, Math.round(rowOfX(grid, xMin)));
  const first = Math.max(0, Math.round(rowOfX(grid, xMax)));
  const columnAt = (row: number) =>
    Math.round(columnOfY(grid, valueAt(c, (grid.bottomRow - row) / grid.rowScale + grid.bias)));
  for (let row = first; row <= last; row++) {
    const here = columnAt(row);
    const next = columnAt(Math.min(last, row + 1));
    const from = Math.max(0, Math.min(here, next));
    const to = Math.min(canvas.columns - 1, Math.max(here, next) + 1);
    for (let column = from; column <= to; column++) setPixel(canvas, column, row, ink);
  }
}
