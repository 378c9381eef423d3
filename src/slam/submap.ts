/** A piece of the map that is good in itself: some metres of driving, in a frame of its own that the pose graph moves as a whole. */
import type { Pose2 } from '../math/pose2.ts';
import type { GridPyramid } from './mapping/grid-pyramid.ts';
import { createPyramid, growPyramid, updatePyramid } from './mapping/grid-pyramid.ts';
import type { UpdateRules } from './mapping/map-update.ts';
import type { ScanPoints } from './mapping/scan-points.ts';
import type { ScorePyramid } from './matching/score-pyramid.ts';
import { createScores } from './matching/score-pyramid.ts';

export interface Submap {
  /** Its pose in the graph. */
  readonly variable: number;
  /** Where its frame lies in the frame of matching; that has the heading 0. */
  readonly x: number;
  readonly y: number;
  readonly map: GridPyramid;
  firstKeyframe: number;
  lastKeyframe: number;
  finished: boolean;
  /** Middle of the places it was mapped from, in its own frame [m]. */
  centreX: number;
  centreY: number;
  scores?: ScorePyramid;
}

/** Side of the square that a new submap covers before it grows [m]. */
const FIRST_SIZE = 10;
/** Squares of up to 2⁵ cells are bounded at once. */
const SEARCH_DEPTH = 5;

export const createSubmap = (
  variable: number,
  keyframe: number,
  at: Pose2,
  resolution: number,
  levels: number,
): Submap => ({
  variable,
  x: at.x,
  y: at.y,
  map: createPyramid(resolution, levels, 0, 0, FIRST_SIZE),
  firstKeyframe: keyframe,
  lastKeyframe: keyframe - 1,
  finished: false,
  centreX: 0,
  centreY: 0,
});

/** Adds a keyframe at a pose in the submap's frame. */
export function addToSubmap(submap: Submap, pose: Pose2, points: ScanPoints, rules: UpdateRules): void {
  growPyramid(submap.map, pose, points);
  updatePyramid(submap.map, pose, points, rules);
  submap.lastKeyframe++;
  const count = submap.lastKeyframe - submap.firstKeyframe + 1;
  submap.centreX += (pose.x - submap.centreX) / count;
  submap.centreY += (pose.y - submap.centreY) / count;
}

/** What the search for loops reads of a finished submap. */
export function scoresOf(submap: Submap): ScorePyramid {
  submap.scores ??= createScores(submap.map.levels[0], SEARCH_DEPTH);
  return submap.scores;
}
