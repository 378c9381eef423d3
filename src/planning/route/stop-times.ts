/** Timetables as GTFS has them: stop_times.txt with trip_id, arrival_time, departure_time, stop_id and shape_dist_traveled, here in metres along the route. */
import { InputError, quote } from '../../core/input-error.ts';

export interface StopTime {
  readonly stop: string;
  /** [s] after the beginning of the run. */
  readonly arrival: number;
  readonly departure: number;
  /** Where the front bumper stops, along the route [m]. */
  readonly position: number;
}

const COLUMNS = ['trip_id', 'arrival_time', 'departure_time', 'stop_id', 'shape_dist_traveled'] as const;

/** hh:mm:ss as seconds; hours may pass 24. */
function seconds(text: string, place: string): number {
  const parts = /^(\d{1,3}):([0-5]\d):([0-5]\d)$/.exec(text);
  if (parts === null) throw new InputError(place, `expected a time as hh:mm:ss, got ${quote(text)}`);
  return 3600 * Number(parts[1]) + 60 * Number(parts[2]) + Number(parts[3]);
}

/** Stops of a trip, in order. */
export function readStopTimes(text: string, file: string, trip: string): StopTime[] {
  const lines = text.split(/\r?\n/);
  const head = lines[0].split(',').map((name) => name.trim());
  const at = COLUMNS.map((name) => head.indexOf(name));
  const missing = COLUMNS.find((_, i) => at[i] < 0);
  if (missing !== undefined) throw new InputError(`${file}:1`, `expected a column ${missing}, got ${quote(lines[0])}`);
  const stops: StopTime[] = [];
  for (let i = 1; i < lines.length; i++) {
    if (lines[i].trim() === '') continue;
    const cells = lines[i].split(',').map((cell) => cell.trim());
    const [id, arrival, departure, stop, position] = at.map((k) => cells[k] ?? '');
    if (id !== trip) continue;
    const place = `${file}:${i + 1}`;
    const metres = position === '' ? NaN : Number(position);
    if (!Number.isFinite(metres))
      throw new InputError(place, `expected metres along the route, got ${quote(position)}`);
    const next = { stop, arrival: seconds(arrival, place), departure: seconds(departure, place), position: metres };
    const last = stops[stops.length - 1];
    if (next.departure < next.arrival) throw new InputError(place, 'expected a departure not before the arrival');
    if (last !== undefined && (next.arrival < last.departure || next.position <= last.position))
      throw new InputError(place, 'expected a stop later and farther than the one before');
    stops.push(next);
  }
  if (stops.length === 0) throw new InputError(file, `expected stops of trip ${quote(trip)}, got none`);
  return stops;
}
