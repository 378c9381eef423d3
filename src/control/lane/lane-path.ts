/**
 * The remembered centre line as a smooth curve in the vehicle frame, by arc length.
 *
 *   p(s + Δ) ≈ p₀ + p₁ Δ + p₂ Δ²     least squares over the points within ±w of s, weights (1 − (Δ/w)²)²
 *   heading ψ = atan2(p₁),  curvature κ = 2 (p₁ × p₂)/|p₁|³
 *
 * s  arc length along the points [m];  w  half width of the window [m]: wider is smoother and rounds off bends.
 * Local regression needs no order of x, so a bend may turn by more than a quarter circle; beyond its ends the curve goes on with
 * the curvature it has there.
 *
 * Reference: W. S. Cleveland, Robust locally weighted regression and smoothing scatterplots, JASA 74 (1979) 829–836; here with
 * quadratics, another weight and no robustness iterations. Checked against: circles and clothoids.
 */
import { wrapToPi } from '../../math/angle.ts';
import { atan2, sinCos } from '../../math/trig.ts';
import type { LaneMemory } from './lane-memory.ts';
import { TRAIL_POINTS, writeCentreLine } from './lane-memory.ts';

const CAPACITY = TRAIL_POINTS + 100;
const FEWEST_POINTS = 4;

export interface LanePath {
  /** Points in the vehicle frame and their arc length from the first [m]. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly s: Float64Array;
  count: number;
  /** Half width of the window [m]. */
  window: number;
  /** The curve where it was asked for last, by `Curve`. */
  readonly curve: Float64Array;
}

/** Indices into a place on the curve: position [m], heading [rad] and curvature [1/m]. */
export const enum Curve {
  X,
  Y,
  HEADING,
  CURVATURE,
}

export const createLanePath = (): LanePath => ({
  x: new Float64Array(CAPACITY),
  y: new Float64Array(CAPACITY),
  s: new Float64Array(CAPACITY),
  count: 0,
  window: 1,
  curve: new Float64Array(4),
});

/** Lays the path as the memory has it, seen from `pose`; false when there are too few points for a curve. */
export function layPath(
  path: LanePath,
  memory: LaneMemory,
  pose: Float64Array,
  spacing: number,
  window: number,
): boolean {
  const { x, y, s } = path;
  path.count = writeCentreLine(memory, pose, spacing, x, y);
  path.window = window;
  s[0] = 0;
  for (let i = 1; i < path.count; i++) {
    const dx = x[i] - x[i - 1];
    const dy = y[i] - y[i - 1];
    s[i] = s[i - 1] + Math.sqrt(dx * dx + dy * dy);
  }
  return path.count >= FEWEST_POINTS;
}

const rotation = new Float64Array(2);

/** path.curve ← the curve at arc length s; on beyond the ends as circles. */
export function curveAt(path: LanePath, s: number): void {
  const { curve } = path;
  const inside = Math.max(path.s[0], Math.min(path.s[path.count - 1], s));
  fitAround(path, inside);
  const beyond = s - inside;
  if (beyond === 0) return;
  // along the chord of the circle, short of its sagitta
  const turn = beyond * curve[Curve.CURVATURE];
  sinCos(curve[Curve.HEADING] + 0.5 * turn, rotation);
  const half = 0.5 * turn;
  const chord = beyond * (1 - (half * half) / 6);
  curve[Curve.X] += chord * rotation[1];
  curve[Curve.Y] += chord * rotation[0];
  curve[Curve.HEADING] += turn;
}

