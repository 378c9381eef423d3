/**
 * How far the ground in a surround view is from where it really is: bright marks at known places, found again in the view.
 *
 *   p̂ = Σ (I − I₀) p / Σ (I − I₀)  over a square window around the place,   I₀: median of the window's rim
 *
 * Marks are bright, smaller than the window and alone in it; those that the own vehicle or unseen ground cuts (black pixels in the window) do not
 * count. Errors are distances on the ground [m].
 */
import { pixelSize, viewColumnOfY, viewRowOfX, xOfViewRow, yOfViewColumn } from './view-grid.ts';
import type { ViewGrid } from './view-grid.ts';

export interface GroundPoint {
  /** Ahead and left of base_link [m]. */
  readonly x: number;
  readonly y: number;
}

export interface GroundErrors {
  /** Marks that were found, and that were looked for. */
  readonly found: number;
  readonly marks: number;
  /** [m] */
  readonly mean: number;
  readonly p95: number;
  readonly worst: number;
}

/** Mean brightness above its surroundings, below which there is no mark. */
const FAINT = 1;

/** The errors of marks at these places in an rgb8 view; `reach` is half the side of the window [m]. */
export function groundErrors(
  view: Uint8Array,
  grid: ViewGrid,
  marks: readonly GroundPoint[],
  reach: number,
): GroundErrors {
  const errors = marks.flatMap((mark) => {
    const found = findMark(view, grid, mark, reach);
    if (found === undefined) return [];
    const [dx, dy] = [found.x - mark.x, found.y - mark.y];
    return [Math.sqrt(dx * dx + dy * dy)];
  });
  errors.sort((a, b) => a - b);
  const at = (share: number) => (errors.length === 0 ? NaN : errors[Math.ceil(share * errors.length) - 1]);
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  return { found: errors.length, marks: marks.length, mean, p95: at(0.95), worst: at(1) };
}

/** Where the mark that belongs at a place is; undefined where the window is not all seen, or empty. */
function findMark(view: Uint8Array, grid: ViewGrid, { x, y }: GroundPoint, reach: number): GroundPoint | undefined {
  const half = Math.round(reach / pixelSize(grid));
  const [row0, column0] = [Math.round(viewRowOfX(grid, x)), Math.round(viewColumnOfY(grid, y))];
  const [top, left, bottom, right] = [row0 - half, column0 - half, row0 + half, column0 + half];
  if (top < 0 || left < 0 || bottom >= grid.size || right >= grid.size) return undefined;
  const rim: number[] = [];
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) {
      const level = levelAt(view, grid, row, column);
      if (level === 0) return undefined;
      if (row === top || row === bottom || column === left || column === right) rim.push(level);
    }
  const background = rim.sort((a, b) => a - b)[rim.length >> 1];
  let [sum, alongX, alongY] = [0, 0, 0];
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) {
      const weight = Math.max(0, levelAt(view, grid, row, column) - background);
      sum += weight;
      alongX += weight * xOfViewRow(grid, row);
      alongY += weight * yOfViewColumn(grid, column);
    }
  const pixels = (2 * half + 1) * (2 * half + 1);
  return sum > FAINT * pixels ? { x: alongX / sum, y: alongY / sum } : undefined;
}

/** Mean of the channels. */
function levelAt(view: Uint8Array, { size }: ViewGrid, row: number, column: number): number {
  const at = 3 * (row * size + column);
  return (view[at] + view[at + 1] + view[at + 2]) / 3;
}
