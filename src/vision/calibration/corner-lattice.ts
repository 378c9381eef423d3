/**
 * Corners on an integer lattice: the largest set of linked corners, numbered by walking along their links, cut to the size
 * asked for and completed where single corners are missing.
 *
 * Edges of every corner are numbered clockwise on the screen, so walking +i, +j, −i, −j means edges k, k+1, k+2, k+3 with a
 * k of each corner's own: the lattice always has the handedness of the picture (x right, y down).
 */
import type { CornerLinks } from './corner-links.ts';
import { isEdge } from './corner-links.ts';
import type { GreyImage } from './grey-image.ts';
import type { SaddlePoint } from './saddle-points.ts';
import { saddleNear } from './saddle-points.ts';

export interface Lattice {
  readonly columns: number;
  readonly rows: number;
  /** Row by row; null where no corner was seen. */
  readonly corners: (SaddlePoint | null)[];
}

const STEP_I = [1, 0, -1, 0];
const STEP_J = [0, 1, 0, -1];

interface Cell {
  readonly i: number;
  readonly j: number;
  readonly point: number;
}

/** Sets of linked corners as lattices, largest first. */
export function latticesOf(points: readonly SaddlePoint[], links: CornerLinks): Lattice[] {
  const seen = new Set<number>();
  const groups: Cell[][] = [];
  for (const point of points.keys()) if (!seen.has(point)) groups.push(walk(point, links, seen));
  return groups.sort((a, b) => b.length - a.length).map((cells) => toLattice(cells, points));
}

/** Numbers everything that can be reached from one corner; what contradicts an earlier number is left out. */
function walk(seed: number, links: CornerLinks, seen: Set<number>): Cell[] {
  const cells: Cell[] = [{ i: 0, j: 0, point: seed }];
  const firstEdge = new Map([[seed, 0]]);
  const taken = new Set(['0,0']);
  seen.add(seed);
  for (let next = 0; next < cells.length; next++) {
    const { i, j, point } = cells[next];
    for (let k = 0; k < 4; k++) {
      const link = links[point][(firstEdge.get(point)! + k) % 4];
      const key = `${i + STEP_I[k]},${j + STEP_J[k]}`;
      if (link === null || seen.has(link.to) || taken.has(key)) continue;
      seen.add(link.to);
      taken.add(key);
      // the edge back is direction k + 2 there
      firstEdge.set(link.to, (link.back + 8 - (k + 2)) % 4);
      cells.push({ i: i + STEP_I[k], j: j + STEP_J[k], point: link.to });
    }
  }
  return cells;
}

function toLattice(cells: readonly Cell[], points: readonly SaddlePoint[]): Lattice {
  const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b));
  const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b));
  const [i0, j0] = [least(cells.map(({ i }) => i)), least(cells.map(({ j }) => j))];
  const columns = most(cells.map(({ i }) => i)) - i0 + 1;
  const rows = most(cells.map(({ j }) => j)) - j0 + 1;
  const corners: (SaddlePoint | null)[] = new Array(columns * rows).fill(null);
  for (const { i, j, point } of cells) corners[(j - j0) * columns + i - i0] = points[point];
  return { columns, rows, corners };
}

/** The part of a lattice from column i0 and row j0 on; beyond its border nothing was seen. */
function crop({ columns, rows, corners }: Lattice, i0: number, j0: number, width: number, height: number): Lattice {
  const at = (i: number, j: number) => (i >= 0 && j >= 0 && i < columns && j < rows ? corners[j * columns + i] : null);
  return {
    columns: width,
    rows: height,
    corners: Array.from({ length: width * height }, (_, n) => at(i0 + (n % width), j0 + Math.floor(n / width))),
  };
}

const countOf = ({ corners }: Lattice): number =>
  corners.reduce((count, corner) => count + (corner === null ? 0 : 1), 0);

/** A quarter turn: the new +i is the old +j. */
export function quarterTurn({ columns, rows, corners }: Lattice): Lattice {
  return {
    columns: rows,
    rows: columns,
    corners: Array.from(corners, (_, n) => corners[(n % rows) * columns + (columns - 1 - Math.floor(n / rows))]),
  };
}

/**
 * The board of the asked size within a lattice, either way round, completed; null when there is none.
 *
 * A lattice may lack a border row (weak corners there) or have stray corners beyond the board; the window with the most
 * corners is taken. A board that is larger than asked, with full rows left over, is another board.
 */
