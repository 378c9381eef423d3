/**
 * Lenses: from a direction in the optical frame (x right, y down, z forward) to a pixel, and back.
 *
 * pinhole   x = X/Z, y = Y/Z, r² = x² + y²,  c = 1 + k₁r² + k₂r⁴ + k₃r⁶
 *           x′ = c x + 2p₁xy + p₂(r² + 2x²)      y′ = c y + p₁(r² + 2y²) + 2p₂xy       k = [k₁, k₂, p₁, p₂, k₃]
 * fisheye   θ = atan2(√(X² + Y²), Z),  θ′ = θ (1 + k₁θ² + k₂θ⁴ + k₃θ⁶ + k₄θ⁸)
 *           (x′, y′) = θ′ (X, Y)/√(X² + Y²)                                            k = [k₁, k₂, k₃, k₄]
 * both      u = fx x′ + cx,  v = fy y′ + cy; pixel centres are at whole numbers, the picture is −½ … width − ½
 *
 * Reference: D. C. Brown, Photogrammetric Engineering 37 (1971); J. Kannala, S. S. Brandt, IEEE TPAMI 28 (2006), in the
 * parameters and order of OpenCV (ROS: plumb_bob and equidistant). An absent k is 0.
 * Differs from OpenCV: the fisheye also takes directions sideways and backwards (θ ≥ 90°).
 * Checked against: cv2.projectPoints and cv2.fisheye.projectPoints; the way back against the way there.
 */
import { atan2 } from '../math/inverse-trig.ts';
import { sinCos } from '../math/sin-cos.ts';

export interface Lens {
  readonly kind: 'pinhole' | 'fisheye';
  /** Size of the picture [px]. */
  readonly width: number;
  readonly height: number;
  /** Focal lengths and principal point [px]. */
  readonly fx: number;
  readonly fy: number;
  readonly cx: number;
  readonly cy: number;
  /** Distortion, in OpenCV's order. */
  readonly k: readonly number[];
}

/** Numbers that a function writes its results into. */
export type Numbers = Float64Array | number[];

const MAX_ITERATIONS = 60;

const factor = (k: readonly number[], i: number): number => (i < k.length ? k[i] : 0);

/** Whether straight lines stay straight: a pinhole whose distortion is all zero. */
export const isUndistorted = (lens: Pick<Lens, 'kind' | 'k'>): boolean =>
  lens.kind === 'pinhole' && lens.k.every((k) => k === 0);

/**
 * The pixel at which a point of the optical frame appears: out = [u, v]. False, with NaN, for what no picture shows:
 * points not in front of a pinhole, and the centre of the lens itself.
 */
export function projectPoint(lens: Lens, x: number, y: number, z: number, out: Numbers): boolean {
  const seen = lens.kind === 'pinhole' ? z > 0 : x !== 0 || y !== 0 || z !== 0;
  if (!seen) out[0] = out[1] = NaN;
  else if (lens.kind === 'pinhole') distortBrown(lens.k, x / z, y / z, out);
  else distortFisheye(lens.k, x, y, z, out);
  out[0] = lens.fx * out[0] + lens.cx;
  out[1] = lens.fy * out[1] + lens.cy;
  return seen;
}

/** out = [x′, y′] of a pinhole. */
export function distortBrown(k: readonly number[], x: number, y: number, out: Numbers): void {
  const p1 = factor(k, 2);
  const p2 = factor(k, 3);
  const xx = x * x;
  const yy = y * y;
  const rr = xx + yy;
  const c = 1 + rr * (factor(k, 0) + rr * (factor(k, 1) + rr * factor(k, 4)));
  out[0] = c * x + 2 * p1 * x * y + p2 * (rr + 2 * xx);
  out[1] = c * y + p1 * (rr + 2 * yy) + 2 * p2 * x * y;
}

/** out = [x′, y′] of a fisheye. */
function distortFisheye(k: readonly number[], x: number, y: number, z: number, out: Numbers): void {
  const across = Math.sqrt(x * x + y * y);
  const scale = across > 0 ? fisheyeAngle(k, atan2(across, z)) / across : 0;
  out[0] = scale * x;
  out[1] = scale * y;
}

