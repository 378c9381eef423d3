/**
 * Things that never move, by place: a square grid in which every cell lists what can be near a point in it.
 *
 * A thing is listed in all cells that its bounding box, wider by `reach` on all sides, has a part in. So whoever is within `reach` of
 * a point finds everything that may touch him in the one cell of that point.
 */
import type { ConvexShape } from './convex-shape.ts';

export interface Grid {
  /** Lower left corner [m], cells per metre, and how many cells. */
  readonly x: number;
  readonly y: number;
  readonly perMetre: number;
  readonly columns: number;
  readonly rows: number;
  /** Cell c lists `items` from `starts[c]` to before `starts[c + 1]`. */
  readonly starts: Int32Array;
  readonly items: Int32Array;
  /** Widened bounding boxes of the things: left, right, low, high of each [m]. */
  readonly bounds: Float64Array;
}

/** Cells are this long [m], or longer where there would be more than so many along a side. */
const CELL = 8;
const MOST_CELLS = 256;

interface Bounds {
  left: number;
  right: number;
  low: number;
  high: number;
}

export function createGrid(shapes: readonly ConvexShape[], reach: number): Grid {
  const bounds = shapes.map((shape) => boundsOf(shape, reach));
  const whole = bounds.reduce(joined, { left: Infinity, right: -Infinity, low: Infinity, high: -Infinity });
  if (shapes.length === 0)
    return {
      x: 0,
      y: 0,
      perMetre: 0,
      columns: 0,
      rows: 0,
      starts: new Int32Array(1),
      items: new Int32Array(0),
      bounds: new Float64Array(0),
    };
  const perMetre = 1 / Math.max(CELL, (whole.right - whole.left) / MOST_CELLS, (whole.high - whole.low) / MOST_CELLS);
  const columnOf = (x: number) => Math.floor((x - whole.left) * perMetre);
  const rowOf = (y: number) => Math.floor((y - whole.low) * perMetre);
  const columns = columnOf(whole.right) + 1;
  const rows = rowOf(whole.high) + 1;
  const lists = Array.from({ length: columns * rows }, (): number[] => []);
  bounds.forEach(({ left, right, low, high }, item) => {
    for (let row = rowOf(low); row <= rowOf(high); row++) {
      for (let column = columnOf(left); column <= columnOf(right); column++) lists[row * columns + column].push(item);
    }
  });
  const starts = new Int32Array(lists.length + 1);
  lists.forEach((list, c) => (starts[c + 1] = starts[c] + list.length));
  return {
    x: whole.left,
    y: whole.low,
    perMetre,
    columns,
    rows,
    starts,
    items: Int32Array.from(lists.flat()),
    bounds: Float64Array.from(bounds.flatMap(({ left, right, low, high }) => [left, right, low, high])),
  };
}

/** The cell of a point; −1 where there is nothing. */
export function cellOf(grid: Grid, x: number, y: number): number {
  const column = Math.floor((x - grid.x) * grid.perMetre);
  const row = Math.floor((y - grid.y) * grid.perMetre);
  return column >= 0 && column < grid.columns && row >= 0 && row < grid.rows ? row * grid.columns + column : -1;
}

/** Whether a point is in the widened bounding box of a thing. */
export function isNear({ bounds }: Grid, item: number, x: number, y: number): boolean {
  const k = 4 * item;
  return x >= bounds[k] && x <= bounds[k + 1] && y >= bounds[k + 2] && y <= bounds[k + 3];
}

function boundsOf({ points }: ConvexShape, reach: number): Bounds {
  const [xs, ys] = [points.filter((_, k) => k % 2 === 0), points.filter((_, k) => k % 2 === 1)];
  return {
    left: Math.min(...xs) - reach,
    right: Math.max(...xs) + reach,
    low: Math.min(...ys) - reach,
    high: Math.max(...ys) + reach,
  };
}

const joined = (a: Bounds, b: Bounds): Bounds => ({
  left: Math.min(a.left, b.left),
  right: Math.max(a.right, b.right),
  low: Math.min(a.low, b.low),
  high: Math.max(a.high, b.high),
});
