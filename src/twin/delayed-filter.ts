/**
 * A Kalman filter whose measurements are old when they come: where the robot is now, from where it was.
 *
 * The filter keeps what it believed at the last instants, with the commands that were in force. A pose that was true at t_s < now goes in where it belongs: the belief at
 * t_s is corrected,
 *
 *   S = P₃ + R,   K = P₍₅ₓ₃₎ S⁻¹,   s ← s + K (z − s₃),   P ← P − K P₍₃ₓ₅₎        (angles wrapped)
 *
 * and everything since then is done anew. So a late measurement is worth as much as a timely one, and messages may overtake each other. A measurement that lies
 * outside the 99.9 % ellipsoid (d² > 16.27, three degrees of freedom) is left out; after some in a row the robot was picked up, and the filter begins anew.
 *
 * Reference: the extended Kalman filter, D. Simon, Optimal State Estimation, 2006, section 13.2; delayed measurements by filter recalculation, T. D. Larsen et al., CDC 1998.
 * Checked against: the same filter fed without delay, to the last digits, and the spread of its errors.
 */
import { wrapToPi } from '../math/angle.ts';
import { invert3, multiply } from '../math/linear-algebra.ts';
import type { RobotModel } from './robot-model.ts';
import { moveOn, SPEED, STATES, STEERING, X, Y, YAW } from './robot-model.ts';

export interface FilterModel extends RobotModel {
  /** Densities of what drives the belief apart: position [m²/s], heading [rad²/s], speed [m²/s³], steering [rad²/s]. */
  readonly positionNoise: number;
  readonly headingNoise: number;
  readonly speedNoise: number;
  readonly steeringNoise: number;
  /** Standard deviations of a measurement [m, rad]. */
  readonly measuredPosition: number;
  readonly measuredHeading: number;
  /** [s] */
  readonly driveDeadTime: number;
  readonly steeringDeadTime: number;
}

/** In each row: instant [s], belief, covariance, commands given at that instant, and what was measured between it and the next: when (or NaN), and the pose. */
const BELIEF = 1;
const COVARIANCE = BELIEF + STATES;
const COMMANDS = COVARIANCE + STATES * STATES;
const MEASURED = COMMANDS + 2;
const ROW = MEASURED + 4;

const GATE = 16.27;
const PATIENCE = 8;
/** Doubt about speed and steering at the beginning: their variances [m²/s², rad²]. */
const UNKNOWN_SPEED = 1;
const UNKNOWN_STEERING = 0.25;

export interface DelayedFilter {
  /** A ring of rows, of which `count` were ever written. */
  readonly rows: Float64Array;
  readonly length: number;
  count: number;
  /** Belief and covariance that are worked on; between steps, those of now. */
  readonly belief: Float64Array;
  readonly covariance: Float64Array;
  /** Whether a measurement has come yet, and when the first that counts was true [s]. */
  isLocated: boolean;
  locatedAt: number;
  /** Measurements that were left out in a row. */
  rejected: number;
  /** How far the last one was from the belief [m]. */
  innovation: number;
  /** Working space. */
  readonly jacobian: Float64Array;
  readonly product: Float64Array;
  readonly inverse: Float64Array;
  readonly gain: Float64Array;
}

/** `length` rows reach that many steps back. */
export const createDelayedFilter = (length: number): DelayedFilter => ({
  rows: new Float64Array(length * ROW),
  length,
  count: 0,
  belief: new Float64Array(STATES),
  covariance: new Float64Array(STATES * STATES),
  isLocated: false,
  locatedAt: 0,
  rejected: 0,
  innovation: 0,
  jacobian: new Float64Array(STATES * STATES),
  product: new Float64Array(STATES * STATES),
  inverse: new Float64Array(9),
  gain: new Float64Array(3 * STATES),
});

const rowOf = ({ length }: DelayedFilter, index: number): number => (index % length) * ROW;
const oldest = ({ count, length }: DelayedFilter): number => Math.max(0, count - length);

/** The last row at or before an instant; before all of them, one less than the oldest. */
function indexAt(filter: DelayedFilter, time: number): number {
  let index = filter.count - 1;
  while (index >= oldest(filter) && filter.rows[rowOf(filter, index)] > time) index--;
  return index;
}