export function fitBoard(
  smoothed: GreyImage,
  lattice: Lattice,
  columns: number,
  rows: number,
  sigma: number,
): Lattice | null {
  for (const turned of columns === rows ? [lattice] : [lattice, quarterTurn(lattice)]) {
    const window = bestWindow(turned, columns, rows);
    if (window === null || countOf(turned) - countOf(window) > 0.3 * Math.min(columns, rows)) continue;
    const complete = fillGaps(smoothed, window, sigma);
    if (complete !== null) return complete;
  }
  return null;
}

function bestWindow(lattice: Lattice, columns: number, rows: number): Lattice | null {
  if (lattice.columns < columns - 2 || lattice.rows < rows - 2) return null;
  let best: Lattice | null = null;
  for (let j = Math.min(0, lattice.rows - rows); j <= Math.max(0, lattice.rows - rows); j++) {
    for (let i = Math.min(0, lattice.columns - columns); i <= Math.max(0, lattice.columns - columns); i++) {
      const window = crop(lattice, i, j, columns, rows);
      if (best === null || countOf(window) > countOf(best)) best = window;
    }
  }
  return best !== null && countOf(best) >= 0.6 * columns * rows ? best : null;
}

/** Looks for each missing corner where its neighbours in line expect it. */
function fillGaps(smoothed: GreyImage, lattice: Lattice, sigma: number): Lattice | null {
  const filled: Lattice = { ...lattice, corners: [...lattice.corners] };
  let missing = filled.corners.flatMap((corner, n) => (corner === null ? [n] : []));
  while (missing.length > 0) {
    const still = missing.filter((n) => (filled.corners[n] = cornerExpectedAt(smoothed, filled, n, sigma)) === null);
    if (still.length === missing.length) return null;
    missing = still;
  }
  return filled;
}

/** A saddle where corner n should be, with edges to every neighbour it already has. */
function cornerExpectedAt(smoothed: GreyImage, lattice: Lattice, n: number, sigma: number): SaddlePoint | null {
  const guess = expectedPlace(lattice, n);
  const point = guess === null ? null : saddleNear(smoothed, Math.round(guess.u), Math.round(guess.v), sigma);
  if (guess === null || point === null || squareDistance(point, guess) > 0.05 * guess.step2) return null;
  const neighbours = STEP_I.map((_, k) => neighbour(lattice, n, k, 1)).filter((corner) => corner !== null);
  return neighbours.every((corner) => isEdge(smoothed, point, corner, true) || isEdge(smoothed, point, corner, false))
    ? point
    : null;
}

/** The corner `steps` away from corner n in direction k, if it was seen. */
function neighbour({ columns, rows, corners }: Lattice, n: number, k: number, steps: number): SaddlePoint | null {
  const i = (n % columns) + steps * STEP_I[k];
  const j = Math.floor(n / columns) + steps * STEP_J[k];
  return i >= 0 && j >= 0 && i < columns && j < rows ? corners[j * columns + i] : null;
}

interface Place {
  readonly u: number;
  readonly v: number;
}

/** Between two neighbours, or beyond two or three in line; with the squared step there [px²]. */
function expectedPlace(lattice: Lattice, n: number): (Place & { readonly step2: number }) | null {
  for (let k = 0; k < 2; k++) {
    const before = neighbour(lattice, n, k, -1);
    const after = neighbour(lattice, n, k, 1);
    if (before !== null && after !== null)
      return { u: (before.u + after.u) / 2, v: (before.v + after.v) / 2, step2: 0.25 * squareDistance(before, after) };
  }
  for (let k = 0; k < 4; k++) {
    const [one, two, three] = [1, 2, 3].map((steps) => neighbour(lattice, n, k, steps));
    if (one === null || two === null) continue;
    // steps shrink with distance: continue their trend when three corners show it
    const trend = three === null ? { u: 0, v: 0 } : { u: one.u - 2 * two.u + three.u, v: one.v - 2 * two.v + three.v };
    return { u: 2 * one.u - two.u + trend.u, v: 2 * one.v - two.v + trend.v, step2: squareDistance(one, two) };
  }
  return null;
}

const squareDistance = (a: Place, b: Place): number => (a.u - b.u) * (a.u - b.u) + (a.v - b.v) * (a.v - b.v);
