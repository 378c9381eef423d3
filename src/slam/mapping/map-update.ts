/**
 * A scan becomes part of a map.
 *
 *   cells that a ray crosses        ℓ ← ℓ + ln(p_free / (1 − p_free))
 *   cells that hold an end point    ℓ ← ℓ + ln(p_hit / (1 − p_hit))
 *
 * Each cell changes at most once per scan, and a hit takes precedence over a crossing. Rays are drawn by Bresenham's algorithm.
 * Reference: Kohlbrecher et al. 2011, and the defaults of hector_mapping: p_free 0.4 (−0.405), p_hit 0.9 (+2.197), no more hits above
 * ℓ = 50. Differs: ℓ is bounded at both ends (`limit`), so that a map can forget a box that was carried away.
 */
import { log } from '../../math/exponential.ts';
import type { Pose2 } from '../../math/pose2.ts';
import { sinCos } from '../../math/trig.ts';
import type { OccupancyGrid } from './occupancy-grid.ts';
import { LOG_ODDS_UNIT } from './occupancy-grid.ts';
import type { ScanPoints } from './scan-points.ts';

export interface UpdateRules {
  /** Log-odds of a crossing, of a hit, and their bound, in units of cells. */
  readonly free: number;
  readonly hit: number;
  readonly limit: number;
}

const logOdds = (p: number): number => log(p / (1 - p));

export const updateRules = (pFree = 0.4, pHit = 0.9, limit = 50): UpdateRules => ({
  free: Math.round(logOdds(pFree) / LOG_ODDS_UNIT),
  hit: Math.round(logOdds(pHit) / LOG_ODDS_UNIT),
  limit: Math.min(32767, Math.round(limit / LOG_ODDS_UNIT)),
});

const CROSSED = 1;
const HIT = 2;

/** Work memory, clean between calls: what a scan does to each cell, and the cells it touches. */
let marks = new Uint8Array(0);
let touched = new Int32Array(4096);
let touchedCount = 0;
const direction = new Float64Array(2);

function touch(cell: number, mark: number): void {
  if (marks[cell] === 0) {
    if (touchedCount === touched.length) {
      const larger = new Int32Array(2 * touched.length);
      larger.set(touched);
      touched = larger;
    }
    touched[touchedCount++] = cell;
  }
  if (mark > marks[cell]) marks[cell] = mark;
}

/** Adds a scan taken at a pose to a grid; points outside it are cut off with their rays. */
export function updateGrid(grid: OccupancyGrid, pose: Pose2, points: ScanPoints, rules: UpdateRules): void {
  const { cells, width, height, resolution } = grid;
  if (marks.length < cells.length) marks = new Uint8Array(cells.length);
  sinCos(pose.heading, direction);
  const s = direction[0] / resolution;
  const c = direction[1] / resolution;
  const baseX = (pose.x - grid.originX) / resolution + 0.5;
  const baseY = (pose.y - grid.originY) / resolution + 0.5;
  const startX = Math.floor(baseX + c * points.originX - s * points.originY);
  const startY = Math.floor(baseY + s * points.originX + c * points.originY);
  if (startX < 0 || startY < 0 || startX >= width || startY >= height) return;
  for (let k = 0; k < points.count; k++) {
    const endX = Math.floor(baseX + c * points.x[k] - s * points.y[k]);
    const endY = Math.floor(baseY + s * points.x[k] + c * points.y[k]);
    if (endX < 0 || endY < 0 || endX >= width || endY >= height) continue;
    markRay(startX, startY, endX, endY, width);
  }
  applyMarks(cells, rules);
}

/** Bresenham's line: crossed from the start up to, and without, the end, which is hit. */
function markRay(startX: number, startY: number, endX: number, endY: number, width: number): void {
  const dx = Math.abs(endX - startX);
  const dy = Math.abs(endY - startY);
  const stepX = endX > startX ? 1 : -1;
  const stepY = endY > startY ? width : -width;
  const long = Math.max(dx, dy);
  const short = Math.min(dx, dy);
  const alongLong = dx >= dy ? stepX : stepY;
  const alongShort = dx >= dy ? stepY : stepX;
  let cell = startY * width + startX;
  let error = long >> 1;
  for (let i = 0; i < long; i++) {
    touch(cell, CROSSED);
    cell += alongLong;
    error += short;
    if (error >= long) {
      cell += alongShort;
      error -= long;
    }
  }
  touch(endY * width + endX, HIT);
}

function applyMarks(cells: Int16Array, { free, hit, limit }: UpdateRules): void {
  for (let i = 0; i < touchedCount; i++) {
    const cell = touched[i];
    const value = cells[cell] + (marks[cell] === HIT ? hit : free);
    cells[cell] = value > limit ? limit : value < -limit ? -limit : value;
    marks[cell] = 0;
  }
  touchedCount = 0;
}
