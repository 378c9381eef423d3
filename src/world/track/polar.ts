/**
 * A closed track as a circle with sinusoids on it.
 *
 *   r(φ) = R + Σ (aₙ cos nφ + bₙ sin nφ)          x = r cos φ,  y = r sin φ
 *   κ = (r² + 2 r′² − r r″) / (r² + r′²)^(3/2)     driven counter-clockwise; the other way κ changes sign
 *
 * As long as r > 0 the line goes round the centre once and cannot cross itself.
 * Checked against: the closed form of κ, scipy's quad for the length, and MonoSIM's published track.
 */
import { InputError } from '../../core/input-error.ts';
import { TAU } from '../../math/angle.ts';
import { cos, sin } from '../../math/trig.ts';
import type { StartPose, TrackSamples } from './track.ts';
import { metres } from './track.ts';
import type { Curve } from './curve.ts';
import { sampleCurve } from './curve.ts';

/** One sinusoid: cos · cos(order φ) + sin · sin(order φ) [m]. */
export interface Harmonic {
  readonly order: number;
  readonly cos: number;
  readonly sin: number;
}

export interface PolarShape {
  /** [m] */
  readonly radius: number;
  readonly harmonics: readonly Harmonic[];
  readonly direction: 'ccw' | 'cw';
  /** Where on the circle the track starts [rad]. */
  readonly startAngle: number;
}

/** Writes r, r′ and r″ at φ. */
export function polarRadius(
  { radius, harmonics }: Pick<PolarShape, 'radius' | 'harmonics'>,
  angle: number,
  out: Float64Array,
): void {
  out[0] = radius;
  out[1] = 0;
  out[2] = 0;
  for (const { order: n, cos: a, sin: b } of harmonics) {
    const c = cos(n * angle);
    const s = sin(n * angle);
    out[0] += a * c + b * s;
    out[1] += n * (b * c - a * s);
    out[2] -= n * n * (a * c + b * s);
  }
}

/** Curvature when driven counter-clockwise, from r, r′ and r″. */
export function polarCurvature(r: number, dr: number, ddr: number): number {
  const square = r * r + dr * dr;
  return (square + dr * dr - r * ddr) / (square * Math.sqrt(square));
}

/** Sinusoids that a track may be made of: each is computed for every sample, many times. */
export const MOST_HARMONICS = 32;

export function samplePolar(shape: PolarShape, spacing: number, path: string): TrackSamples {
  if (shape.harmonics.length > MOST_HARMONICS) {
    const problem = `expected at most ${MOST_HARMONICS} sinusoids, got ${shape.harmonics.length}`;
    throw new InputError(`${path}.harmonics`, problem);
  }
  const highest = shape.harmonics.reduce((most, { order }) => Math.max(most, order), 1);
  const pieces = 96 * highest;
  const jet = new Float64Array(3);
  for (let k = 0; k < pieces; k++) {
    polarRadius(shape, (TAU * k) / pieces, jet);
    if (!(jet[0] > 0))
      throw new InputError(
        path,
        `the radius is ${metres(jet[0])} at ${Math.round((360 * k) / pieces)}°; expected more than 0 all round`,
      );
  }
  const breaks = Float64Array.from({ length: pieces + 1 }, (_, k) => (TAU * k) / pieces);
  return sampleCurve(polarCurve(shape, breaks), spacing, path);
}

function polarCurve(shape: PolarShape, breaks: Float64Array): Curve {
  const jet = new Float64Array(3);
  const way = shape.direction === 'ccw' ? 1 : -1;
  return {
    breaks,
    closed: true,
    at(t, out) {
      const angle = shape.startAngle + way * t;
      polarRadius(shape, angle, jet);
      const [r, dr, ddr] = jet;
      const c = cos(angle);
      const s = sin(angle);
      out[0] = r * c;
      out[1] = r * s;
      out[2] = way * (dr * c - r * s);
      out[3] = way * (dr * s + r * c);
      out[4] = (ddr - r) * c - 2 * dr * s;
      out[5] = (ddr - r) * s + 2 * dr * c;
    },
  };
}

/** Moves and turns a line so that it starts at a pose. */
export function startAt(samples: TrackSamples, start: StartPose): TrackSamples {
  const { x, y, heading } = samples;
  const turn = start.heading - heading[0];
  const c = cos(turn);
  const s = sin(turn);
  const [x0, y0] = [x[0], y[0]];
  return {
    ...samples,
    x: x.map((_, i) => start.x + c * (x[i] - x0) - s * (y[i] - y0)),
    y: y.map((_, i) => start.y + s * (x[i] - x0) + c * (y[i] - y0)),
    heading: heading.map((angle) => angle + turn),
  };
}
