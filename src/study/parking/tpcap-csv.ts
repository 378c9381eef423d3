/**
 * Problems of the Trajectory Planning Competition for Automated Parking (ITSC 2022): one line of numbers.
 *
 *   x0, y0, θ0, xf, yf, θf, n, vertices of each of the n obstacles, x, y of every vertex
 *
 * Poses are of the middle of the rear axle. The vehicle is the competition's.
 */
import { InputError, quote } from '../../core/input-error.ts';
import type { CarShape, DrivingLimits, ParkingProblem } from '../../planning/problem.ts';

/** Wheelbase 2.8, overhangs 0.96 and 0.929, width 1.942 m. */
const TPCAP_CAR: CarShape = { wheelBase: 2.8, front: 3.76, rear: 0.929, halfWidth: 0.971 };
const TPCAP_LIMITS: DrivingLimits = {
  steering: 0.75,
  steeringRate: 0.5,
  forwardSpeed: 2.5,
  backwardSpeed: 2.5,
  acceleration: 1,
};
/** The competition asks only that nothing touches; a path that is worth driving keeps more [m]. */
const MARGIN = 0.2;
/** Some of its maps lie billions of metres from their origin; doubles still tell micrometres there [m]. */
const FURTHEST = 1e10;
const MOST_OBSTACLES = 10_000;

export function readTpcapCsv(text: string, file: string): ParkingProblem {
  const cells = text.trim().split(/[\s,;]+/);
  const values = cells.map((cell, i) => numberIn(cell, i, file));
  if (values.length < 7)
    throw new InputError(file, `expected start, goal and the number of obstacles (7 numbers), got ${values.length}`);
  const [x0, y0, yaw0, xf, yf, yawf, count] = values;
  if (!Number.isInteger(count) || count < 0 || count > MOST_OBSTACLES)
    throw new InputError(file, `expected a number of obstacles as the 7th value, got ${quote(cells[6])}`);
  const obstacles: Float64Array[] = [];
  let next = 7 + count;
  for (let i = 0; i < count; i++) {
    const vertices = values[7 + i];
    if (!Number.isInteger(vertices) || vertices < 3)
      throw new InputError(file, `expected at least 3 vertices of obstacle ${i + 1}, got ${quote(cells[7 + i])}`);
    if (next + 2 * vertices > values.length)
      throw new InputError(file, `obstacle ${i + 1} has ${vertices} vertices, but the file ends before the last`);
    obstacles.push(Float64Array.from(values.slice(next, next + 2 * vertices)));
    next += 2 * vertices;
  }
  if (next !== values.length) throw new InputError(file, `expected ${next} numbers, got ${values.length}`);
  return {
    start: { x: x0, y: y0, yaw: yaw0 },
    goal: { x: xf, y: yf, yaw: yawf },
    obstacles,
    car: TPCAP_CAR,
    limits: TPCAP_LIMITS,
    margin: MARGIN,
  };
}

function numberIn(cell: string, i: number, file: string): number {
  const value = cell === '' ? NaN : Number(cell);
  if (!(Math.abs(value) <= FURTHEST))
    throw new InputError(file, `expected a number as value ${i + 1}, got ${quote(cell)}`);
  return value;
}
