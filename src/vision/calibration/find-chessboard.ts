/**
 * Chessboard corners in a grey picture: saddle points → links → lattice of the asked size → order → sub-pixel positions.
 *
 * Order: row by row, as the board's frame in `board.ts` has it. When columns and rows are not both even or both odd, the
 * dark square at the first corner tells the two ways round apart, whatever the camera's roll. Otherwise a half turn looks
 * the same, and the way round with the first corner nearest the top left is taken.
 *
 * Pictures larger than about a thousand pixels are searched at half, a quarter … of their size first, blurred ones end
 * there; positions always come from the full picture.
 *
 * Needs the whole board in the picture, with a light margin around it, and squares of about 9 px or more.
 * Checked against: rendered pictures of known truth, and OpenCV's findChessboardCorners with cornerSubPix on the same pictures.
 */
import type { Board } from './board.ts';
import { linkCorners } from './corner-links.ts';
import type { Lattice } from './corner-lattice.ts';
import { fitBoard, latticesOf, quarterTurn } from './corner-lattice.ts';
import { refineCorners } from './corner-refinement.ts';
import type { GreyImage } from './grey-image.ts';
import { halve, sampleAt, smooth } from './grey-image.ts';
import { findSaddlePoints } from './saddle-points.ts';

/** Corners in order, u and v in turn [px]; null when the picture does not show the whole board. */
export function findChessboard(
  image: GreyImage,
  { columns, rows }: Pick<Board, 'columns' | 'rows'>,
): Float64Array | null {
  for (const { picture, shift, scale, sigma } of searches(image)) {
    const lattice = findLattice(picture, columns, rows, sigma);
    if (lattice === null) continue;
    const corners = new Float64Array(2 * columns * rows);
    for (let n = 0; n < columns * rows; n++) {
      corners[2 * n] = scale * lattice.corners[n]!.u + shift;
      corners[2 * n + 1] = scale * lattice.corners[n]!.v + shift;
    }
    refineCorners(image, corners, columns, rows);
    return corners;
  }
  return null;
}

interface Search {
  readonly picture: GreyImage;
  /** Full coordinates are scale · (u, v) + shift. */
  readonly scale: number;
  readonly shift: number;
  readonly sigma: number;
}

/** Sizes and smoothings in the order in which they are tried. */
function searches(image: GreyImage): Search[] {
  const levels: Omit<Search, 'sigma'>[] = [{ picture: image, scale: 1, shift: 0 }];
  for (
    let last = levels[0];
    Math.max(last.picture.width, last.picture.height) >= 320;
    last = levels[levels.length - 1]
  ) {
    levels.push({ picture: halve(last.picture), scale: 2 * last.scale, shift: last.shift + last.scale / 2 });
  }
  const comfortable = Math.max(
    0,
    levels.findIndex(({ picture }) => Math.max(picture.width, picture.height) <= 1100),
  );
  const order = [...levels.slice(comfortable), ...levels.slice(0, comfortable).reverse()];
  return order.flatMap((level, n) => (n === 0 ? [1.5, 1, 2.2] : [1.5, 1]).map((sigma) => ({ ...level, sigma })));
}

function findLattice(picture: GreyImage, columns: number, rows: number, sigma: number): Lattice | null {
  const smoothed = smooth(picture, sigma);
  const points = findSaddlePoints(smoothed, sigma, 3 * columns * rows + 200);
  if (points.length < 0.6 * columns * rows) return null;
  for (const lattice of latticesOf(points, linkCorners(smoothed, points)).slice(0, 3)) {
    const board = fitBoard(smoothed, lattice, columns, rows, sigma);
    if (board !== null) return orient(smoothed, board);
  }
  return null;
}

/** The way round in which the first corner touches a dark square, or else is nearest the top left. */
function orient(smoothed: GreyImage, lattice: Lattice): Lattice {
  const half = quarterTurn(quarterTurn(lattice));
  const turned =
    lattice.columns === lattice.rows ? [lattice, quarterTurn(lattice), half, quarterTurn(half)] : [lattice, half];
  const dark = turned.filter((way) => firstSquareIsDark(smoothed, way));
  const ways = dark.length > 0 ? dark : turned;
  const corner = ({ corners }: Lattice) => corners[0]!.u + corners[0]!.v;
  return ways.reduce((best, way) => (corner(way) < corner(best) ? way : best));
}

/** Squares with an even i + j, between corners, are darker than the others. */
function firstSquareIsDark(smoothed: GreyImage, { columns, rows, corners }: Lattice): boolean {
  const sums = [0, 0];
  const counts = [0, 0];
  for (let j = 0; j < rows - 1; j++) {
    for (let i = 0; i < columns - 1; i++) {
      const n = j * columns + i;
      const around = [corners[n]!, corners[n + 1]!, corners[n + columns]!, corners[n + columns + 1]!];
      const centre = (of: 'u' | 'v') => around.reduce((sum, corner) => sum + corner[of], 0) / 4;
      sums[(i + j) % 2] += sampleAt(smoothed, centre('u'), centre('v'));
      counts[(i + j) % 2]++;
    }
  }
  return sums[0] * counts[1] < sums[1] * counts[0];
}
