/**
 * Counts laps that were driven on the track.
 *
 *   P ← P + (progress − P) wrapped to ± length/2     progress without the jump at the start
 *
 * A lap is from one crossing of the start in driving direction to the next: P passes a whole number of lengths it has never passed before.
 * A vehicle first seen within one metre of the start counts as starting there. The instant of a crossing is interpolated between the two
 * states around it. Driving back takes no lap away, and an open track has none.
 *
 * Who leaves the track, |lateral| > limit, or is elsewhere along it at once, has not gone round: the lap at hand is void, and another begins at the next
 * crossing. At once is |ΔP| > 4 |Δp| + 0.5 m, or a twentieth of the track between two states. Inside a bend of radius R progress grows faster than the
 * way, by R/(R − lateral), which stays well below 4 near the line; half a metre is for the corners of a track that is made of points.
 *
 * Checked against: circles driven at constant speed, beside the line and across it.
 */
import type { Track, TrackPoint } from '../track/track.ts';

/** How far from the start a vehicle may stand to start its first lap there [m]. */
const START_TOLERANCE = 1;
/** How much faster than the vehicle its place along the track may move, and how far it may jump besides [m]. */
const LARGEST_RATIO = 4;
const LARGEST_JUMP = 0.5;
/** Share of the track that may lie between two sightings. */
const LARGEST_SHARE = 0.05;

export interface Laps {
  /** Progress that goes on counting lap after lap [m]. */
  total: number;
  /** The latest place [m] and its stamp [s]; −1 before the first. */
  x: number;
  y: number;
  time: number;
  /** The next crossing, in whole lengths, and when the one before was; −1 while no lap has begun. */
  nextCrossing: number;
  lapStart: number;
  completed: number;
  lapTime: number;
}

export const noLaps = (): Laps => ({
  total: 0,
  x: 0,
  y: 0,
  time: -1,
  nextCrossing: 0,
  lapStart: -1,
  completed: 0,
  lapTime: 0,
});

/** Where a vehicle is seen [m], and when [s]. */
interface Sighting {
  readonly x: number;
  readonly y: number;
  readonly time: number;
  readonly place: TrackPoint;
}

/** Takes the next sighting into account; whether a lap is complete with it. */
export function countLaps(
  { length, closed }: Track,
  laps: Laps,
  { x, y, time, place }: Sighting,
  limit: number,
): boolean {
  const isOnTrack = Math.abs(place.lateral) <= limit;
  let isComplete = false;
  if (closed && laps.time < 0) begin(laps, place.s > length / 2 ? place.s - length : place.s, time, isOnTrack);
  else if (closed) {
    const advance = place.s - laps.total;
    const total = laps.total + (advance - length * Math.round(advance / length));
    const moved = Math.sqrt((x - laps.x) * (x - laps.x) + (y - laps.y) * (y - laps.y));
    const farthest = Math.min(LARGEST_RATIO * moved + LARGEST_JUMP, LARGEST_SHARE * length);
    const isContinuous = Math.abs(total - laps.total) <= farthest;
    if (isOnTrack && isContinuous) isComplete = goOn(laps, total, time, length);
    else abandon(laps, total, length);
    laps.total = total;
  }
  laps.x = x;
  laps.y = y;
  laps.time = time;
  return isComplete;
}

/** The first sighting; before the start counts as negative. */
function begin(laps: Laps, total: number, time: number, isOnTrack: boolean): void {
  laps.total = total;
  if (isOnTrack && Math.abs(total) <= START_TOLERANCE) laps.lapStart = time;
  laps.nextCrossing = total < -START_TOLERANCE ? 0 : 1;
}

/** On along the track; whether a lap is complete. */
function goOn(laps: Laps, total: number, time: number, length: number): boolean {
  const line = laps.nextCrossing * length;
  if (total < line || total <= laps.total) return false;
  const crossed = laps.time + ((time - laps.time) * (line - laps.total)) / (total - laps.total);
  const isComplete = laps.lapStart >= 0;
  if (isComplete) {
    laps.completed++;
    laps.lapTime = crossed - laps.lapStart;
  }
  laps.lapStart = crossed;
  laps.nextCrossing++;
  return isComplete;
}

/** The lap at hand is void: the next begins at the first crossing ahead. */
function abandon(laps: Laps, total: number, length: number): void {
  laps.lapStart = -1;
  laps.nextCrossing = Math.floor(total / length) + 1;
}