function fitAround(path: LanePath, s: number): void {
  const last = path.count - 1;
  // at least four points take part
  let window = path.window;
  while (countWithin(path, s, window) < FEWEST_POINTS && window < 2 * path.s[last]) window *= 2;

  let s0 = 0,
    s1 = 0,
    s2 = 0,
    s3 = 0,
    s4 = 0;
  let x0 = 0,
    x1 = 0,
    x2 = 0;
  let y0 = 0,
    y1 = 0,
    y2 = 0;
  for (let i = 0; i <= last; i++) {
    const t = (path.s[i] - s) / window;
    if (t <= -1) continue;
    if (t >= 1) break;
    const square = t * t;
    const weight = (1 - square) * (1 - square);
    const x = weight * path.x[i];
    const y = weight * path.y[i];
    s0 += weight;
    s1 += weight * t;
    s2 += weight * square;
    s3 += weight * square * t;
    s4 += weight * square * square;
    x0 += x;
    x1 += x * t;
    x2 += x * square;
    y0 += y;
    y1 += y * t;
    y2 += y * square;
  }
  // the normal equations, by cofactors of the symmetric matrix [s0 s1 s2; s1 s2 s3; s2 s3 s4]
  const c00 = s2 * s4 - s3 * s3;
  const c01 = s2 * s3 - s1 * s4;
  const c02 = s1 * s3 - s2 * s2;
  const c11 = s0 * s4 - s2 * s2;
  const c12 = s1 * s2 - s0 * s3;
  const c22 = s0 * s2 - s1 * s1;
  const scale = 1 / (s0 * c00 + s1 * c01 + s2 * c02);
  const slopeX = (scale * (c01 * x0 + c11 * x1 + c12 * x2)) / window;
  const slopeY = (scale * (c01 * y0 + c11 * y1 + c12 * y2)) / window;
  const bendX = (scale * (c02 * x0 + c12 * x1 + c22 * x2)) / (window * window);
  const bendY = (scale * (c02 * y0 + c12 * y1 + c22 * y2)) / (window * window);
  const speed = Math.sqrt(slopeX * slopeX + slopeY * slopeY);
  const { curve } = path;
  curve[Curve.X] = scale * (c00 * x0 + c01 * x1 + c02 * x2);
  curve[Curve.Y] = scale * (c00 * y0 + c01 * y1 + c02 * y2);
  curve[Curve.HEADING] = atan2(slopeY, slopeX);
  curve[Curve.CURVATURE] = (2 * (slopeX * bendY - slopeY * bendX)) / (speed * speed * speed);
}

function countWithin(path: LanePath, s: number, window: number): number {
  let count = 0;
  for (let i = 0; i < path.count && count < FEWEST_POINTS; i++) if (Math.abs(path.s[i] - s) < 0.99 * window) count++;
  return count;
}

/**
 * Arc length of the place nearest to a point of the vehicle frame; path.curve is that place. The vehicle's distance from it, left
 * positive, is `lateralError`.
 */
export function nearestOnPath(path: LanePath, x: number, y: number): number {
  let nearest = 0;
  let least = Infinity;
  for (let i = 0; i < path.count; i++) {
    const dx = path.x[i] - x;
    const dy = path.y[i] - y;
    const square = dx * dx + dy * dy;
    if (square >= least) continue;
    least = square;
    nearest = i;
  }
  let s = path.s[nearest];
  // follow the tangent until the point lies beside
  for (let round = 0; round < 3; round++) {
    curveAt(path, s);
    sinCos(path.curve[Curve.HEADING], rotation);
    s += rotation[1] * (x - path.curve[Curve.X]) + rotation[0] * (y - path.curve[Curve.Y]);
  }
  curveAt(path, s);
  return s;
}

/** How far a point lies to the left of the curve, at the place asked for last [m]. */
export function lateralError(path: LanePath, x: number, y: number): number {
  const { curve } = path;
  sinCos(curve[Curve.HEADING], rotation);
  return rotation[1] * (y - curve[Curve.Y]) - rotation[0] * (x - curve[Curve.X]);
}

/** Heading of the vehicle against the curve, at the place asked for last, counter-clockwise positive [rad]. */
export const headingError = (path: LanePath): number => wrapToPi(-path.curve[Curve.HEADING]);
