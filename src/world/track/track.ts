/**
 * A track: the centre line of a lane as samples at equal distances along it, with direction and curvature from the curve it was
 * made of. Plain data, so that it can be cloned, sent to a worker and drawn.
 *
 * Between two samples the line is the cubic with their positions and directions, and its direction the cubic with their directions
 * and curvatures. For a curve with continuous curvature the line is then exact to the fourth order of the spacing: about 1 µm at
 * 0.2 m and a radius of 5 m. A corner is rounded within one spacing.
 */
import { InputError } from '../../core/input-error.ts';
import { DOUBLE } from '../../math/double.ts';
import { wrapToPi } from '../../math/angle.ts';
import { cos, sin } from '../../math/trig.ts';
import { bendingRadius, clearanceOf, firstCrossing } from './separation.ts';

export interface Track {
  /** Samples in driving order [m, m, rad, 1/m]; the heading runs on without jumps of 2π, curvature is left positive. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly heading: Float64Array;
  readonly curvature: Float64Array;
  /** Distance of each sample from the start along the line [m]. */
  readonly s: Float64Array;
  /** Distance between samples along the line [m]. */
  readonly spacing: number;
  /** [m] */
  readonly length: number;
  /** Whether the last sample is followed by the first, one spacing later. */
  readonly closed: boolean;
  /** [m] */
  readonly laneWidth: number;
  /** Least distance between two passes of the line, where each is locally nearest to the other [m]; Infinity when there are none near. */
  readonly clearance: number;
  /** A point nearer to the line than this has one nearest point, and no other that is locally nearest [m]. */
  readonly reach: number;
}

/** What the sources of tracks make. */
export type TrackSamples = Pick<Track, 'x' | 'y' | 'heading' | 'curvature' | 'length' | 'closed'>;

/** Where a track shall start [m, m, rad]. */
export interface StartPose {
  readonly x: number;
  readonly y: number;
  readonly heading: number;
}

/** A place on or beside a track. */
export interface TrackPoint {
  /** Sample at or before it. */
  index: number;
  /** Distance along the line from the start [m]. */
  s: number;
  /** The nearest point of the line [m], its direction in [−π, π] [rad] and its curvature, left positive [1/m]. */
  x: number;
  y: number;
  heading: number;
  curvature: number;
  /** Distance from the line, left positive [m]. */
  lateral: number;
}

export const createTrackPoint = (): TrackPoint => ({
  index: -1,
  s: DOUBLE,
  x: DOUBLE,
  y: DOUBLE,
  heading: DOUBLE,
  curvature: DOUBLE,
  lateral: DOUBLE,
});

/** Number of steps from sample to sample. */
export const segmentCount = (track: Pick<Track, 'x' | 'closed'>): number =>
  track.closed ? track.x.length : track.x.length - 1;

/** Passes farther apart than this, the lane's width and twice the tightest radius are not looked for [m]. */
const FARTHEST_PASS = 200;

/** Checks that the lane neither crosses nor touches itself; `path` is where the track was declared. */
export function createTrack(samples: TrackSamples, laneWidth: number, path: string): Track {
  const n = samples.x.length;
  const spacing = samples.length / segmentCount(samples);
  const s = new Float64Array(n);
  for (let i = 0; i < n; i++) s[i] = i * spacing;
  const crossing = firstCrossing(samples);
  if (crossing !== undefined) {
    const [i, j] = crossing;
    throw new InputError(
      path,
      `the track crosses itself near ${place(samples, i)}: ${metres(s[i])} and ${metres(s[j])} after its start`,
    );
  }
  const tight = tightestSample(samples);
  if (Math.abs(samples.curvature[tight]) * laneWidth >= 2) {
    const radius = 1 / Math.abs(samples.curvature[tight]);
    throw new InputError(
      path,
      `the bend at ${place(samples, tight)} has a radius of ${metres(radius)}, too tight for a lane of ${metres(laneWidth)}`,
    );
  }
  const radius = bendingRadius(samples, spacing);
  const within = Math.max(FARTHEST_PASS, laneWidth, 2 * Math.min(radius, samples.length));
  const { distance: clearance, first, second } = clearanceOf(samples, { spacing, radius, within });
  if (clearance <= laneWidth) {
    throw new InputError(
      path,
      `the lane is ${metres(laneWidth)} wide, but the track passes itself within ${metres(clearance)}, ` +
        `between ${place(samples, first)} and ${place(samples, second)}`,
    );
  }
  // less one spacing, because distances are to samples
  const reach = Math.max(0, Math.min(clearance, radius) / 2 - spacing);
  return { ...samples, s, spacing, laneWidth, clearance, reach };
}

export const metres = (value: number): string => `${Number(value.toFixed(2))} m`;
const place = ({ x, y }: TrackSamples, i: number): string => `(${Number(x[i].toFixed(1))}, ${Number(y[i].toFixed(1))})`;

function tightestSample({ curvature }: TrackSamples): number {
  let tightest = 0;
  for (let i = 1; i < curvature.length; i++) if (Math.abs(curvature[i]) > Math.abs(curvature[tightest])) tightest = i;
  return tightest;
}

/** The point at fraction u of the step after sample i; `lateral` becomes 0. */
export function interpolate(track: Track, i: number, u: number, out: TrackPoint): void {
  const { x, y, heading, curvature, spacing: h } = track;
  const j = i + 1 === x.length ? 0 : i + 1;
  const turn = wrapToPi(heading[j] - heading[i]);
  // Hermite's cubic: weights of the second end, and of both slopes
  const w = 1 - u;
  const end = u * u * (3 - 2 * u);
  const slope0 = h * u * w * w;
  const slope1 = -h * u * u * w;
  out.index = i;
  out.s = track.s[i] + u * h;
  out.x = x[i] + (x[j] - x[i]) * end + slope0 * cos(heading[i]) + slope1 * cos(heading[j]);
  out.y = y[i] + (y[j] - y[i]) * end + slope0 * sin(heading[i]) + slope1 * sin(heading[j]);
  out.heading = wrapToPi(heading[i] + turn * end + slope0 * curvature[i] + slope1 * curvature[j]);
  out.curvature = curvature[i] + (curvature[j] - curvature[i]) * u;
  out.lateral = 0;
}

/** The point a distance s after the start: round and round a closed track, up to the ends of an open one. */
export function pointAt(track: Track, s: number, out: TrackPoint): void {
  const { length, spacing, closed } = track;
  const along = closed ? s - length * Math.floor(s / length) : Math.max(0, Math.min(length, s));
  const i = Math.min(segmentCount(track) - 1, Math.floor(along / spacing));
  interpolate(track, i, along / spacing - i, out);
}
