/**
 * Two vehicles on one way: how far each has come, who leads, and where that changes.
 *
 *   d(t) = sₐ(t) − s_b(t)        s  progress along the track, counted on from lap to lap, or x where there is no track [m]
 *
 * Progress is that of the recorded point of each vehicle, such as base_link: at a crossing these points are level, not the bumpers.
 */
import type { Series } from './series.ts';
import { interpolatedAt } from './series.ts';
import type { Track } from '../../world/index.ts';
import { createTrackPoint, nearest } from '../../world/index.ts';

interface Crossing {
  /** [s] */
  readonly time: number;
  /** Progress of both [m]. */
  readonly progress: number;
  /** How fast the difference grows [m/s]; positive when the first vehicle passes the second. */
  readonly rate: number;
}

/** Progress of two vehicles at common instants. */
export interface Pursuit {
  readonly times: Float64Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
  /** First minus second [m]. */
  readonly difference: Float64Array;
  readonly crossings: readonly Crossing[];
}

export interface PathSeries {
  readonly times: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

export function pursuitOf(first: PathSeries, second: PathSeries, track: Track | undefined): Pursuit {
  const a = progressOf(first, track);
  const b = progressOf(second, track);
  // vehicles on both sides of the start are near each other, not a lap apart
  const apart =
    track?.closed && a.length > 0 && b.length > 0 ? Math.round((a[0] - b[0]) / track.length) * track.length : 0;
  const seconds = first.times.map((time) => interpolatedAt(second.times, b, time) + apart);
  const both = first.times.map((_, i) => i).filter((i) => Number.isFinite(seconds[i]));
  const times = both.map((i) => first.times[i]);
  const firstThere = both.map((i) => a[i]);
  const secondThere = both.map((i) => seconds[i]);
  const difference = firstThere.map((value, i) => value - secondThere[i]);
  return {
    times,
    first: firstThere,
    second: secondThere,
    difference,
    crossings: signChanges(times, difference, firstThere),
  };
}

function progressOf({ x, y }: PathSeries, track: Track | undefined): Float64Array {
  if (track === undefined) return x;
  const point = createTrackPoint();
  const progress = new Float64Array(x.length);
  let laps = 0;
  for (let i = 0; i < x.length; i++) {
    const before = point.s;
    nearest(track, x[i], y[i], i === 0 ? -1 : point.index, point);
    if (track.closed && i > 0) laps -= Math.round((point.s - before) / track.length);
    progress[i] = point.s + laps * track.length;
  }
  return progress;
}

/** Where the difference passes through zero, on straight lines between samples. */
function signChanges(times: Float64Array, difference: Float64Array, first: Float64Array): Crossing[] {
  const crossings: Crossing[] = [];
  let side = 0;
  for (let i = 0; i < times.length; i++) {
    const now = Math.sign(difference[i]);
    if (now === 0) continue;
    if (side !== 0 && now !== side) {
      const share = difference[i - 1] / (difference[i - 1] - difference[i]);
      const at = (values: Float64Array) => values[i - 1] + share * (values[i] - values[i - 1]);
      crossings.push({
        time: at(times),
        progress: at(first),
        rate: (difference[i] - difference[i - 1]) / (times[i] - times[i - 1]),
      });
    }
    side = now;
  }
  return crossings;
}

/** Two fields of one signal as a path. */
export const pathOf = (x: Series, y: Series): PathSeries => ({ times: x.times, x: x.values, y: y.values });
