/**
 * Remembers where the lane ran, so that the road under the vehicle is known although the camera only sees what lies ahead.
 *
 * A cubic fitted to paint 2.5–9 m ahead says little about x = 0: on a bend of 5 m radius the extrapolated centre line is off by
 * metres. So every lane is placed in the odometry frame by the pose at which it was captured; what the next lane no longer shows is
 * kept as a trail of points. Short losses and the latency of perception are bridged by the same means.
 *
 *   trail (points)  ─────────────┬─  latest lane (cubic)  ─────────
 *              rear axle ▲       from                            to
 *
 * Of each lane the outer 7 % at either end are left out: the error of a least-squares cubic is, to leading order, the Legendre
 * polynomial P₄ over the fitted stretch, largest at the ends (7/3 of the largest inside) and zero at 6.94 % from them. So the trail
 * takes its points where the fit is best.
 *
 * The odometry frame may drift: only the last few metres matter. Checked against: lanes of known roads, in lane-path.test.ts.
 */
import { wrapToPi } from '../../math/angle.ts';
import { sinCos } from '../../math/trig.ts';
import type { Input } from '../../core/signal.ts';
import type { Lane, Odometry, Time } from '../../msgs/index.ts';
import { yawFromQuaternion } from '../../math/pose2.ts';

/** How many odometry samples and points of the trail are kept, and how close the samples may be [ns]. */
const POSES = 64;
const CLOSEST_NS = 15e6;
export const TRAIL_POINTS = 96;

/** The root of P₄ next to the end, as a share of the stretch. */
const END_SHARE = 0.0694318442;

/** Odometry is extrapolated at most this far [s]. */
const LONGEST_EXTRAPOLATION = 0.5;

/** Indices into one odometry sample: stamp [ns], pose [m, m, rad], twist [m/s, m/s, rad/s]. */
const enum Sample {
  NS,
  X,
  Y,
  YAW,
  VX,
  VY,
  YAW_RATE,
  SIZE,
}

/** Indices into the latest lane: its frame's pose in the odometry frame, coefficients, and the stretch of x that counts [m]. */
const enum Latest {
  X,
  Y,
  SIN,
  COS,
  C0,
  C1,
  C2,
  C3,
  FROM,
  TO,
  SIZE,
}

export interface LaneMemory {
  /** Ring of the latest odometry samples by `Sample`, and how many there have ever been. */
  readonly samples: Float64Array;
  sampleCount: number;
  odomSequence: number;
  /** x, y of the trail in the odometry frame, oldest first [m]. */
  readonly trail: Float64Array;
  trailCount: number;
  /** By `Latest`. */
  readonly latest: Float64Array;
  hasLane: boolean;
}

export const createLaneMemory = (): LaneMemory => ({
  samples: new Float64Array(Sample.SIZE * POSES),
  sampleCount: 0,
  odomSequence: 0,
  trail: new Float64Array(2 * TRAIL_POINTS),
  trailCount: 0,
  latest: new Float64Array(Latest.SIZE),
  hasLane: false,
});

const stampOf = (stamp: Time, publishedNs: number): number => {
  const ns = stamp.sec * 1e9 + stamp.nanosec;
  return ns > 0 ? ns : publishedNs;
};

/** Notes the latest odometry, if it is new and makes sense. */
export function rememberOdometry(memory: LaneMemory, odom: Input<Odometry>): void {
  if (odom.sequence === memory.odomSequence) return;
  memory.odomSequence = odom.sequence;
  const {
    pose: { pose },
    twist: { twist },
    header,
  } = odom.value;
  const yaw = yawFromQuaternion(pose.orientation);
  if (
    !(Math.abs(pose.position.x + pose.position.y + yaw + twist.linear.x + twist.linear.y + twist.angular.z) < Infinity)
  )
    return;
  const { samples, sampleCount } = memory;
  const ns = stampOf(header.stamp, odom.publishedNs);
  // closer samples replace the latest, so that those kept reach back far enough
  const isDense = sampleCount > 1 && ns - samples[Sample.SIZE * ((sampleCount - 2) % POSES) + Sample.NS] < CLOSEST_NS;
  if (!isDense) memory.sampleCount++;
  const at = Sample.SIZE * ((memory.sampleCount - 1) % POSES);
  samples[at + Sample.NS] = ns;
  samples[at + Sample.X] = pose.position.x;
  samples[at + Sample.Y] = pose.position.y;
  samples[at + Sample.YAW] = yaw;
  samples[at + Sample.VX] = twist.linear.x;
  samples[at + Sample.VY] = twist.linear.y;
  samples[at + Sample.YAW_RATE] = twist.angular.z;
}

