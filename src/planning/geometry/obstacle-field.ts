/**
 * Obstacles ready to be asked often: how far is the body from the nearest one?
 *
 * The plane is cut into square cells, and each lists the edges that lie within reach of a car whose middle is in it, so that a
 * query looks at a handful of edges. Distances are exact up to `HORIZON` beyond the body, and HORIZON where nothing is nearer.
 * A body wholly inside a polygon touches none of its edges: that counts as distance 0 too.
 *
 * Checked against: brute force over all edges, and the contact model of the world.
 */
import { sinCos } from '../../math/trig.ts';
import type { CarShape, Polygon, Pose } from '../problem.ts';
import { squaredSegmentRectangleDistance } from './rectangle-distance.ts';

/** How far beyond the body obstacles are noticed [m]. */
const HORIZON = 1;
const CELL = 1;
/** More cells than this are not worth their memory: they become larger. */
const MOST_CELLS = 250_000;

const turn = new Float64Array(2);
const ends = new Float64Array(4);

export interface Bounds {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

export class ObstacleField {
  readonly car: CarShape;
  readonly obstacles: readonly Polygon[];
  /** x, y of both ends of each edge [m]. */
  readonly edges: Float64Array;
  /** Around all obstacles [m]; empty (min > max) without any. */
  readonly bounds: Bounds;
  private readonly halfLength: number;
  /** From base_link forward to the middle of the body [m]. */
  private readonly offset: number;
  private readonly cell: number;
  private readonly columns: number;
  private readonly rows: number;
  private readonly originX: number;
  private readonly originY: number;
  /** Where the list of each cell begins, and the lists one after the other. */
  private readonly firsts: Int32Array;
  private readonly listed: Int32Array;
  /** From the middle of the body, as far as its corners see [m]. */
  private readonly reach: number;

  constructor(obstacles: readonly Polygon[], car: CarShape) {
    this.car = car;
    this.obstacles = obstacles;
    this.halfLength = (car.front + car.rear) / 2;
    this.offset = (car.front - car.rear) / 2;
    this.reach = Math.sqrt(this.halfLength * this.halfLength + car.halfWidth * car.halfWidth) + HORIZON;
    this.edges = edgesOf(obstacles);
    this.bounds = boundsOf(this.edges);
    const { minX, minY, maxX, maxY } = this.bounds;
    const width = Math.max(0, maxX - minX) + 2 * this.reach;
    const height = Math.max(0, maxY - minY) + 2 * this.reach;
    this.cell = Math.max(CELL, Math.sqrt((width * height) / MOST_CELLS));
    this.originX = minX - this.reach;
    this.originY = minY - this.reach;
    this.columns = this.edges.length === 0 ? 0 : Math.ceil(width / this.cell);
    this.rows = this.edges.length === 0 ? 0 : Math.ceil(height / this.cell);
    const lists = this.cellLists();
    this.firsts = new Int32Array(lists.length + 1);
    for (let i = 0; i < lists.length; i++) this.firsts[i + 1] = this.firsts[i] + lists[i].length;
    this.listed = Int32Array.from(lists.flat());
  }

  /** From the body at a pose to the nearest obstacle, at most HORIZON [m]. */
  distance(pose: Pose): number {
    sinCos(pose.yaw, turn);
    const sine = turn[0];
    const cosine = turn[1];
    const x = pose.x + this.offset * cosine;
    const y = pose.y + this.offset * sine;
    const column = Math.floor((x - this.originX) / this.cell);
    const row = Math.floor((y - this.originY) / this.cell);
    if (!(column >= 0 && row >= 0 && column < this.columns && row < this.rows)) return HORIZON;
    const cell = row * this.columns + column;
    const end = this.firsts[cell + 1];
    let least = HORIZON * HORIZON;
    for (let k = this.firsts[cell]; k < end; k++) {
      const edge = 4 * this.listed[k];
      // ends in the frame of the body
      const ax = this.edges[edge] - x;
      const ay = this.edges[edge + 1] - y;
      const bx = this.edges[edge + 2] - x;
      const by = this.edges[edge + 3] - y;
      ends[0] = cosine * ax + sine * ay;
      ends[1] = cosine * ay - sine * ax;
      ends[2] = cosine * bx + sine * by;
      ends[3] = cosine * by - sine * bx;
      if (this.isBeyond(Math.sqrt(least))) continue;
      least = Math.min(least, squaredSegmentRectangleDistance(ends, this.halfLength, this.car.halfWidth));
      if (least === 0) return 0;
    }
    return Math.sqrt(least);
  }

