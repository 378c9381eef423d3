/**
 * The same place at several resolutions: level k has cells of 2ᵏ times the finest.
 *
 * Each level is mapped on its own from the scans, as in Hector, and not made from the finer one: coarse cells then are occupied wherever
 * an end point falls, which widens the basin in which matching converges.
 */
import type { Pose2 } from '../../math/pose2.ts';
import { sinCos } from '../../math/trig.ts';
import type { UpdateRules } from './map-update.ts';
import { updateGrid } from './map-update.ts';
import type { OccupancyGrid } from './occupancy-grid.ts';
import { createGrid, growGrid } from './occupancy-grid.ts';
import type { ScanPoints } from './scan-points.ts';

/** Finest level first. */
export interface GridPyramid {
  readonly levels: OccupancyGrid[];
}

/** A pyramid over a square of side `size` [m] about a point. */
export function createPyramid(
  resolution: number,
  levelCount: number,
  centreX: number,
  centreY: number,
  size: number,
): GridPyramid {
  const levels: OccupancyGrid[] = [];
  for (let k = 0; k < levelCount; k++) {
    const cell = resolution * (1 << k);
    const count = Math.max(2, Math.ceil(size / cell) + 1);
    const half = 0.5 * (count - 1) * cell;
    levels.push(createGrid(cell, centreX - half, centreY - half, count, count));
  }
  return { levels };
}

export function updatePyramid(pyramid: GridPyramid, pose: Pose2, points: ScanPoints, rules: UpdateRules): void {
  for (const level of pyramid.levels) updateGrid(level, pose, points, rules);
}

const direction = new Float64Array(2);

/** Makes room for a scan in every level. */
export function growPyramid(pyramid: GridPyramid, pose: Pose2, points: ScanPoints): void {
  sinCos(pose.heading, direction);
  const s = direction[0];
  const c = direction[1];
  let minX = pose.x + c * points.originX - s * points.originY;
  let minY = pose.y + s * points.originX + c * points.originY;
  let maxX = minX;
  let maxY = minY;
  for (let k = 0; k < points.count; k++) {
    const x = pose.x + c * points.x[k] - s * points.y[k];
    const y = pose.y + s * points.x[k] + c * points.y[k];
    if (x < minX) minX = x;
    else if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    else if (y > maxY) maxY = y;
  }
  for (const level of pyramid.levels) growGrid(level, minX, minY, maxX, maxY);
}
