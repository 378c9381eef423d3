/**
 * From a curve with any parameter to samples at equal distances.
 *
 *   s(t) = ∫ √(x′² + y′²) dt       heading = atan2(y′, x′)       κ = (x′ y″ − y′ x″) / (x′² + y′²)^(3/2)
 *
 * The integral is Gauss–Legendre with five nodes on each piece; s(t) is inverted by Newton's method from the start of the piece.
 * On pieces as short as used here both are exact to rounding.
 */
import { InputError } from '../../core/input-error.ts';
import { wrapToPi } from '../../math/angle.ts';
import { atan2 } from '../../math/trig.ts';
import type { TrackSamples } from './track.ts';
import { metres } from './track.ts';

export interface Curve {
  /** Parameter values between which the curve is smooth, increasing; the first is the start, the last the end. */
  readonly breaks: Float64Array;
  readonly closed: boolean;
  /** Writes x, y, x′, y′, x″, y″ at t. */
  at(t: number, out: Float64Array): void;
}

/** Nodes and weights on [−1, 1]; Abramowitz and Stegun, table 25.4. */
const NODES = [0, 0.5384693101056831, -0.5384693101056831, 0.906179845938664, -0.906179845938664];
const WEIGHTS = [
  0.5688888888888889, 0.47862867049936647, 0.47862867049936647, 0.23692688505618908, 0.23692688505618908,
];
const NEWTON_STEPS = 2;

/** So many samples are 200 km at the usual spacing. */
const MOST_SAMPLES = 1_000_000;

/** How many samples a line of this length gets when they should be about `spacing` apart; throws InputError at `path` when too many. */
export function sampleCount(length: number, spacing: number, closed: boolean, path: string): number {
  const longest = MOST_SAMPLES * spacing;
  if (!(length <= longest)) {
    const got = Number.isFinite(length) ? metres(length) : 'one without end';
    throw new InputError(
      path,
      `expected a track of at most ${metres(longest)} at a spacing of ${spacing} m, got ${got}`,
    );
  }
  return Math.max(closed ? 8 : 1, Math.ceil(length / spacing)) + (closed ? 0 : 1);
}

export function sampleCurve(curve: Curve, spacing: number, path: string): TrackSamples {
  const { breaks, closed } = curve;
  const jet = new Float64Array(6);
  // distance at each break
  const lengths = new Float64Array(breaks.length);
  for (let k = 1; k < breaks.length; k++) lengths[k] = lengths[k - 1] + arcLength(curve, breaks[k - 1], breaks[k], jet);
  const length = lengths[breaks.length - 1];

  const n = sampleCount(length, spacing, closed, path);
  const step = length / (closed ? n : n - 1);
  const samples = {
    x: new Float64Array(n),
    y: new Float64Array(n),
    heading: new Float64Array(n),
    curvature: new Float64Array(n),
    length,
    closed,
  };
  let piece = 0;
  let t = breaks[0];
  for (let i = 0; i < n; i++) {
    const s = i * step;
    while (piece < breaks.length - 2 && lengths[piece + 1] < s) piece++;
    // a step of the last speed is a good first guess
    if (i > 0)
      t = parameterAt(
        curve,
        breaks[piece],
        s - lengths[piece],
        t + step / Math.sqrt(jet[2] * jet[2] + jet[3] * jet[3]),
        jet,
      );
    curve.at(t, jet);
    const [x, y, dx, dy, ddx, ddy] = jet;
    const square = dx * dx + dy * dy;
    samples.x[i] = x;
    samples.y[i] = y;
    samples.curvature[i] = (dx * ddy - dy * ddx) / (square * Math.sqrt(square));
    const heading = atan2(dy, dx);
    samples.heading[i] = i === 0 ? heading : samples.heading[i - 1] + wrapToPi(heading - samples.heading[i - 1]);
  }
  return samples;
}

function arcLength(curve: Curve, from: number, to: number, jet: Float64Array): number {
  const half = (to - from) / 2;
  let sum = 0;
  for (let k = 0; k < NODES.length; k++) sum += WEIGHTS[k] * speed(curve, from + half * (1 + NODES[k]), jet);
  return sum * half;
}

function speed(curve: Curve, t: number, jet: Float64Array): number {
  curve.at(t, jet);
  return Math.sqrt(jet[2] * jet[2] + jet[3] * jet[3]);
}

/** Where the distance after `from` is s. */
function parameterAt(curve: Curve, from: number, s: number, guess: number, jet: Float64Array): number {
  let t = guess;
  for (let k = 0; k < NEWTON_STEPS; k++) t -= (arcLength(curve, from, t, jet) - s) / speed(curve, t, jet);
  return t;
}