/** θ′ of θ [rad]. */
export function fisheyeAngle(k: readonly number[], theta: number): number {
  const tt = theta * theta;
  return theta * (1 + tt * (factor(k, 0) + tt * (factor(k, 1) + tt * (factor(k, 2) + tt * factor(k, 3)))));
}

/** dθ′/dθ. */
export function fisheyeSlope(k: readonly number[], theta: number): number {
  const tt = theta * theta;
  return 1 + tt * (3 * factor(k, 0) + tt * (5 * factor(k, 1) + tt * (7 * factor(k, 2) + tt * 9 * factor(k, 3))));
}

/**
 * The direction that a pixel looks in: out = unit ray [x, y, z] of the optical frame, by Newton's method. False where
 * the lens has no such direction (the distortion folds back before it gets there).
 */
export function unprojectPixel(lens: Lens, u: number, v: number, out: Numbers): boolean {
  const x = (u - lens.cx) / lens.fx;
  const y = (v - lens.cy) / lens.fy;
  return lens.kind === 'pinhole' ? rayOfPinhole(lens.k, x, y, out) : rayOfFisheye(lens.k, x, y, out);
}

const distorted = new Float64Array(2);

function rayOfPinhole(k: readonly number[], xTarget: number, yTarget: number, out: Numbers): boolean {
  const p1 = factor(k, 2);
  const p2 = factor(k, 3);
  let x = xTarget;
  let y = yTarget;
  let dx = 0;
  let dy = 0;
  let isFound = false;
  for (let i = 0; i < MAX_ITERATIONS && !isFound; i++) {
    // residual and Jacobian [a b; b d], which is symmetric
    distortBrown(k, x, y, distorted);
    const ex = distorted[0] - xTarget;
    const ey = distorted[1] - yTarget;
    const rr = x * x + y * y;
    const c = 1 + rr * (factor(k, 0) + rr * (factor(k, 1) + rr * factor(k, 4)));
    const slope = 2 * (factor(k, 0) + rr * (2 * factor(k, 1) + rr * 3 * factor(k, 4)));
    const a = c + slope * x * x + 2 * p1 * y + 6 * p2 * x;
    const b = slope * x * y + 2 * p1 * x + 2 * p2 * y;
    const d = c + slope * y * y + 6 * p1 * y + 2 * p2 * x;
    const det = a * d - b * b;
    if (det > 0 && a > 0) {
      dx = (b * ey - d * ex) / det;
      dy = (b * ex - a * ey) / det;
      x += dx;
      y += dy;
      isFound = dx * dx + dy * dy <= 1e-30 * (1 + rr);
    } else {
      // beyond a fold: the last step was too long; a target inside the fold is closer to the axis than the first guess
      x -= dx *= 0.5;
      y -= dy *= 0.5;
      if (dx === 0 && dy === 0) {
        x *= 0.5;
        y *= 0.5;
      }
    }
  }
  const length = Math.sqrt(x * x + y * y + 1);
  out[0] = x / length;
  out[1] = y / length;
  out[2] = 1 / length;
  return isFound;
}

const sineCosine = new Float64Array(2);

function rayOfFisheye(k: readonly number[], x: number, y: number, out: Numbers): boolean {
  const target = Math.sqrt(x * x + y * y);
  let theta = 0;
  let step = 0;
  let isFound = false;
  for (let i = 0; i < MAX_ITERATIONS && !isFound; i++) {
    const slope = fisheyeSlope(k, theta);
    if (slope > 0) {
      step = (target - fisheyeAngle(k, theta)) / slope;
      theta += step;
      isFound = Math.abs(step) <= 1e-15 * (1 + theta);
    } else {
      // beyond a fold: the last step was too long
      theta -= step *= 0.5;
    }
  }
  isFound &&= theta >= 0 && theta <= Math.PI;
  sinCos(theta, sineCosine);
  const scale = target > 0 ? sineCosine[0] / target : 0;
  out[0] = scale * x;
  out[1] = scale * y;
  out[2] = sineCosine[1];
  return isFound;
}
