/**
 * How far drifting odometry spreads: the covariance of x, y and heading over all runs along one true path, in the odom frame.
 *
 * With positions as complex numbers, a the true motion of a sample in the map, φ the heading error before it and w = e^{iφ}:
 *
 *   z ← z + a w + ξ,   φ ← φ + ν,        ξ of variance τ per axis, ν of variance ρ
 *
 * φ is normal of variance σ², so E w = e^{−σ²/2}, and the second moments about the means close exactly:
 *
 *   cov(z, z*) ← cov(z, z*) + 2 Re(a* cov(z, w*)) + |a|² (1 − e^{−σ²}) + 2 τ
 *   cov(z, z)  ← cov(z, z) + 2 a cov(z, w) − a² e^{−σ²} (1 − e^{−σ²})
 *   cov(z, w*) ← e^{−ρ/2} (cov(z, w*) + a (1 − e^{−σ²}))
 *   cov(z, w)  ← e^{−ρ/2} (cov(z, w) − a e^{−σ²} (1 − e^{−σ²}))
 *   cov(z, φ)  ← cov(z, φ) + i a σ² e^{−σ²/2}
 *   σ² ← σ² + ρ
 *
 * and var x, var y = (cov(z, z*) ± Re cov(z, z))/2, cov(x, y) = Im cov(z, z)/2.
 *
 * A linearisation does not do: on a straight of length S along x, where the heading varies by q per metre, var x = τ + q² S⁴/12 is of second order in q.
 * About the true path it would be missed; about the drifting one it would be q² S⁴/6 on average, twice too large.
 * The mean is not published: odometry falls short of the truth by a factor of e^{−σ²/2} in each further metre.
 * Valid while heading noise per sample stays far below π, where it is clamped. Checked against: the spread of thousands of runs, in several directions and on an arc.
 */
import { exp, expm1 } from '../../math/exponential.ts';

/** Indices into the second moments; complex ones take two places. */
const enum Spread {
  /** cov(z, z*), real. */
  ABSOLUTE,
  SQUARE,
  WITH_CONJUGATE = 3,
  WITH_DIRECTION = 5,
  WITH_HEADING = 7,
  /** σ² [rad²]. */
  HEADING = 9,
  SIZE,
}

export const createSpread = (): Float64Array => new Float64Array(Spread.SIZE);

/** Takes in a true motion (ax, ay) in the map, and the variances of its noise per axis and in heading. */
export function spreadOn(spread: Float64Array, ax: number, ay: number, translation: number, rotation: number): void {
  const variance = spread[Spread.HEADING];
  const lost = -expm1(-variance);
  const turned = exp(-variance) * lost;
  const kept = exp(-0.5 * rotation);
  const [cx, cy] = [spread[Spread.WITH_CONJUGATE], spread[Spread.WITH_CONJUGATE + 1]];
  const [wx, wy] = [spread[Spread.WITH_DIRECTION], spread[Spread.WITH_DIRECTION + 1]];

  // position with itself
  spread[Spread.ABSOLUTE] += 2 * (ax * cx + ay * cy) + (ax * ax + ay * ay) * lost + 2 * translation;
  spread[Spread.SQUARE] += 2 * (ax * wx - ay * wy) - (ax * ax - ay * ay) * turned;
  spread[Spread.SQUARE + 1] += 2 * (ax * wy + ay * wx) - 2 * ax * ay * turned;

  // position with heading
  spread[Spread.WITH_CONJUGATE] = kept * (cx + ax * lost);
  spread[Spread.WITH_CONJUGATE + 1] = kept * (cy + ay * lost);
  spread[Spread.WITH_DIRECTION] = kept * (wx - ax * turned);
  spread[Spread.WITH_DIRECTION + 1] = kept * (wy - ay * turned);
  const swing = variance * exp(-0.5 * variance);
  spread[Spread.WITH_HEADING] -= ay * swing;
  spread[Spread.WITH_HEADING + 1] += ax * swing;
  spread[Spread.HEADING] += rotation;
}

/** Writes the covariance into a ROS 6 × 6 matrix of x, y, z, roll, pitch, yaw. */
export function writeCovariance(spread: Float64Array, covariance: Float64Array): void {
  const [absolute, real] = [spread[Spread.ABSOLUTE], spread[Spread.SQUARE]];
  covariance[0] = 0.5 * (absolute + real);
  covariance[7] = 0.5 * (absolute - real);
  covariance[1] = covariance[6] = 0.5 * spread[Spread.SQUARE + 1];
  covariance[5] = covariance[30] = spread[Spread.WITH_HEADING];
  covariance[11] = covariance[31] = spread[Spread.WITH_HEADING + 1];
  covariance[35] = spread[Spread.HEADING];
}
