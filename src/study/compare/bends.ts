/**
 * The bends of a track, in driving order from its start: stretches that turn to one side, at least a quarter as tightly as its tightest
 * sample, and by at least 10° in all. A bend across the start of a closed track is the last one.
 */
import type { Track } from '../../world/index.ts';

const TIGHT_SHARE = 0.25;
const LEAST_TURN = Math.PI / 18;

/** A rectangle of the map [m]. */
export interface Area {
  readonly x: readonly [west: number, east: number];
  readonly y: readonly [south: number, north: number];
}

export interface Bend {
  /** From 1. */
  readonly number: number;
  /** Distance along the track from its start [m]; `end` may lie beyond its length. */
  readonly begin: number;
  readonly end: number;
  /** Total change of direction, left positive [rad]. */
  readonly turn: number;
  /** At its tightest [m]. */
  readonly radius: number;
  /** Half-way through [m]. */
  readonly middle: { readonly x: number; readonly y: number };
  /** The bend with some room around it. */
  readonly area: Area;
}

export function bendsOf(track: Track): Bend[] {
  const { curvature, closed } = track;
  const n = curvature.length;
  const threshold = TIGHT_SHARE * curvature.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const side = (i: number) =>
    Math.abs(curvature[i % n]) >= threshold && threshold > 0 ? Math.sign(curvature[i % n]) : 0;
  // begin where no bend is under way, so that none is cut; a circle has no such place
  let start = 0;
  if (closed) while (start < n && side(start) !== 0 && side(start) === side(start + n - 1)) start++;
  if (start === n) start = 0;
  const bends: Omit<Bend, 'number'>[] = [];
  for (let i = start; i < start + n; ) {
    let next = i + 1;
    while (next < start + n && side(next) === side(i)) next++;
    if (side(i) !== 0) bends.push(bendBetween(track, i, next - 1));
    i = next;
  }
  return bends.filter(({ turn }) => Math.abs(turn) >= LEAST_TURN).map((bend, i) => ({ number: i + 1, ...bend }));
}

function bendBetween(track: Track, first: number, last: number): Omit<Bend, 'number'> {
  const { x, y, curvature, spacing, laneWidth } = track;
  const indices = Array.from({ length: last - first + 1 }, (_, k) => (first + k) % x.length);
  const turn = indices.reduce((sum, i) => sum + curvature[i] * spacing, 0);
  const tightest = indices.reduce((largest, i) => Math.max(largest, Math.abs(curvature[i])), 0);
  const [xs, ys] = [indices.map((i) => x[i]), indices.map((i) => y[i])];
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const room = Math.max(laneWidth, 0.15 * Math.max(east - west, north - south));
  return {
    begin: first * spacing,
    end: last * spacing,
    turn,
    radius: 1 / tightest,
    middle: { x: xs[xs.length >> 1], y: ys[ys.length >> 1] },
    area: { x: [west - room, east + room], y: [south - room, north + room] },
  };
}
