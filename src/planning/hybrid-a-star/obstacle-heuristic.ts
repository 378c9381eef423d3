/**
 * How far it is from anywhere to a place for a disc that can move in every direction: the heuristic that knows obstacles.
 *
 * The disc is the largest around the middle of the rear axle that lies within the body, so that a car can never go where it cannot.
 * Distances spread from the target over a square grid to eight neighbours (Dijkstra), at most 8 % longer than the true ones.
 */
import type { Bounds, ObstacleField } from '../geometry/obstacle-field.ts';
import { squaredPointSegment } from '../geometry/obstacle-field.ts';
import { OpenList } from './open-list.ts';

/** [m] */
const CELL = 0.3;
const MOST_CELLS = 400_000;

export class ObstacleHeuristic {
  private readonly cell: number;
  private readonly columns: number;
  private readonly rows: number;
  private readonly distances: Float64Array;

  constructor(
    field: ObstacleField,
    private readonly bounds: Bounds,
    target: { readonly x: number; readonly y: number },
  ) {
    const width = bounds.maxX - bounds.minX;
    const height = bounds.maxY - bounds.minY;
    this.cell = Math.max(CELL, Math.sqrt((width * height) / MOST_CELLS));
    this.columns = Math.max(1, Math.ceil(width / this.cell));
    this.rows = Math.max(1, Math.ceil(height / this.cell));
    this.distances = new Float64Array(this.columns * this.rows).fill(Infinity);
    this.spread(this.blockedCells(field), this.indexOf(target.x, target.y));
  }

  /** From a point to the target [m]; infinite where no way leads. */
  at(x: number, y: number): number {
    const column = Math.floor((x - this.bounds.minX) / this.cell);
    const row = Math.floor((y - this.bounds.minY) / this.cell);
    if (!(column >= 0 && row >= 0 && column < this.columns && row < this.rows)) return Infinity;
    return this.distances[row * this.columns + column];
  }

  private indexOf(x: number, y: number): number {
    const column = Math.max(0, Math.min(this.columns - 1, Math.floor((x - this.bounds.minX) / this.cell)));
    const row = Math.max(0, Math.min(this.rows - 1, Math.floor((y - this.bounds.minY) / this.cell)));
    return row * this.columns + column;
  }

  private blockedCells({ edges, car }: ObstacleField): Uint8Array {
    const blocked = new Uint8Array(this.columns * this.rows);
    // a cell counts only if all of it is too near
    const radius = Math.min(car.halfWidth, car.rear, car.front) - this.cell * Math.SQRT1_2;
    if (radius <= 0) return blocked;
    for (let k = 0; k < edges.length; k += 4) {
      const [ax, ay, bx, by] = edges.subarray(k, k + 4);
      const from = this.indexOf(Math.min(ax, bx) - radius, Math.min(ay, by) - radius);
      const to = this.indexOf(Math.max(ax, bx) + radius, Math.max(ay, by) + radius);
      for (let row = Math.floor(from / this.columns); row <= Math.floor(to / this.columns); row++)
        for (let column = from % this.columns; column <= to % this.columns; column++) {
          const x = this.bounds.minX + (column + 0.5) * this.cell;
          const y = this.bounds.minY + (row + 0.5) * this.cell;
          if (squaredPointSegment(x - ax, y - ay, bx - ax, by - ay) < radius * radius)
            blocked[row * this.columns + column] = 1;
        }
    }
    return blocked;
  }

  private spread(blocked: Uint8Array, target: number): void {
    const open = new OpenList();
    this.distances[target] = 0;
    open.push(target, 0);
    while (open.size > 0) {
      const key = open.leastKey;
      const cell = open.pop();
      if (key > this.distances[cell]) continue;
      const [column, row] = [cell % this.columns, Math.floor(cell / this.columns)];
      for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++) {
          const [nextColumn, nextRow] = [column + dx, row + dy];
          if (nextColumn < 0 || nextRow < 0 || nextColumn >= this.columns || nextRow >= this.rows) continue;
          const next = nextRow * this.columns + nextColumn;
          if (blocked[next] !== 0) continue;
          const distance = key + this.cell * (dx !== 0 && dy !== 0 ? Math.SQRT2 : 1);
          if (distance >= this.distances[next]) continue;
          this.distances[next] = distance;
          open.push(next, distance);
        }
    }
  }
}
