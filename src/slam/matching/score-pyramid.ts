/**
 * How well a point fits a finished map, and the best any point in a square of cells can do.
 *
 *   B₀(i, j)  = occupancy of the cell as a byte, 0 where it is unknown or free; a neighbour counts for a part of its own
 *   B_h(i, j) = max of B₀ over the 2ʰ × 2ʰ cells from (i, j) on
 *
 * B_h bounds from above what moving a point by 0 … 2ʰ − 1 cells in x and y can give, which is what branch and bound needs.
 * Reference: Hess et al., Real-time loop closure in 2D LIDAR SLAM, ICRA 2016, §V.
 */
import type { OccupancyGrid } from '../mapping/occupancy-grid.ts';
import { PROBABILITY, PROBABILITY_OFFSET } from '../mapping/occupancy-grid.ts';

export interface ScoreLevel {
  readonly width: number;
  readonly height: number;
  /** B_h; cell (i, j) of the map lies at (i + 2ʰ − 1, j + 2ʰ − 1), so that squares that begin outside are there too. */
  readonly scores: Uint8Array;
  /** 2ʰ − 1. */
  readonly offset: number;
}

export interface ScorePyramid {
  readonly resolution: number;
  readonly originX: number;
  readonly originY: number;
  /** B₀ first. */
  readonly levels: readonly ScoreLevel[];
}

/** What a cell counts beside an occupied one. */
const NEIGHBOUR_SHARE = 0.6;

export function createScores(grid: OccupancyGrid, depth: number): ScorePyramid {
  const levels = [finest(grid)];
  for (let h = 1; h <= depth; h++) levels.push(coarser(levels[h - 1], 1 << (h - 1)));
  return { resolution: grid.resolution, originX: grid.originX, originY: grid.originY, levels };
}

function finest({ width, height, cells }: OccupancyGrid): ScoreLevel {
  const scores = new Uint8Array(width * height);
  for (let j = 1; j < height - 1; j++) {
    for (let i = 1; i < width - 1; i++) {
      const value = cells[j * width + i];
      if (value <= 0) continue;
      const score = Math.round(255 * PROBABILITY[value + PROBABILITY_OFFSET]);
      const near = Math.round(NEIGHBOUR_SHARE * score);
      for (let dj = -1; dj <= 1; dj++) {
        for (let di = -1; di <= 1; di++) {
          const at = (j + dj) * width + i + di;
          const own = di === 0 && dj === 0 ? score : near;
          if (own > scores[at]) scores[at] = own;
        }
      }
    }
  }
  return { width, height, scores, offset: 0 };
}

/** Max over the four squares of side `step` that make the next larger one. */
function coarser(fine: ScoreLevel, step: number): ScoreLevel {
  const width = fine.width + step;
  const height = fine.height + step;
  const scores = new Uint8Array(width * height);
  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) {
      let best = 0;
      for (let dj = -step; dj <= 0; dj += step) {
        const y = j + dj;
        if (y < 0 || y >= fine.height) continue;
        const low = i - step;
        if (low >= 0 && fine.scores[y * fine.width + low] > best) best = fine.scores[y * fine.width + low];
        if (i < fine.width && fine.scores[y * fine.width + i] > best) best = fine.scores[y * fine.width + i];
      }
      scores[j * width + i] = best;
    }
  }
  return { width, height, scores, offset: fine.offset + step };
}
