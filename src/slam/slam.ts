/**
 * Mapping and localisation of a whole log, scan by scan.
 *
 *   1. odometry predicts the pose (or, without it, the last motion goes on), the matcher corrects it on the older of two growing submaps
 *   2. after some motion the scan becomes a keyframe: both submaps take it, and the graph gets an edge from each
 *   3. keyframes that come near a finished submap are matched to it; what is found becomes a robust edge
 *   4. the graph is optimised when it has new loops, and at the end
 *
 * Matching goes on in a frame of its own, which loops never move: only the graph is corrected, and with it all that was driven before.
 * Reference: Hess et al., ICRA 2016 (submaps, branch and bound, graph); Kohlbrecher et al. 2011 (matching).
 */
import { invert3 } from '../math/linear-algebra.ts';
import { wrapToPi } from '../math/angle.ts';
import type { Pose2 } from '../math/pose2.ts';
import { composePoseInto, relativePoseInto } from '../math/pose2.ts';
import { closeLoop, edgeInformation } from './loops/loop-closer.ts';
import { optimise } from './loops/graph-solver.ts';
import type { PoseGraph } from './loops/pose-graph.ts';
import { createPoseGraph, SQUARED } from './loops/pose-graph.ts';
import { updateRules } from './mapping/map-update.ts';
import type { ScanPoints } from './mapping/scan-points.ts';
import { searchNearby } from './matching/local-search.ts';
import { createMatch, matchScan } from './matching/scan-matcher.ts';
import { correctPose, createPoseFilter, predictPose } from './pose-filter.ts';
import type { SlamOptions } from './slam-options.ts';
import { DEFAULT_SLAM_OPTIONS } from './slam-options.ts';
import type { Submap } from './submap.ts';
import { addToSubmap, createSubmap } from './submap.ts';

export interface Keyframe {
  readonly variable: number;
  readonly points: ScanPoints;
  /** Metres driven up to it. */
  readonly travelled: number;
}

/** Where a scan was taken: a keyframe, and the pose seen from it. */
interface TrackedScan {
  readonly stamp: number;
  readonly keyframe: number;
  readonly offset: Pose2;
}

export interface StampedPose extends Pose2 {
  readonly stamp: number;
}

/** How uncertain a pose is that no odometry predicts [m, rad]. */
const WITHOUT_ODOMETRY = { distance: 0.5, turn: 0.5, least: 0.15 };
/** Step of headings of the search about a poor prediction [rad]. */
const NEARBY_TURN_STEP = 0.02;
/** A match is poor where the end points are less occupied than this, and another one better where it has so much more. */
const POOR_SCORE = 0.65;
const BETTER_SCORE = 0.05;
/** How much wider the loss of loops is at first: far ends of a loop that has just closed must not count as wrong. */
const WIDENING = 100;
/** Keyframes from one optimisation to the next. */
const OPTIMISE_EVERY = 20;
/** Window of the search at the end, when loops are closed [m, rad]. */
const LAST_WINDOW = { distance: 0.4, turn: 0.1 };

export class Slam {
  readonly graph: PoseGraph = createPoseGraph();
  readonly submaps: Submap[] = [];
  readonly keyframes: Keyframe[] = [];
  loops = 0;

  private readonly options: SlamOptions;
  private readonly filter = createPoseFilter();
  private readonly match = createMatch();
  private readonly scans: TrackedScan[] = [];
  private readonly priorInformation = new Float64Array(9);
  private readonly predicted: Pose2 = { x: 0, y: 0, heading: 0 };
  private readonly motion: Pose2 = { x: 0, y: 0, heading: 0 };
  private readonly relative: Pose2 = { x: 0, y: 0, heading: 0 };
  private readonly lastKeyframePose: Pose2 = { x: 0, y: 0, heading: 0 };
  /** The filter before the last prediction. */
  private readonly before = createPoseFilter();
  /** Motion per second in the robot's frame, as matching saw it last. */
  private readonly velocity: Pose2 = { x: 0, y: 0, heading: 0 };
  private lastOdometry: Pose2 | undefined;
  private elapsed = 0;
  private travelled = 0;
  private loopsSinceOptimised = 0;
  private keyframesSinceOptimised = 0;
  /** Metres driven at the last attempt with each submap. */
  private readonly triedAt: number[] = [];
  private readonly rules;

  constructor(options: Partial<SlamOptions> = {}) {
    this.options = { ...DEFAULT_SLAM_OPTIONS, ...options };
    this.rules = updateRules(0.4, 0.9, this.options.saturation);
  }