  /** Whether the edge at hand lies wholly on one side of the body, further than `distance`. */
  private isBeyond(distance: number): boolean {
    const a = this.halfLength + distance;
    const b = this.car.halfWidth + distance;
    return (
      (ends[0] > a && ends[2] > a) ||
      (ends[0] < -a && ends[2] < -a) ||
      (ends[1] > b && ends[3] > b) ||
      (ends[1] < -b && ends[3] < -b)
    );
  }

  /** The same, but 0 also where the body lies wholly inside an obstacle: for poses that no path led to. */
  clearance(pose: Pose): number {
    sinCos(pose.yaw, turn);
    const x = pose.x + this.offset * turn[1];
    const y = pose.y + this.offset * turn[0];
    return this.obstacles.some((polygon) => isInside(polygon, x, y)) ? 0 : this.distance(pose);
  }

  /** Whether a point lies in an obstacle. */
  covers(x: number, y: number): boolean {
    return this.obstacles.some((polygon) => isInside(polygon, x, y));
  }

  private cellLists(): number[][] {
    const lists: number[][] = Array.from({ length: this.columns * this.rows }, () => []);
    const within = this.reach + this.cell * Math.SQRT1_2;
    for (let edge = 0; edge < this.edges.length / 4; edge++) {
      const [ax, ay, bx, by] = this.edges.subarray(4 * edge, 4 * edge + 4);
      const [left, right] = [this.columnOf(Math.min(ax, bx) - within), this.columnOf(Math.max(ax, bx) + within)];
      const [low, high] = [this.rowOf(Math.min(ay, by) - within), this.rowOf(Math.max(ay, by) + within)];
      for (let row = low; row <= high; row++)
        for (let column = left; column <= right; column++) {
          const x = this.originX + (column + 0.5) * this.cell;
          const y = this.originY + (row + 0.5) * this.cell;
          if (squaredPointSegment(x - ax, y - ay, bx - ax, by - ay) <= within * within)
            lists[row * this.columns + column].push(edge);
        }
    }
    return lists;
  }

  private columnOf(x: number): number {
    return Math.max(0, Math.min(this.columns - 1, Math.floor((x - this.originX) / this.cell)));
  }

  private rowOf(y: number): number {
    return Math.max(0, Math.min(this.rows - 1, Math.floor((y - this.originY) / this.cell)));
  }
}

function edgesOf(obstacles: readonly Polygon[]): Float64Array {
  const edges = new Float64Array(obstacles.reduce((sum, polygon) => sum + 2 * polygon.length, 0));
  let next = 0;
  for (const polygon of obstacles)
    for (let i = 0, before = polygon.length - 2; i < polygon.length; before = i, i += 2) {
      edges[next++] = polygon[before];
      edges[next++] = polygon[before + 1];
      edges[next++] = polygon[i];
      edges[next++] = polygon[i + 1];
    }
  return edges;
}

function boundsOf(edges: Float64Array): Bounds {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let k = 0; k < edges.length; k += 2) {
    minX = Math.min(minX, edges[k]);
    maxX = Math.max(maxX, edges[k]);
    minY = Math.min(minY, edges[k + 1]);
    maxY = Math.max(maxY, edges[k + 1]);
  }
  return { minX, minY, maxX, maxY };
}

/** Squared distance of a point from the segment from the origin to (dx, dy). */
export function squaredPointSegment(x: number, y: number, dx: number, dy: number): number {
  const square = dx * dx + dy * dy;
  const u = square > 0 ? Math.max(0, Math.min(1, (x * dx + y * dy) / square)) : 0;
  const restX = x - u * dx;
  const restY = y - u * dy;
  return restX * restX + restY * restY;
}

/** Whether a ray from the point to the right crosses an odd number of edges. */
function isInside(polygon: Polygon, x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, before = polygon.length - 2; i < polygon.length; before = i, i += 2) {
    const [ax, ay, bx, by] = [polygon[before], polygon[before + 1], polygon[i], polygon[i + 1]];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}
