/**
 * A track nobody has driven: a circle with sinusoids of random size and phase, drawn from a seed.
 *
 *   aₙ + i bₙ = A √uₙ exp(2πi vₙ),  u, v uniform in [0, 1)        independently for every order
 *
 * Two bounds hold: curvature nowhere above `maxCurvature`, and two passes of the lane never nearer than `clearance`. A draw that breaks one
 * is flattened towards the circle, all sinusoids alike, until it keeps both; hence every seed gives a track, and the same one everywhere.
 * After MonoSIM, whose random tracks are a circle plus sinusoids. Checked against: 200 seeds, with every pair of steps intersected.
 */
import { InputError } from '../../core/input-error.ts';
import { TAU } from '../../math/angle.ts';
import { createStream, uniform } from '../../math/random.ts';
import { cos, sin } from '../../math/trig.ts';
import type { Harmonic, PolarShape } from './polar.ts';
import { MOST_HARMONICS, polarCurvature, polarRadius } from './polar.ts';
import { clearanceOf } from './separation.ts';

export interface RandomTrackBounds {
  readonly seed: number;
  /** [m] */
  readonly radius: number;
  /** Largest size of one sinusoid [m]. */
  readonly amplitude: number;
  readonly orders: readonly number[];
  /** [1/m] */
  readonly maxCurvature: number;
  /** Least distance between the edges of two passes of the lane [m]. */
  readonly clearance: number;
  readonly direction: 'ccw' | 'cw';
}

/** What is left of the sinusoids after one flattening. */
const FLATTENING = 0.95;
const MOST_FLATTENINGS = 200;
/** In how many directions a draw is looked at. */
const LOOKS = 2048;

export function randomShape(bounds: RandomTrackBounds, laneWidth: number, path: string): PolarShape {
  const { radius, maxCurvature, clearance, direction } = bounds;
  if (radius * maxCurvature < 1) {
    const problem = `expected at least 1/radius (${1 / radius} 1/m), which is the curvature of the circle itself, got ${maxCurvature}`;
    throw new InputError(`${path}.maxCurvature`, problem);
  }
  if (maxCurvature * laneWidth >= 2) {
    const problem = `expected less than ${2 / laneWidth} 1/m, where the inner edge of a lane of ${laneWidth} m folds, got ${maxCurvature}`;
    throw new InputError(`${path}.maxCurvature`, problem);
  }
  if (bounds.orders.length > MOST_HARMONICS) {
    throw new InputError(`${path}.orders`, `expected at most ${MOST_HARMONICS} sinusoids, got ${bounds.orders.length}`);
  }
  const drawn = drawHarmonics(bounds);
  const waves = lookAt(drawn);
  let part = 1;
  for (let k = 0; k < MOST_FLATTENINGS; k++) {
    if (isGentle(radius, part, waves, maxCurvature) && isApart(radius, part, waves, laneWidth + clearance)) {
      return {
        radius,
        harmonics: drawn.map((h) => ({ order: h.order, cos: h.cos * part, sin: h.sin * part })),
        direction,
        startAngle: 0,
      };
    }
    part *= FLATTENING;
  }
  return { radius, harmonics: [], direction, startAngle: 0 };
}

function drawHarmonics({ seed, orders, amplitude }: RandomTrackBounds): Harmonic[] {
  const stream = createStream(seed, 'world/track');
  return orders.map((order) => {
    const size = amplitude * Math.sqrt(uniform(stream));
    const phase = TAU * uniform(stream);
    return { order, cos: size * cos(phase), sin: size * sin(phase) };
  });
}

/** The sum of the sinusoids with its first and second derivative, in every direction. */
function lookAt(harmonics: readonly Harmonic[]): Float64Array {
  const waves = new Float64Array(3 * LOOKS);
  for (let k = 0; k < LOOKS; k++)
    polarRadius({ radius: 0, harmonics }, (TAU * k) / LOOKS, waves.subarray(3 * k, 3 * k + 3));
  return waves;
}

/** Whether the line goes round the centre and bends nowhere more than it may. */
function isGentle(radius: number, part: number, waves: Float64Array, maxCurvature: number): boolean {
  for (let k = 0; k < waves.length; k += 3) {
    const r = radius + part * waves[k];
    if (r <= 0 || Math.abs(polarCurvature(r, part * waves[k + 1], part * waves[k + 2])) > maxCurvature) return false;
  }
  return true;
}

/** Whether two passes of the line are nowhere nearer than `distance`. */
function isApart(radius: number, part: number, waves: Float64Array, distance: number): boolean {
  const x = new Float64Array(LOOKS);
  const y = new Float64Array(LOOKS);
  let longestStep = 0;
  for (let k = 0; k < LOOKS; k++) {
    const r = radius + part * waves[3 * k];
    x[k] = r * cos((TAU * k) / LOOKS);
    y[k] = r * sin((TAU * k) / LOOKS);
    const slope = part * waves[3 * k + 1];
    longestStep = Math.max(longestStep, (1.1 * Math.sqrt(r * r + slope * slope) * TAU) / LOOKS);
  }
  return clearanceOf({ x, y, closed: true }, { spacing: longestStep }).distance >= distance;
}