  /** The next scan; `odometry` is where wheels say that the robot is. */
  addScan(stamp: number, points: ScanPoints, odometry?: Pose2): void {
    if (this.keyframes.length === 0) {
      this.lastOdometry = odometry === undefined ? undefined : { ...odometry };
      this.addKeyframe(points);
      this.scans.push({ stamp, keyframe: 0, offset: { x: 0, y: 0, heading: 0 } });
      return;
    }
    this.predict(stamp, odometry);
    this.correct(points, odometry !== undefined);
    relativePoseInto(this.lastKeyframePose, this.filter.pose, this.relative);
    const { x, y, heading } = this.relative;
    const moved = Math.sqrt(x * x + y * y);
    if (moved > this.options.keyframeDistance || Math.abs(heading) > this.options.keyframeTurn) {
      this.travelled += moved;
      this.addKeyframe(points);
      this.scans.push({ stamp, keyframe: this.keyframes.length - 1, offset: { x: 0, y: 0, heading: 0 } });
      if (this.options.closeLoops) this.searchLoops();
    } else this.scans.push({ stamp, keyframe: this.keyframes.length - 1, offset: { x, y, heading } });
  }

  /** Where odometry says that the robot has gone to, or where it goes at the motion it had. */
  private predict(stamp: number, odometry: Pose2 | undefined): void {
    const { filter, options, motion } = this;
    this.elapsed = Math.max(0, stamp - this.scans[this.scans.length - 1].stamp);
    Object.assign(this.before.pose, filter.pose);
    this.before.covariance.set(filter.covariance);
    if (odometry !== undefined && this.lastOdometry !== undefined) {
      relativePoseInto(this.lastOdometry, odometry, motion);
      predictPose(filter, motion, options.odometryNoise);
    } else this.predictByVelocity();
    if (odometry !== undefined) this.lastOdometry = { ...odometry };
  }

  private predictByVelocity(): void {
    const { velocity, elapsed, motion } = this;
    motion.x = velocity.x * elapsed;
    motion.y = velocity.y * elapsed;
    motion.heading = velocity.heading * elapsed;
    predictPose(this.filter, motion, WITHOUT_ODOMETRY);
  }

  private correct(points: ScanPoints, hasOdometry: boolean): void {
    const { filter, match } = this;
    if (hasOdometry) this.matchPrediction(points, false);
    if (!hasOdometry) this.matchPrediction(points, true);
    else if (match.score < POOR_SCORE) this.searchAgain(points);
    if (correctPose(filter, match.pose, match.information) && this.elapsed > 0) this.measureVelocity();
  }

  private measureVelocity(): void {
    const { velocity, elapsed, relative } = this;
    relativePoseInto(this.before.pose, this.filter.pose, relative);
    velocity.x = relative.x / elapsed;
    velocity.y = relative.y / elapsed;
    velocity.heading = relative.heading / elapsed;
  }

  /** match ← the scan matched from the filter's prediction on; `widely` after trying all poses that motion allows. */
  private matchPrediction(points: ScanPoints, widely: boolean): void {
    const { filter, match, predicted, elapsed } = this;
    const submap = this.matchedSubmap();
    if (invert3(filter.covariance, this.priorInformation) === 0) this.priorInformation.fill(0);
    predicted.x = filter.pose.x - submap.x;
    predicted.y = filter.pose.y - submap.y;
    predicted.heading = filter.pose.heading;
    Object.assign(match.pose, predicted);
    if (widely) {
      const span = Math.min(1, elapsed);
      const window = { distance: 0.2 + span, turn: 0.2 + 0.8 * span };
      searchNearby(submap.map.levels[1], points, match.pose, window, NEARBY_TURN_STEP);
    }
    matchScan(submap.map, points, { pose: predicted, information: this.priorInformation }, this.options, match);
    match.pose.x += submap.x;
    match.pose.y += submap.y;
  }

  /** Odometry that came late or slipped: looks about the place where the motion it had leads; kept where that fits better. */
  private searchAgain(points: ScanPoints): void {
    const { filter, match } = this;
    const first = { pose: { ...match.pose }, information: match.information.slice(), score: match.score };
    Object.assign(filter.pose, this.before.pose);
    filter.covariance.set(this.before.covariance);
    this.predictByVelocity();
    this.matchPrediction(points, true);
    if (match.score >= first.score + BETTER_SCORE) return;
    Object.assign(match.pose, first.pose);
    match.information.set(first.information);
    match.score = first.score;
  }

  /** The older of the submaps that grow. */
  private matchedSubmap(): Submap {
    const { submaps } = this;
    const older = submaps.at(-2);
    return older !== undefined && !older.finished ? older : submaps.at(-1)!;
  }