/** A step on: the belief at `now`, with the commands that are given now. */
export function advance(filter: DelayedFilter, model: FilterModel, now: number, speed: number, steering: number): void {
  const { rows, count } = filter;
  const before = count === 0 ? now : rows[rowOf(filter, count - 1)];
  const row = rowOf(filter, count);
  rows[row] = now;
  rows[row + COMMANDS] = speed;
  rows[row + COMMANDS + 1] = steering;
  rows[row + MEASURED] = NaN;
  filter.count = count + 1;
  if (filter.isLocated) predict(filter, model, before, now);
  keep(filter, row);
}

/** Takes in a pose (x, y, ψ) that was true at `stamp`. Returns whether it was used. */
export function correct(filter: DelayedFilter, model: FilterModel, stamp: number, pose: ArrayLike<number>): boolean {
  const { rows, count } = filter;
  const index = indexAt(filter, stamp);
  const isSane = Number.isFinite(pose[0] + pose[1] + pose[2]);
  if (count === 0 || !isSane || index < oldest(filter) || stamp > rows[rowOf(filter, count - 1)]) return false;
  const isNew = !filter.isLocated || filter.rejected >= PATIENCE;
  const row = rowOf(filter, index);
  if (!isNew && (stamp < filter.locatedAt || rows[row + MEASURED] >= stamp)) return false;
  recall(filter, row);
  if (isNew) locate(filter, model, stamp, pose);
  else {
    predict(filter, model, rows[row], stamp);
    if (!isPlausible(filter, model, pose)) {
      recall(filter, rowOf(filter, count - 1));
      return false;
    }
    update(filter, pose);
  }
  rows[row + MEASURED] = stamp;
  for (let i = 0; i < 3; i++) rows[row + MEASURED + 1 + i] = pose[i];
  repeat(filter, model, index, stamp);
  return true;
}

/** Everything since a measurement in row `index` anew, with what was measured after it. */
function repeat(filter: DelayedFilter, model: FilterModel, index: number, stamp: number): void {
  const { rows, count } = filter;
  let before = stamp;
  for (let i = index + 1; i < count; i++) {
    const row = rowOf(filter, i);
    predict(filter, model, before, rows[row]);
    keep(filter, row);
    before = rows[row];
    const measured = rows[row + MEASURED];
    if (Number.isNaN(measured)) continue;
    predict(filter, model, before, measured);
    const pose = rows.subarray(row + MEASURED + 1, row + MEASURED + 4);
    innovate(filter, model, pose);
    update(filter, pose);
    before = measured;
  }
}

function recall({ rows, belief, covariance }: DelayedFilter, row: number): void {
  for (let i = 0; i < STATES; i++) belief[i] = rows[row + BELIEF + i];
  for (let i = 0; i < STATES * STATES; i++) covariance[i] = rows[row + COVARIANCE + i];
}

function keep({ rows, belief, covariance }: DelayedFilter, row: number): void {
  for (let i = 0; i < STATES; i++) rows[row + BELIEF + i] = belief[i];
  for (let i = 0; i < STATES * STATES; i++) rows[row + COVARIANCE + i] = covariance[i];
}

/** A command that is in force at an instant: the one that was given a dead time before. */
function commandAt(filter: DelayedFilter, which: 0 | 1, time: number): number {
  const index = Math.max(indexAt(filter, time), oldest(filter));
  return filter.rows[rowOf(filter, index) + COMMANDS + which];
}

function predict(filter: DelayedFilter, model: FilterModel, from: number, to: number): void {
  const dt = to - from;
  if (!(dt > 0)) return;
  const { belief, covariance: p, jacobian: f, product } = filter;
  const middle = 0.5 * (from + to);
  const speed = commandAt(filter, 0, middle - model.driveDeadTime);
  const steering = commandAt(filter, 1, middle - model.steeringDeadTime);
  moveOn(model, belief, speed, steering, dt, f);
  // P ← F P Fᵀ + Q Δt
  multiply(f, p, STATES, STATES, STATES, product);
  for (let i = 0; i < STATES; i++)
    for (let j = 0; j < STATES; j++) {
      let sum = 0;
      for (let k = 0; k < STATES; k++) sum += product[i * STATES + k] * f[j * STATES + k];
      p[i * STATES + j] = sum;
    }
  p[X * STATES + X] += model.positionNoise * dt;
  p[Y * STATES + Y] += model.positionNoise * dt;
  p[YAW * STATES + YAW] += model.headingNoise * dt;
  p[SPEED * STATES + SPEED] += model.speedNoise * dt;
  p[STEERING * STATES + STEERING] += model.steeringNoise * dt;
}

