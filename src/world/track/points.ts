/**
 * A track through given points: straight from point to point, or the cubic spline through them.
 *
 *   spline   x(t), y(t) with t the distance from point to point; second derivatives Mᵢ from
 *            hᵢ₋₁ Mᵢ₋₁ + 2 (hᵢ₋₁ + hᵢ) Mᵢ + hᵢ Mᵢ₊₁ = 6 [(pᵢ₊₁ − pᵢ)/hᵢ − (pᵢ − pᵢ₋₁)/hᵢ₋₁]
 *            M = 0 at the ends of an open track; periodic on a closed one
 *
 * Direction and curvature of the spline are continuous. The cyclic system is solved by Thomas' algorithm with the corner elements as a
 * correction of rank one (Sherman–Morrison). Checked against: scipy's CubicSpline, natural and periodic.
 */
import { InputError } from '../../core/input-error.ts';
import type { TrackSamples } from './track.ts';
import type { Curve } from './curve.ts';
import { sampleCurve } from './curve.ts';
import { placeSegments, sampleSegments } from './segments.ts';

export interface PointsShape {
  /** x, y of each [m]. */
  readonly through: readonly (readonly number[])[];
  readonly kind: 'spline' | 'polyline';
  readonly closed: boolean;
}

const PIECES_PER_SPAN = 8;

export function samplePoints({ through, kind, closed }: PointsShape, spacing: number, path: string): TrackSamples {
  const fewest = closed ? 3 : 2;
  if (through.length < fewest)
    throw new InputError(`${path}.through`, `expected at least ${fewest} points, got ${through.length}`);
  if (kind === 'polyline') {
    const [[x, y], ...rest] = through;
    const elements = (closed ? [...rest, through[0]] : rest).map((lineTo) => ({ lineTo }));
    return sampleSegments(placeSegments({ x, y, heading: 0 }, elements, `${path}.through`), closed, spacing, path);
  }
  return sampleCurve(splineCurve(through, closed, `${path}.through`), spacing, path);
}

function splineCurve(through: readonly (readonly number[])[], closed: boolean, path: string): Curve {
  const points = closed ? [...through, through[0]] : through;
  const x = Float64Array.from(points, (point) => point[0]);
  const y = Float64Array.from(points, (point) => point[1]);
  const h = spans(x, y, path);
  const mx = secondDerivatives(x, h, closed);
  const my = secondDerivatives(y, h, closed);
  const knots = new Float64Array(points.length);
  for (let i = 1; i < knots.length; i++) knots[i] = knots[i - 1] + h[i - 1];
  const breaks = Float64Array.from({ length: h.length * PIECES_PER_SPAN + 1 }, (_, k) => {
    const i = Math.min(h.length - 1, Math.floor(k / PIECES_PER_SPAN));
    return knots[i] + (h[i] * (k - i * PIECES_PER_SPAN)) / PIECES_PER_SPAN;
  });
  let span = 0;
  return {
    breaks,
    closed,
    at(t, out) {
      while (span < h.length - 1 && t > knots[span + 1]) span++;
      while (span > 0 && t < knots[span]) span--;
      writeJet(x, mx, h, span, t - knots[span], out, 0);
      writeJet(y, my, h, span, t - knots[span], out, 1);
    },
  };
}

function spans(x: Float64Array, y: Float64Array, path: string): Float64Array {
  return Float64Array.from({ length: x.length - 1 }, (_, i) => {
    const distance = Math.sqrt((x[i + 1] - x[i]) * (x[i + 1] - x[i]) + (y[i + 1] - y[i]) * (y[i + 1] - y[i]));
    if (!(distance > 0))
      throw new InputError(`${path}[${i}]`, 'the next point is the same; expected points apart from each other');
    return distance;
  });
}

/** Value, first and second derivative of one coordinate, into out[at], out[at + 2], out[at + 4]. */
function writeJet(
  p: Float64Array,
  m: Float64Array,
  h: Float64Array,
  i: number,
  t: number,
  out: Float64Array,
  at: number,
): void {
  const slope = (p[i + 1] - p[i]) / h[i] - (h[i] * (2 * m[i] + m[i + 1])) / 6;
  const growth = (m[i + 1] - m[i]) / h[i];
  out[at] = p[i] + t * (slope + t * (m[i] / 2 + (t * growth) / 6));
  out[at + 2] = slope + t * (m[i] + (t * growth) / 2);
  out[at + 4] = m[i] + t * growth;
}

/** Mᵢ at every knot. */
function secondDerivatives(p: Float64Array, h: Float64Array, closed: boolean): Float64Array {
  const last = h.length;
  const m = new Float64Array(last + 1);
  const bend = (i: number, before: number) =>
    6 * ((p[i + 1] - p[i]) / h[i] - (p[i] - p[i === 0 ? last - 1 : i - 1]) / h[before]);
  if (!closed) {
    const n = last - 1;
    const solved = tridiagonal(
      Float64Array.from({ length: n }, (_, i) => 2 * (h[i] + h[i + 1])),
      h.subarray(1, last),
      Float64Array.from({ length: n }, (_, i) => bend(i + 1, i)),
    );
    m.set(solved, 1);
    return m;
  }
  const before = (i: number) => (i === 0 ? last - 1 : i - 1);
  const solved = cyclic(
    Float64Array.from(h, (hi, i) => 2 * (h[before(i)] + hi)),
    h,
    Float64Array.from(h, (_, i) => bend(i, before(i))),
  );
  m.set(solved);
  m[last] = solved[0];
  return m;
}

/** Solves a symmetric tridiagonal system: `off[i]` couples i and i + 1. */
function tridiagonal(diagonal: Float64Array, off: Float64Array, right: Float64Array): Float64Array {
  const n = diagonal.length;
  const d = Float64Array.from(diagonal);
  const r = Float64Array.from(right);
  for (let i = 1; i < n; i++) {
    const factor = off[i - 1] / d[i - 1];
    d[i] -= factor * off[i - 1];
    r[i] -= factor * r[i - 1];
  }
  for (let i = n - 1; i >= 0; i--) r[i] = (r[i] - (i + 1 < n ? off[i] * r[i + 1] : 0)) / d[i];
  return r;
}

/** The same with the last and the first coupled by the last of `off`. */
function cyclic(diagonal: Float64Array, off: Float64Array, right: Float64Array): Float64Array {
  const n = diagonal.length;
  const corner = off[n - 1];
  // A = T + u uᵀ c with u = (1, 0 … 0, 1): the corners move into the diagonal
  const d = Float64Array.from(diagonal);
  d[0] -= corner;
  d[n - 1] -= corner;
  const u = new Float64Array(n);
  u[0] = u[n - 1] = corner;
  const y = tridiagonal(d, off, right);
  const z = tridiagonal(d, off, u);
  const factor = (y[0] + y[n - 1]) / (1 + z[0] + z[n - 1]);
  return y.map((value, i) => value - factor * z[i]);
}