  private addKeyframe(points: ScanPoints): void {
    const index = this.keyframes.length;
    const { pose } = this.filter;
    if (index % this.options.submapKeyframes === 0) this.startSubmap(index);
    const variable = this.graph.poses.length;
    this.keyframes.push({ variable, points: copyPoints(points), travelled: this.travelled });
    Object.assign(this.lastKeyframePose, pose);
    const reference = this.matchedSubmap();
    const inReference = { x: pose.x - reference.x, y: pose.y - reference.y, heading: pose.heading };
    const global = { x: 0, y: 0, heading: 0 };
    composePoseInto(this.graph.poses[reference.variable], inReference, global);
    this.graph.poses.push(global);
    this.keyframesSinceOptimised++;
    for (const submap of this.submaps.slice(-2)) {
      if (submap.finished) continue;
      const local = { x: pose.x - submap.x, y: pose.y - submap.y, heading: pose.heading };
      addToSubmap(submap, local, points, this.rules);
      const information = (index > 0 && edgeInformation(this.match.information)) || STIFF;
      this.graph.edges.push({ from: submap.variable, to: variable, ...local, information, loss: SQUARED });
    }
  }

  private startSubmap(keyframe: number): void {
    const { submaps, graph } = this;
    const { pose } = this.filter;
    const oldest = submaps.at(-2);
    if (oldest !== undefined) oldest.finished = true;
    const last = submaps.at(-1);
    const origin: Pose2 = { x: 0, y: 0, heading: 0 };
    if (last !== undefined) {
      const local = { x: pose.x - last.x, y: pose.y - last.y, heading: 0 };
      composePoseInto(graph.poses[last.variable], local, origin);
    }
    const variable = graph.poses.length;
    graph.poses.push(origin);
    if (submaps.length === 0) graph.fixed.add(variable);
    submaps.push(createSubmap(variable, keyframe, pose, this.options.resolution, this.options.levels));
    this.triedAt.push(-Infinity);
  }

  private searchLoops(): void {
    const { options } = this;
    const keyframe = this.keyframes.at(-1)!;
    const window = { distance: options.loopDistance, turn: options.loopTurn };
    for (let i = 0; i < this.submaps.length - 2; i++) {
      const submap = this.submaps[i];
      if (!submap.finished || this.travelled - this.triedAt[i] < options.loopSpacing) continue;
      if (this.distanceTo(submap, keyframe) > options.loopReach) continue;
      this.triedAt[i] = this.travelled;
      if (!closeLoop(this.graph, submap, keyframe, window, options)) continue;
      this.loops++;
      this.loopsSinceOptimised++;
    }
    if (this.loopsSinceOptimised === 0 || this.keyframesSinceOptimised < OPTIMISE_EVERY) return;
    this.optimise();
  }

  private distanceTo(submap: Submap, keyframe: Keyframe): number {
    relativePoseInto(this.graph.poses[submap.variable], this.graph.poses[keyframe.variable], this.relative);
    const dx = this.relative.x - submap.centreX;
    const dy = this.relative.y - submap.centreY;
    return Math.sqrt(dx * dx + dy * dy);
  }

  private optimise(): void {
    optimise(this.graph, 5, WIDENING);
    optimise(this.graph, 10);
    this.loopsSinceOptimised = 0;
    this.keyframesSinceOptimised = 0;
  }

  /** Closes what is left of loops, with all submaps finished. */
  finish(onProgress?: (share: number) => void): void {
    for (const submap of this.submaps) submap.finished = true;
    if (!this.options.closeLoops) return;
    this.optimise();
    for (const [k, keyframe] of this.keyframes.entries()) {
      for (const submap of this.submaps) {
        if (k >= submap.firstKeyframe && k <= submap.lastKeyframe) continue;
        if (this.distanceTo(submap, keyframe) > 0.5 * this.options.loopReach) continue;
        if (closeLoop(this.graph, submap, keyframe, LAST_WINDOW, this.options)) this.loops++;
      }
      onProgress?.(k / this.keyframes.length);
    }
    optimise(this.graph, 10, WIDENING);
    optimise(this.graph, 30);
  }

  /** Every scan's pose as the graph has it now. */
  trajectory(): StampedPose[] {
    return this.scans.map(({ stamp, keyframe, offset }) => {
      const pose = { stamp, x: 0, y: 0, heading: 0 };
      composePoseInto(this.graph.poses[this.keyframes[keyframe].variable], offset, pose);
      return pose;
    });
  }

  /** Where matching has the robot, in its own frame. */
  get localPose(): Pose2 {
    const { x, y, heading } = this.filter.pose;
    return { x, y, heading: wrapToPi(heading) };
  }
}

/** Information of the first keyframe of a submap, which defines its frame. */
const STIFF = Float64Array.of(1e4, 0, 0, 0, 1e4, 0, 0, 0, 1e5);

const copyPoints = ({ count, originX, originY, x, y }: ScanPoints): ScanPoints => ({
  count,
  originX,
  originY,
  x: x.slice(0, count),
  y: y.slice(0, count),
});
