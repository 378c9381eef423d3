/**
 * Kalman filter of the robot's motion: wheels and gyroscope between scans, the matcher at each.
 *
 *   state       (x, y, θ, v, ω, b)            pose [m, rad], speed [m/s], yaw rate and bias of the gyroscope [rad/s]
 *   prediction  ẋ = v cos θ,  ẏ = v sin θ,  θ̇ = ω;   v, ω and b wander:  σ² grows by a², α² and β² per second
 *   wheels      z = v (and z = ω where there is no gyroscope)
 *   gyroscope   z = ω + b
 *   matcher     the pose ξ⁺ and its information Λ⁺, found with the filter's own pose (ξ⁻, P_ξ) as prior:
 *               G = P·ξ P_ξ⁻¹,   m⁺ = m + G (ξ⁺ − ξ⁻),   P⁺ = P − G (P_ξ − (Λ⁺)⁻¹) Gᵀ
 *
 * The last is exact for a measurement of the pose with information Λ⁺ − P_ξ⁻¹, and holds where walls leave a direction open and that
 * matrix cannot be inverted. A scan may be older than the filter: it is matched from the pose at its own stamp, and what it corrects then
 * is corrected now.
 * Valid for a robot that does not slip sideways. Every sensor may be missing.
 * Checked against: a batch least-squares estimate of a linear case; the variance of an average.
 */
import { wrapToPi } from '../math/angle.ts';
import { invert3, multiply } from '../math/linear-algebra.ts';
import type { Pose2 } from '../math/pose2.ts';
import { sinCos } from '../math/trig.ts';

export const N = 6;
const V = 3;
const OMEGA = 4;
const BIAS = 5;

export interface MotionFilter {
  /** x, y, θ, v, ω, b. */
  readonly mean: Float64Array;
  /** P, 6×6. */
  readonly covariance: Float64Array;
}

export interface ProcessNoise {
  /** [m/s/√s], [rad/s/√s], [rad/s/√s] */
  readonly acceleration: number;
  readonly yawAcceleration: number;
  readonly biasWalk: number;
}

export interface FirstGuess extends Pose2 {
  readonly speedDeviation: number;
  readonly biasDeviation: number;
}

export function createMotionFilter({ x, y, heading, speedDeviation, biasDeviation }: FirstGuess): MotionFilter {
  const covariance = new Float64Array(N * N);
  const deviations = [1e-3, 1e-3, 1e-3, speedDeviation, speedDeviation, biasDeviation];
  deviations.forEach((deviation, i) => (covariance[i * N + i] = deviation * deviation));
  return { mean: Float64Array.of(x, y, heading, 0, 0, 0), covariance };
}

const direction = new Float64Array(2);
const transition = new Float64Array(N * N);
const transposed = new Float64Array(N * N);
const product = new Float64Array(N * N);
const gain = new Float64Array(N);
const poseGain = new Float64Array(3 * N);
const poseCovariance = new Float64Array(9);
const inverse = new Float64Array(9);
const change = new Float64Array(9);

/** On by dt [s]. */
export function predictMotion({ mean, covariance }: MotionFilter, dt: number, noise: ProcessNoise): void {
  if (!(dt > 0)) return;
  const middle = mean[2] + 0.5 * mean[OMEGA] * dt;
  sinCos(middle, direction);
  const s = direction[0];
  const c = direction[1];
  const way = mean[V] * dt;
  transition.fill(0);
  for (let i = 0; i < N; i++) transition[i * N + i] = 1;
  transition[2] = -way * s;
  transition[V] = c * dt;
  transition[OMEGA] = -0.5 * way * dt * s;
  transition[N + 2] = way * c;
  transition[N + V] = s * dt;
  transition[N + OMEGA] = 0.5 * way * dt * c;
  transition[2 * N + OMEGA] = dt;
  mean[0] += way * c;
  mean[1] += way * s;
  mean[2] = wrapToPi(mean[2] + mean[OMEGA] * dt);
  for (let i = 0; i < N; i++) for (let j = 0; j < N; j++) transposed[j * N + i] = transition[i * N + j];
  multiply(transition, covariance, N, N, N, product);
  multiply(product, transposed, N, N, N, covariance);
  covariance[V * N + V] += noise.acceleration * noise.acceleration * dt;
  covariance[OMEGA * N + OMEGA] += noise.yawAcceleration * noise.yawAcceleration * dt;
  covariance[BIAS * N + BIAS] += noise.biasWalk * noise.biasWalk * dt;
}

