/**
 * Tries every pose of a small window on one grid, for a first guess where a prediction is poor or missing.
 *
 *   best of Σᵢ M(cell of Sᵢ(ξ)) − a |Δ|² − b Δθ²
 *
 * The small penalty keeps the pose near the prediction where walls do not tell, as along a corridor.
 * Reference: Olson, Real-time correlative scan matching, ICRA 2009.
 */
import { wrapToPi } from '../../math/angle.ts';
import type { Pose2 } from '../../math/pose2.ts';
import { sinCos } from '../../math/trig.ts';
import type { OccupancyGrid } from '../mapping/occupancy-grid.ts';
import { PROBABILITY, PROBABILITY_OFFSET } from '../mapping/occupancy-grid.ts';
import type { ScanPoints } from '../mapping/scan-points.ts';
import type { SearchWindow } from './correlative-search.ts';

const MOST_POINTS = 120;
/** Score that is lost at the edge of the window. */
const PENALTY = 0.05;

const direction = new Float64Array(2);

/** pose ← the best pose in a window about it. */
export function searchNearby(
  grid: OccupancyGrid,
  points: ScanPoints,
  pose: Pose2,
  window: SearchWindow,
  turnStep: number,
): void {
  const { x, y, heading } = pose;
  const reach = Math.ceil(window.distance / grid.resolution);
  const turns = Math.ceil(window.turn / turnStep);
  let best = -Infinity;
  for (let t = -turns; t <= turns; t++) {
    sinCos(heading + t * turnStep, direction);
    const turnCost = (PENALTY * t * t) / (turns * turns || 1);
    for (let j = -reach; j <= reach; j++) {
      for (let i = -reach; i <= reach; i++) {
        const cost = turnCost + (PENALTY * (i * i + j * j)) / (reach * reach || 1);
        const score = meanOccupancy(grid, points, x + i * grid.resolution, y + j * grid.resolution) - cost;
        if (score <= best) continue;
        best = score;
        pose.x = x + i * grid.resolution;
        pose.y = y + j * grid.resolution;
        pose.heading = wrapToPi(heading + t * turnStep);
      }
    }
  }
}

/** Mean occupancy of the cells of some of the points, for the heading in `direction`. */
function meanOccupancy(grid: OccupancyGrid, points: ScanPoints, x: number, y: number): number {
  const { width, height, resolution, cells } = grid;
  const stride = Math.max(1, Math.ceil(points.count / MOST_POINTS));
  const s = direction[0] / resolution;
  const c = direction[1] / resolution;
  const baseX = (x - grid.originX) / resolution + 0.5;
  const baseY = (y - grid.originY) / resolution + 0.5;
  let sum = 0;
  let count = 0;
  for (let k = 0; k < points.count; k += stride) {
    const i = Math.floor(baseX + c * points.x[k] - s * points.y[k]);
    const j = Math.floor(baseY + s * points.x[k] + c * points.y[k]);
    count++;
    if (i >= 0 && j >= 0 && i < width && j < height) sum += PROBABILITY[cells[j * width + i] + PROBABILITY_OFFSET];
  }
  return count === 0 ? 0 : sum / count;
}