/** twist ← vx, vy [m/s] and yaw rate [rad/s] of the latest sample; zero before the first. */
export function latestTwist(memory: LaneMemory, twist: Float64Array): void {
  const at = Sample.SIZE * ((memory.sampleCount + POSES - 1) % POSES) + Sample.VX;
  for (let i = 0; i < 3; i++) twist[i] = memory.samples[at + i];
}

const rotation = new Float64Array(2);

/** pose ← x, y [m] and yaw [rad] of the vehicle at a time: between two samples, or on from the latest with its twist. */
export function poseAt(memory: LaneMemory, ns: number, pose: Float64Array): void {
  const { samples, sampleCount } = memory;
  const oldest = Math.max(0, sampleCount - POSES);
  let index = sampleCount - 1;
  while (index > oldest && samples[Sample.SIZE * (index % POSES) + Sample.NS] > ns) index--;
  const at = Sample.SIZE * (index % POSES);
  const yaw = samples[at + Sample.YAW];
  const since = (ns - samples[at + Sample.NS]) / 1e9;
  pose[0] = samples[at + Sample.X];
  pose[1] = samples[at + Sample.Y];
  pose[2] = yaw;
  if (since <= 0) return;
  if (index < sampleCount - 1) {
    const next = Sample.SIZE * ((index + 1) % POSES);
    const share = (ns - samples[at + Sample.NS]) / (samples[next + Sample.NS] - samples[at + Sample.NS]);
    pose[0] += share * (samples[next + Sample.X] - pose[0]);
    pose[1] += share * (samples[next + Sample.Y] - pose[1]);
    pose[2] += share * wrapToPi(samples[next + Sample.YAW] - yaw);
    return;
  }
  const dt = Math.min(since, LONGEST_EXTRAPOLATION);
  const turn = dt * samples[at + Sample.YAW_RATE];
  const along = dt * samples[at + Sample.VX];
  const across = dt * samples[at + Sample.VY];
  sinCos(yaw + 0.5 * turn, rotation);
  pose[0] += rotation[1] * along - rotation[0] * across;
  pose[1] += rotation[0] * along + rotation[1] * across;
  pose[2] += turn;
}

/** Whether a lane can be followed: detected, and finite over a stretch ahead. */
export function isUsable(lane: Lane): boolean {
  const { centre } = lane;
  const sum = lane.x_min + lane.x_max + centre[0] + centre[1] + centre[2] + centre[3];
  return lane.detected && lane.x_max > lane.x_min && Math.abs(sum) < Infinity;
}

const capture = new Float64Array(3);

/** Takes in a usable lane; `spacing` [m] between points of the trail, which is kept to `behind` [m] behind the vehicle. */
export function rememberLane(memory: LaneMemory, lane: Input<Lane>, spacing: number, behind: number): void {
  const { x_min, x_max, centre, header } = lane.value;
  const { latest } = memory;
  poseAt(memory, stampOf(header.stamp, lane.publishedNs), capture);
  sinCos(capture[2], rotation);
  const sine = rotation[0];
  const cosine = rotation[1];
  const inset = END_SHARE * (x_max - x_min);
  if (memory.hasLane) extendTrail(memory, spacing, sine, cosine, x_min + inset);
  pruneTrail(memory, spacing, sine, cosine, x_min + inset, behind);
  latest[Latest.X] = capture[0];
  latest[Latest.Y] = capture[1];
  latest[Latest.SIN] = sine;
  latest[Latest.COS] = cosine;
  for (let i = 0; i < 4; i++) latest[Latest.C0 + i] = centre[i];
  latest[Latest.FROM] = x_min + inset;
  latest[Latest.TO] = x_max - inset;
  memory.hasLane = true;
}

/** Forward coordinate, in the captured frame, of a point in the odometry frame. */
const ahead = (x: number, y: number, sine: number, cosine: number): number =>
  cosine * (x - capture[0]) + sine * (y - capture[1]);

