/** Knobs of mapping a whole log. Defaults suit an indoor robot with a scanner of 8 to 30 m. */
import type { LossKind } from './loops/pose-graph.ts';

export interface SlamOptions {
  /** Side of a cell [m] and levels of the pyramid. */
  readonly resolution: number;
  readonly levels: number;
  /** Standard deviation of a residual of matching; smaller trusts walls more and odometry less. */
  readonly sigma: number;
  /** Gradient as hector_mapping's code has it. */
  readonly published: boolean;
  /** Odometry: standard deviations per metre and per radian, and at least [m, rad]. */
  readonly odometryNoise: { readonly distance: number; readonly turn: number; readonly least: number };
  /** A scan becomes part of the map after this much motion [m, rad]. */
  readonly keyframeDistance: number;
  readonly keyframeTurn: number;
  /** Keyframes after which the next submap begins; each submap takes twice as many. */
  readonly submapKeyframes: number;
  /** Log-odds at which cells saturate. */
  readonly saturation: number;
  /** Loops are searched for; else this is plain scan matching. */
  readonly closeLoops: boolean;
  /** Window of the search [m, rad], metres from one attempt to the next, least score, and farthest place of a submap [m]. */
  readonly loopDistance: number;
  readonly loopTurn: number;
  readonly loopSpacing: number;
  readonly loopScore: number;
  readonly loopReach: number;
  readonly loss: LossKind;
  readonly lossScale: number;
}

export const DEFAULT_SLAM_OPTIONS: SlamOptions = {
  resolution: 0.05,
  levels: 3,
  sigma: 0.5,
  published: false,
  odometryNoise: { distance: 0.1, turn: 0.1, least: 0.02 },
  keyframeDistance: 0.1,
  keyframeTurn: 0.1,
  submapKeyframes: 25,
  saturation: 8,
  closeLoops: true,
  loopDistance: 3,
  loopTurn: 0.4,
  loopSpacing: 1,
  loopScore: 0.55,
  loopReach: 10,
  loss: 'switchable',
  lossScale: 10,
};
