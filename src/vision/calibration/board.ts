/**
 * Calibration boards: what is printed, and where its inner corners are.
 *
 * The board's frame has its origin at the first inner corner, x along a row of corners, y from row to row and z into the
 * board, so that it looks like a picture: x right, y down. The square that touches the first inner corner from outside
 * (towards −x, −y) is dark. Corners are numbered row by row.
 *
 * A chessboard is named by its inner corners (9x6 has 10 × 7 squares), a ChArUco board by its squares, as in OpenCV.
 */
import { InputError, quote } from '../../core/input-error.ts';

interface Chessboard {
  readonly kind: 'chessboard';
  /** Inner corners along x and along y. */
  readonly columns: number;
  readonly rows: number;
  /** Side of a square [m]. */
  readonly square: number;
}

export interface CharucoBoard {
  readonly kind: 'charuco';
  readonly columns: number;
  readonly rows: number;
  readonly square: number;
  /** Side of a marker [m], less than a square. */
  readonly marker: number;
  /** Name of a dictionary predefined by OpenCV, such as DICT_4X4_50. */
  readonly dictionary: string;
}

/** Either board; columns and rows always count inner corners. */
export type Board = Chessboard | CharucoBoard;

/** `9x6` as [9, 6]. */
export function parseSize(text: string, option: string, least: number): [number, number] {
  const match = /^(\d+)\s*[x×*]\s*(\d+)$/i.exec(text.trim());
  if (match === null) throw new InputError(option, `expected two whole numbers such as 9x6, got ${quote(text)}`);
  const size: [number, number] = [Number(match[1]), Number(match[2])];
  if (Math.min(...size) < least)
    throw new InputError(option, `expected at least ${least}x${least}, got ${quote(text)}`);
  if (Math.max(...size) > 10_000) throw new InputError(option, `expected at most 10000x10000, got ${quote(text)}`);
  return size;
}

/** Inner corners in the board's frame, x and y in turn [m]. */
export function boardCorners({ columns, rows, square }: Board): Float64Array {
  const points = new Float64Array(2 * columns * rows);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      points[2 * (j * columns + i)] = i * square;
      points[2 * (j * columns + i) + 1] = j * square;
    }
  }
  return points;
}

/** Corners of a board found in one picture: where they are on the board [m] and in the picture [px], pair by pair. */
export interface BoardView {
  readonly board: Float64Array;
  readonly image: Float64Array;
  /** Number of each corner on its board. */
  readonly ids: Int32Array;
}

/** A view of the whole board. */
export const wholeBoardView = (board: Board, image: Float64Array): BoardView => ({
  board: boardCorners(board),
  image,
  ids: Int32Array.from({ length: board.columns * board.rows }, (_, i) => i),
});