/** Appends to the trail what the latest lane shows and the one just captured, beginning at `until`, does not. */
function extendTrail(memory: LaneMemory, spacing: number, sine: number, cosine: number, until: number): void {
  const { latest, trail } = memory;
  for (let x = nextStation(memory, spacing); x <= latest[Latest.TO]; x += stride(latest, x, spacing)) {
    const y = lateral(latest, x);
    const east = latest[Latest.X] + latest[Latest.COS] * x - latest[Latest.SIN] * y;
    const north = latest[Latest.Y] + latest[Latest.SIN] * x + latest[Latest.COS] * y;
    if (!(ahead(east, north, sine, cosine) < until)) return;
    if (memory.trailCount === TRAIL_POINTS) forgetOldest(memory, 1);
    trail[2 * memory.trailCount] = east;
    trail[2 * memory.trailCount + 1] = north;
    memory.trailCount++;
  }
}

/** Forgets points far behind, those that are seen again, and all when the trail does not reach the lane. */
function pruneTrail(
  memory: LaneMemory,
  spacing: number,
  sine: number,
  cosine: number,
  from: number,
  behind: number,
): void {
  while (memory.trailCount > 0 && trailAhead(memory, memory.trailCount - 1, sine, cosine) >= from) memory.trailCount--;
  if (memory.trailCount > 0 && trailAhead(memory, memory.trailCount - 1, sine, cosine) < from - behind - spacing)
    memory.trailCount = 0;
  let old = 0;
  while (old < memory.trailCount && trailAhead(memory, old, sine, cosine) < -behind) old++;
  forgetOldest(memory, old);
}

const trailAhead = (memory: LaneMemory, i: number, sine: number, cosine: number): number =>
  ahead(memory.trail[2 * i], memory.trail[2 * i + 1], sine, cosine);

function forgetOldest(memory: LaneMemory, count: number): void {
  if (count === 0) return;
  memory.trail.copyWithin(0, 2 * count, 2 * memory.trailCount);
  memory.trailCount -= count;
}

/** y of the latest lane at x, in its own frame. */
const lateral = (latest: Float64Array, x: number): number =>
  latest[Latest.C0] + x * (latest[Latest.C1] + x * (latest[Latest.C2] + x * latest[Latest.C3]));

/** How much x grows over `spacing` along the latest lane. */
function stride(latest: Float64Array, x: number, spacing: number): number {
  const slope = latest[Latest.C1] + x * (2 * latest[Latest.C2] + x * 3 * latest[Latest.C3]);
  return Math.max(0.05 * spacing, spacing / Math.sqrt(1 + slope * slope));
}

/** Where the latest lane goes on after the trail, in the lane's own frame. */
function nextStation(memory: LaneMemory, spacing: number): number {
  const { latest, trail, trailCount } = memory;
  if (trailCount === 0) return latest[Latest.FROM];
  const dx = trail[2 * trailCount - 2] - latest[Latest.X];
  const dy = trail[2 * trailCount - 1] - latest[Latest.Y];
  const last = latest[Latest.COS] * dx + latest[Latest.SIN] * dy;
  return Math.max(latest[Latest.FROM], last + stride(latest, last, spacing));
}

/** Writes trail and latest lane as points in the frame of `pose`, and returns how many; `x` and `y` bound their number. */
export function writeCentreLine(
  memory: LaneMemory,
  pose: Float64Array,
  spacing: number,
  x: Float64Array,
  y: Float64Array,
): number {
  const { latest, trail, trailCount } = memory;
  sinCos(pose[2], rotation);
  const sine = rotation[0];
  const cosine = rotation[1];
  let count = 0;
  for (; count < trailCount; count++) {
    const dx = trail[2 * count] - pose[0];
    const dy = trail[2 * count + 1] - pose[1];
    x[count] = cosine * dx + sine * dy;
    y[count] = cosine * dy - sine * dx;
  }
  if (!memory.hasLane) return count;
  // a long stretch is sampled more coarsely, so that it fits
  const coarse = Math.max(spacing, (latest[Latest.TO] - latest[Latest.FROM]) / (x.length - trailCount - 2));
  for (
    let at = nextStation(memory, spacing);
    at <= latest[Latest.TO] && count < x.length;
    at += stride(latest, at, coarse), count++
  ) {
    const side = lateral(latest, at);
    const dx = latest[Latest.X] + latest[Latest.COS] * at - latest[Latest.SIN] * side - pose[0];
    const dy = latest[Latest.Y] + latest[Latest.SIN] * at + latest[Latest.COS] * side - pose[1];
    x[count] = cosine * dx + sine * dy;
    y[count] = cosine * dy - sine * dx;
  }
  return count;
}
