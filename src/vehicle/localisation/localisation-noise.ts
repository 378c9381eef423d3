/**
 * Localisation errors: odometry that drifts with the distance driven, and a noisy position in the map.
 *
 * Each sample, with the true pose T_MB and the true motion ΔB = T_MB(previous)⁻¹ T_MB of length s:
 *
 *   T_OB ← T_OB · ΔB · n_o,      n_o = (x, y, θ) of variance s q_t, s q_t, s q_r           odometry: a random walk
 *   T_MO = T_MB · (T_OB · n_m)⁻¹,  n_m = (x, y, θ) of variance m_t/Δt, m_t/Δt, m_r/Δt      map: independent samples
 *
 * q_t [m²/m], q_r [rad²/m]   growth of the odometry's variance per metre
 * m_t [m² s], m_r [rad² s]   noise density of the map position: the same information per second at any rate
 *
 * Angles are clamped to ±π. Six normal deviates are drawn per sample, in the order of the equations.
 * The covariance of the odometry is that of all runs along the same true path, exactly: drift-covariance.ts.
 *
 * Reference: vehicle_dynamics_sim, Localization. Differs: the random numbers are the block's own stream; a first pose away from
 * the origin is where odometry begins; upstream has no covariance, and gives the densities in m²/s and rad²/s.
 * Checked against: the variances themselves over many samples.
 */
import type { Pose2 } from '../../math/pose2.ts';
import { composePoseInto, createPose2, inversePoseInto, relativePoseInto } from '../../math/pose2.ts';
import type { RandomStream } from '../../math/random.ts';
import { gaussian } from '../../math/random.ts';
import { createSpread, spreadOn } from './drift-covariance.ts';

export interface Drift {
  /** The true pose at the previous release. */
  readonly previous: Pose2;
  /** T_OB. */
  readonly odom: Pose2;
  /** T_MO. */
  readonly mapToOdom: Pose2;
  /** How far odometry spreads: drift-covariance.ts. */
  readonly spread: Float64Array;
}

export const createDrift = (): Drift => ({
  previous: createPose2(),
  odom: createPose2(),
  mapToOdom: createPose2(),
  spread: createSpread(),
});

export interface Variances {
  readonly odomWalkVelocityTranslation: number;
  readonly odomWalkVelocityRotation: number;
  readonly mapSampleNoiseTranslation: number;
  readonly mapSampleNoiseRotation: number;
}

const motion = createPose2();
const noise = createPose2();
const noisy = createPose2();

/** Three deviates of the given variances, the angle clamped to ±π. */
function drawNoise(stream: RandomStream, translation: number, rotation: number): void {
  const deviation = Math.sqrt(translation);
  noise.x = deviation * gaussian(stream);
  noise.y = deviation * gaussian(stream);
  noise.heading = Math.max(-Math.PI, Math.min(Math.PI, Math.sqrt(rotation) * gaussian(stream)));
}

/** Odometry that is exact at this pose, from which it will drift. */
export function beginDrift({ previous, odom, spread }: Drift, { x, y, heading }: Pose2): void {
  setPose(previous, x, y, heading);
  setPose(odom, x, y, heading);
  for (let i = 0; i < spread.length; i++) spread[i] = 0;
}

/** Takes in the true pose, `dt` seconds after the one before. */
export function driftOn(own: Variances, state: Drift, stream: RandomStream, pose: Pose2, dt: number): void {
  const { odom, previous } = state;
  relativePoseInto(previous, pose, motion);
  const distance = Math.sqrt(motion.x * motion.x + motion.y * motion.y);
  const translation = distance * own.odomWalkVelocityTranslation;
  const rotation = distance * own.odomWalkVelocityRotation;

  // odometry walks
  composePoseInto(odom, motion, odom);
  drawNoise(stream, translation, rotation);
  composePoseInto(odom, noise, odom);
  spreadOn(state.spread, pose.x - previous.x, pose.y - previous.y, translation, rotation);

  // map → odom from a noisy sample of the position
  drawNoise(stream, own.mapSampleNoiseTranslation / dt, own.mapSampleNoiseRotation / dt);
  composePoseInto(odom, noise, noisy);
  inversePoseInto(noisy, noisy);
  composePoseInto(pose, noisy, state.mapToOdom);
  setPose(previous, pose.x, pose.y, pose.heading);
}

export function setPose(pose: Pose2, x: number, y: number, heading: number): void {
  pose.x = x;
  pose.y = y;
  pose.heading = heading;
}
