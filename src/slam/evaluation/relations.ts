/**
 * Errors of a trajectory by relations between places, as Kümmerle et al. measure them.
 *
 *   δᵢⱼ = ξᵢ⁻¹ ξⱼ,     errors |trans(δ*ᵢⱼ⁻¹ δᵢⱼ)| and |rot(δ*ᵢⱼ⁻¹ δᵢⱼ)|,     mean and standard deviation over all relations
 *
 * δ*  true displacement from the pose at one stamp to that at another; no common frame is needed
 *
 * A relations file holds a line `stamp₁ stamp₂ x y z roll pitch yaw` for each; a stamp that the trajectory does not have within
 * `tolerance` is interpolated where it lies between two poses that are near in time, and else leaves the relation out.
 * Reference: Kümmerle et al., On measuring the accuracy of SLAM algorithms, Autonomous Robots 27, 2009.
 */
import { InputError, quote } from '../../core/input-error.ts';
import { wrapToPi } from '../../math/angle.ts';
import type { Pose2 } from '../../math/pose2.ts';
import { relativePoseInto } from '../../math/pose2.ts';
import { maximum, mean, variance } from '../../math/statistics.ts';
import type { StampedPose } from '../slam.ts';

export interface Relation {
  readonly from: number;
  readonly to: number;
  readonly x: number;
  readonly y: number;
  readonly heading: number;
}

export interface ErrorSummary {
  readonly mean: number;
  readonly sigma: number;
  readonly max: number;
}

export interface RelationErrors {
  readonly relations: number;
  /** Relations whose stamps the trajectory does not have. */
  readonly missing: number;
  /** [m] and [rad]. */
  readonly translation: ErrorSummary;
  readonly rotation: ErrorSummary;
}

/** Lines `stamp stamp x y z roll pitch yaw`, with comments after #. */
export function readRelations(text: string, name: string): Relation[] {
  const relations: Relation[] = [];
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const words = line.replace(/#.*$/, '').trim();
    if (words === '') continue;
    const values = words.split(/\s+/).map(Number);
    if (values.length !== 8 || !values.every(Number.isFinite))
      throw new InputError(`${name}:${i + 1}`, `expected two stamps and x y z roll pitch yaw, got ${quote(line)}`);
    const [from, to, x, y, , , , heading] = values;
    relations.push({ from, to, x, y, heading });
  }
  if (relations.length === 0) throw new InputError(name, 'expected at least one relation, got none');
  return relations;
}

/** Stamps nearer than this are the same [s]; poses farther apart are not interpolated between. */
const SAME_STAMP = 1e-3;
const LONGEST_GAP = 0.3;

/** out ← the pose at a stamp; false where the trajectory has none. */
export function poseAt(trajectory: readonly StampedPose[], stamp: number, out: Pose2): boolean {
  let low = 0;
  let high = trajectory.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (trajectory[middle].stamp < stamp - SAME_STAMP) low = middle + 1;
    else high = middle;
  }
  const after = trajectory[low];
  if (after === undefined) return false;
  if (Math.abs(after.stamp - stamp) <= SAME_STAMP) {
    out.x = after.x;
    out.y = after.y;
    out.heading = after.heading;
    return true;
  }
  const before = trajectory[low - 1];
  if (before === undefined || after.stamp - before.stamp > LONGEST_GAP) return false;
  const share = (stamp - before.stamp) / (after.stamp - before.stamp);
  out.x = before.x + share * (after.x - before.x);
  out.y = before.y + share * (after.y - before.y);
  out.heading = wrapToPi(before.heading + share * wrapToPi(after.heading - before.heading));
  return true;
}

export function relationErrors(trajectory: readonly StampedPose[], relations: readonly Relation[]): RelationErrors {
  const a: Pose2 = { x: 0, y: 0, heading: 0 };
  const b: Pose2 = { x: 0, y: 0, heading: 0 };
  const translation: number[] = [];
  const rotation: number[] = [];
  for (const { from, to, x, y, heading } of relations) {
    if (!poseAt(trajectory, from, a) || !poseAt(trajectory, to, b)) continue;
    relativePoseInto(a, b, b);
    const dx = b.x - x;
    const dy = b.y - y;
    translation.push(Math.sqrt(dx * dx + dy * dy));
    rotation.push(Math.abs(wrapToPi(b.heading - heading)));
  }
  return {
    relations: translation.length,
    missing: relations.length - translation.length,
    translation: summary(translation),
    rotation: summary(rotation),
  };
}

export function summary(values: readonly number[]): ErrorSummary {
  if (values.length === 0) return { mean: NaN, sigma: NaN, max: NaN };
  return { mean: mean(values), sigma: Math.sqrt(variance(values, 0)), max: maximum(values) };
}