/** A measurement z of the sum of one or two states. */
function measure(
  { mean, covariance }: MotionFilter,
  first: number,
  second: number,
  z: number,
  deviation: number,
): void {
  let expected = mean[first];
  for (let i = 0; i < N; i++) gain[i] = covariance[i * N + first];
  let variance = deviation * deviation + gain[first];
  if (second >= 0) {
    expected += mean[second];
    for (let i = 0; i < N; i++) gain[i] += covariance[i * N + second];
    variance = deviation * deviation + gain[first] + gain[second];
  }
  const innovation = (z - expected) / variance;
  for (let i = 0; i < N; i++) mean[i] += gain[i] * innovation;
  for (let i = 0; i < N; i++) for (let j = 0; j < N; j++) covariance[i * N + j] -= (gain[i] * gain[j]) / variance;
  mean[2] = wrapToPi(mean[2]);
}

export const measureSpeed = (filter: MotionFilter, speed: number, deviation: number): void =>
  measure(filter, V, -1, speed, deviation);
export const measureYawRate = (filter: MotionFilter, rate: number, deviation: number): void =>
  measure(filter, OMEGA, -1, rate, deviation);
export const measureGyro = (filter: MotionFilter, rate: number, deviation: number): void =>
  measure(filter, OMEGA, BIAS, rate, deviation);

/** out ← where the robot was `age` seconds before. */
export function poseBefore({ mean }: MotionFilter, age: number, out: Pose2): void {
  sinCos(mean[2] - 0.5 * mean[OMEGA] * age, direction);
  out.x = mean[0] - mean[V] * age * direction[1];
  out.y = mean[1] - mean[V] * age * direction[0];
  out.heading = wrapToPi(mean[2] - mean[OMEGA] * age);
}

/** out ← P_ξ⁻¹; false where that does not exist. */
export function poseInformation({ covariance }: MotionFilter, out: Float64Array): boolean {
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) poseCovariance[3 * i + j] = covariance[i * N + j];
  return invert3(poseCovariance, out) !== 0;
}

/** Takes over what the matcher made of the pose `prior`: the posterior and its information. */
export function correctMotion(filter: MotionFilter, prior: Pose2, posterior: Pose2, information: Float64Array): void {
  const { mean, covariance } = filter;
  if (!poseInformation(filter, inverse) || invert3(information, change) === 0) return;
  // G = P·ξ P_ξ⁻¹
  for (let i = 0; i < N; i++) {
    for (let j = 0; j < 3; j++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += covariance[i * N + k] * inverse[3 * k + j];
      poseGain[3 * i + j] = sum;
    }
  }
  const dx = posterior.x - prior.x;
  const dy = posterior.y - prior.y;
  const turn = wrapToPi(posterior.heading - prior.heading);
  for (let i = 0; i < N; i++) mean[i] += poseGain[3 * i] * dx + poseGain[3 * i + 1] * dy + poseGain[3 * i + 2] * turn;
  mean[2] = wrapToPi(mean[2]);
  // P − G (P_ξ − P_ξ⁺) Gᵀ
  for (let k = 0; k < 9; k++) change[k] = poseCovariance[k] - change[k];
  for (let i = 0; i < N; i++) {
    for (let j = 0; j < N; j++) {
      let sum = 0;
      for (let k = 0; k < 3; k++)
        for (let l = 0; l < 3; l++) sum += poseGain[3 * i + k] * change[3 * k + l] * poseGain[3 * j + l];
      covariance[i * N + j] -= sum;
    }
  }
}
