/**
 * Kalman filter of a pose: odometry predicts, the scan matcher corrects.
 *
 *   prediction   ξ⁻ = ξ ∘ u,     P⁻ = F P Fᵀ + R(θ) Q R(θ)ᵀ,     F = ∂(ξ ∘ u)/∂ξ
 *   correction   ξ⁺ and Λ⁺ = H + (P⁻)⁻¹ come from the matcher, whose prior is (ξ⁻, (P⁻)⁻¹);  P⁺ = (Λ⁺)⁻¹
 *
 * u   motion since the last scan in the robot's frame;   Q its covariance, diagonal: (a d + least)², (b |Δθ| + least + a d/2)²
 * H   Gauss–Newton matrix of the matcher: information of the measurement. hector_mapping publishes H itself as the covariance; here it is
 *     inverted
 */
import { invert3, multiply } from '../math/linear-algebra.ts';
import type { Pose2 } from '../math/pose2.ts';
import { composePoseInto } from '../math/pose2.ts';
import { sinCos } from '../math/trig.ts';

export interface PoseFilter {
  readonly pose: Pose2;
  /** P, 3×3. */
  readonly covariance: Float64Array;
}

export interface MotionNoise {
  readonly distance: number;
  readonly turn: number;
  readonly least: number;
}

export const createPoseFilter = (): PoseFilter => ({
  pose: { x: 0, y: 0, heading: 0 },
  covariance: new Float64Array(9),
});

const transition = new Float64Array(9);
const transposed = new Float64Array(9);
const product = new Float64Array(9);
const direction = new Float64Array(2);

/** ξ⁻ and P⁻ after a motion. */
export function predictPose(filter: PoseFilter, motion: Pose2, noise: MotionNoise): void {
  const { pose, covariance: p } = filter;
  sinCos(pose.heading, direction);
  const s = direction[0];
  const c = direction[1];
  transition.fill(0);
  transition[0] = transition[4] = transition[8] = 1;
  transition[2] = -s * motion.x - c * motion.y;
  transition[5] = c * motion.x - s * motion.y;
  transpose(transition, transposed);
  multiply(transition, p, 3, 3, 3, product);
  multiply(product, transposed, 3, 3, 3, p);
  const distance = Math.sqrt(motion.x * motion.x + motion.y * motion.y);
  const along = noise.distance * distance + noise.least;
  const turn = noise.turn * Math.abs(motion.heading) + 0.5 * noise.distance * distance + noise.least;
  p[0] += along * along;
  p[4] += along * along;
  p[8] += turn * turn;
  composePoseInto(pose, motion, pose);
}

/** Takes over what the matcher found; false where its information cannot be inverted, and nothing changes. */
export function correctPose(filter: PoseFilter, pose: Pose2, information: Float64Array): boolean {
  if (invert3(information, product) === 0) return false;
  filter.covariance.set(product);
  filter.pose.x = pose.x;
  filter.pose.y = pose.y;
  filter.pose.heading = pose.heading;
  return true;
}

function transpose(a: Float64Array, out: Float64Array): void {
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) out[3 * i + j] = a[3 * j + i];
}
