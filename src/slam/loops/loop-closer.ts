/**
 * Finds places again: matches keyframes to submaps that were finished before, and adds what it finds to the pose graph.
 *
 * A keyframe and a submap are tried when the graph places them within `loopReach`, at most once per `loopSpacing` of driving for each
 * submap. Branch and bound finds the pose in the whole window, Gauss–Newton makes it fine, and its matrix is the information of the edge.
 */
import { invert3 } from '../../math/linear-algebra.ts';
import type { Pose2 } from '../../math/pose2.ts';
import { relativePoseInto } from '../../math/pose2.ts';
import { wrapToPi } from '../../math/angle.ts';
import type { ScanPoints } from '../mapping/scan-points.ts';
import type { SearchWindow } from '../matching/correlative-search.ts';
import { searchPose } from '../matching/correlative-search.ts';
import { createMatch, matchScan } from '../matching/scan-matcher.ts';
import type { SlamOptions } from '../slam-options.ts';
import type { Submap } from '../submap.ts';
import { scoresOf } from '../submap.ts';
import type { Loss, PoseGraph } from './pose-graph.ts';

/** The least that is taken for the standard deviation of a match [m, rad]: cells and wrong corners, not noise, bound it. */
const LEAST_DEVIATION = 0.02;
const LEAST_TURN_DEVIATION = 0.004;
const LEAST_VARIANCE = LEAST_DEVIATION * LEAST_DEVIATION;
/** How far Gauss–Newton may move a pose that the search found [cells, rad]. */
const FARTHEST_REFINEMENT = 3;
const MOST_REFINED_TURN = 0.05;

const match = createMatch();
const guess: Pose2 = { x: 0, y: 0, heading: 0 };

/** Ω of an edge: the inverse of the match's covariance with a floor. */
export function edgeInformation(information: Float64Array): Float64Array | undefined {
  const covariance = new Float64Array(9);
  if (invert3(information, covariance) === 0) return undefined;
  covariance[0] += LEAST_VARIANCE;
  covariance[4] += LEAST_VARIANCE;
  covariance[8] += LEAST_TURN_DEVIATION * LEAST_TURN_DEVIATION;
  const result = new Float64Array(9);
  return invert3(covariance, result) === 0 ? undefined : result;
}

/** Tries to see a keyframe in a submap; true where an edge was added. */
export function closeLoop(
  graph: PoseGraph,
  submap: Submap,
  keyframe: { readonly variable: number; readonly points: ScanPoints },
  window: SearchWindow,
  options: SlamOptions,
): boolean {
  relativePoseInto(graph.poses[submap.variable], graph.poses[keyframe.variable], guess);
  const found = searchPose(scoresOf(submap), keyframe.points, guess, window, options.loopScore);
  if (found === undefined) return false;
  Object.assign(match.pose, found.pose);
  matchScan(submap.map, keyframe.points, undefined, options, match);
  const { pose } = match;
  const reach = FARTHEST_REFINEMENT * options.resolution;
  const moved = Math.max(Math.abs(pose.x - found.pose.x), Math.abs(pose.y - found.pose.y));
  if (moved > reach || Math.abs(wrapToPi(pose.heading - found.pose.heading)) > MOST_REFINED_TURN) return false;
  const information = edgeInformation(match.information);
  if (information === undefined) return false;
  const loss: Loss = { kind: options.loss, scale: options.lossScale };
  graph.edges.push({ from: submap.variable, to: keyframe.variable, ...pose, information, loss });
  return true;
}