/** The belief begins here, at rest and with a lot of doubt about that; what was measured before is forgotten. */
function locate(filter: DelayedFilter, model: FilterModel, stamp: number, pose: ArrayLike<number>): void {
  const { belief, covariance, rows, length } = filter;
  belief.fill(0);
  covariance.fill(0);
  for (let i = 0; i < 3; i++) belief[i] = pose[i];
  covariance[X * STATES + X] = covariance[Y * STATES + Y] = model.measuredPosition * model.measuredPosition;
  covariance[YAW * STATES + YAW] = model.measuredHeading * model.measuredHeading;
  covariance[SPEED * STATES + SPEED] = UNKNOWN_SPEED;
  covariance[STEERING * STATES + STEERING] = UNKNOWN_STEERING;
  for (let row = 0; row < length * ROW; row += ROW) rows[row + MEASURED] = NaN;
  filter.isLocated = true;
  filter.locatedAt = stamp;
  filter.rejected = 0;
  filter.innovation = 0;
}

/** inverse ← S⁻¹ for this pose. Returns the squared Mahalanobis distance of the pose. */
function innovate(filter: DelayedFilter, model: FilterModel, pose: ArrayLike<number>): number {
  const { belief: s, covariance: p, inverse: m } = filter;
  const x = pose[X] - s[X];
  const y = pose[Y] - s[Y];
  const yaw = wrapToPi(pose[YAW] - s[YAW]);
  const position = model.measuredPosition * model.measuredPosition;
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) m[3 * i + j] = p[i * STATES + j];
  m[0] += position;
  m[4] += position;
  m[8] += model.measuredHeading * model.measuredHeading;
  if (invert3(m, m) === 0) return Infinity;
  return (
    x * (m[0] * x + m[1] * y + m[2] * yaw) +
    y * (m[3] * x + m[4] * y + m[5] * yaw) +
    yaw * (m[6] * x + m[7] * y + m[8] * yaw)
  );
}

function isPlausible(filter: DelayedFilter, model: FilterModel, pose: ArrayLike<number>): boolean {
  const { belief } = filter;
  const [ex, ey] = [pose[X] - belief[X], pose[Y] - belief[Y]];
  filter.innovation = Math.sqrt(ex * ex + ey * ey);
  const isIn = innovate(filter, model, pose) <= GATE;
  filter.rejected = isIn ? 0 : filter.rejected + 1;
  return isIn;
}

/** Corrects the belief by a pose that is true now, with S⁻¹ as `innovate` has left it. */
function update({ belief: s, covariance: p, inverse, gain, product }: DelayedFilter, pose: ArrayLike<number>): void {
  const ex = pose[X] - s[X];
  const ey = pose[Y] - s[Y];
  const eYaw = wrapToPi(pose[YAW] - s[YAW]);
  for (let i = 0; i < STATES; i++)
    for (let j = 0; j < 3; j++)
      gain[3 * i + j] =
        p[i * STATES] * inverse[j] + p[i * STATES + 1] * inverse[3 + j] + p[i * STATES + 2] * inverse[6 + j];
  for (let i = 0; i < STATES; i++) s[i] += gain[3 * i] * ex + gain[3 * i + 1] * ey + gain[3 * i + 2] * eYaw;
  // P ← P − K P₍₃ₓ₅₎, from the old P throughout
  product.set(p);
  for (let i = 0; i < STATES; i++)
    for (let j = 0; j < STATES; j++)
      p[i * STATES + j] -=
        gain[3 * i] * product[j] + gain[3 * i + 1] * product[STATES + j] + gain[3 * i + 2] * product[2 * STATES + j];
}
