/**
 * What is printed on a board, as a function of the place on it: grey levels of paper, ink and whatever lies around.
 *
 * The paper has a margin of one square. ChArUco markers sit in the middle of the light squares, numbered row by row; their
 * bits come from the dictionary, a dark border of one bit around them.
 */
import type { Board, CharucoBoard } from './board.ts';

export interface BoardPattern {
  /** Grey level at a place in the board's frame [m]. */
  readonly shade: (x: number, y: number) => number;
  readonly surroundings: number;
  /** The paper's first corner and its size [m]. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A marker's modules row by row with its border, 0 dark, 1 light. */
export interface MarkerBits {
  readonly size: number;
  readonly modules: readonly Uint8Array[];
}

const INK = 25;
const PAPER = 225;
const SURROUNDINGS = 105;

export function boardPattern(board: Board, markers?: MarkerBits): BoardPattern {
  const { columns, rows, square } = board;
  const width = (columns + 3) * square;
  const height = (rows + 3) * square;
  const shade = (x: number, y: number): number => {
    const i = Math.floor(x / square);
    const j = Math.floor(y / square);
    if (i < -2 || j < -2 || i > columns || j > rows) return SURROUNDINGS;
    if (i < -1 || j < -1 || i >= columns || j >= rows) return PAPER;
    if ((i + j) % 2 === 0) return INK;
    return board.kind === 'charuco' && markers !== undefined ? markerShade(board, markers, x, y, i, j) : PAPER;
  };
  return { shade, surroundings: SURROUNDINGS, left: -2 * square, top: -2 * square, width, height };
}

function markerShade(
  { columns, square, marker }: CharucoBoard,
  { size, modules }: MarkerBits,
  x: number,
  y: number,
  i: number,
  j: number,
): number {
  const margin = (square - marker) / 2;
  const column = Math.floor(((x - i * square - margin) / marker) * size);
  const row = Math.floor(((y - j * square - margin) / marker) * size);
  if (column < 0 || row < 0 || column >= size || row >= size) return PAPER;
  // light squares before this one, counted from the first square at (−1, −1)
  const before = Math.floor(((j + 1) * (columns + 1) + i + 1) / 2);
  return modules[before][row * size + column] === 0 ? INK : PAPER;
}
