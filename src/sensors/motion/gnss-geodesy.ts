/**
 * From a local plane to latitude, longitude and height on the ellipsoid WGS-84, and back.
 *
 *   N = a / √(1 − e² sin² φ)
 *   earth-centred   X = (N + h) cos φ cos λ,   Y = (N + h) cos φ sin λ,   Z = (N (1 − e²) + h) sin φ
 *   local           (e, n, u) = T (X − X₀),    rows of T: east, north and up at the datum
 *   back            tan β = (1 − f) tan φ,     tan φ = (Z + e′² b sin³ β) / (√(X² + Y²) − e² a cos³ β),   twice from tan β = Z / ((1 − f) √(X² + Y²))
 *                   h = √(X² + Y²) cos φ + Z sin φ − a √(1 − e² sin² φ)
 *
 * φ latitude, λ longitude [rad]   h height above the ellipsoid [m]   e, n, u east, north, up [m]   β parametric latitude
 *
 * Reference: B. R. Bowring, Survey Review 23 (181), 1976. Valid near the surface, within 1 nm; not at the poles, where east means nothing.
 * Checked against: a solution with 40 digits by bisection.
 */
import { atan2, sinCos } from '../../math/trig.ts';

/** Semi-major axis a [m], flattening f, and what follows from them. */
const A = 6378137;
const F = 1 / 298.257223563;
const E2 = F * (2 - F);
const B = A * (1 - F);
const SECOND_E2 = E2 / (1 - E2);

export interface Geodetic {
  /** [rad] */
  latitude: number;
  longitude: number;
  /** [m] */
  altitude: number;
}

export interface Local {
  east: number;
  north: number;
  up: number;
}

/** A datum ready for use: the rows east, north and up of T, then X₀, Y₀, Z₀. */
export type Datum = Float64Array;

const lat = new Float64Array(2);
const lon = new Float64Array(2);
const earth = new Float64Array(3);

/** Writes X, Y, Z from index `at` on; leaves sin and cos of both angles in `lat` and `lon`. */
function earthCentredInto(
  target: Float64Array,
  at: number,
  { latitude, longitude, altitude }: Readonly<Geodetic>,
): void {
  sinCos(latitude, lat);
  sinCos(longitude, lon);
  const n = A / Math.sqrt(1 - E2 * lat[0] * lat[0]);
  target[at] = (n + altitude) * lat[1] * lon[1];
  target[at + 1] = (n + altitude) * lat[1] * lon[0];
  target[at + 2] = (n * (1 - E2) + altitude) * lat[0];
}

export function createDatum(origin: Readonly<Geodetic>): Datum {
  const datum = new Float64Array(12);
  earthCentredInto(datum, 9, origin);
  datum.set([-lon[0], lon[1], 0, -lat[0] * lon[1], -lat[0] * lon[0], lat[1], lat[1] * lon[1], lat[1] * lon[0], lat[0]]);
  return datum;
}

/** out ← the place that is this far east, north and up of the datum. */
export function geodeticFromLocalInto(out: Geodetic, datum: Datum, { east, north, up }: Readonly<Local>): void {
  const x = datum[9] + datum[0] * east + datum[3] * north + datum[6] * up;
  const y = datum[10] + datum[1] * east + datum[4] * north + datum[7] * up;
  const z = datum[11] + datum[2] * east + datum[5] * north + datum[8] * up;
  const p = Math.sqrt(x * x + y * y);
  let opposite = z;
  let adjacent = (1 - F) * p;
  for (let round = 0; round < 2; round++) {
    const length = Math.sqrt(opposite * opposite + adjacent * adjacent);
    const s = opposite / length;
    const c = adjacent / length;
    // tan φ, and from it tan β again
    opposite = z + SECOND_E2 * B * s * s * s;
    adjacent = p - E2 * A * c * c * c;
    if (round === 0) opposite *= 1 - F;
  }
  out.latitude = atan2(opposite, adjacent);
  out.longitude = atan2(y, x);
  sinCos(out.latitude, lat);
  out.altitude = p * lat[1] + z * lat[0] - A * Math.sqrt(1 - E2 * lat[0] * lat[0]);
}

/** out ← how far a place is east, north and up of the datum. */
export function localFromGeodeticInto(out: Local, datum: Datum, place: Readonly<Geodetic>): void {
  earthCentredInto(earth, 0, place);
  const x = earth[0] - datum[9];
  const y = earth[1] - datum[10];
  const z = earth[2] - datum[11];
  out.east = datum[0] * x + datum[1] * y + datum[2] * z;
  out.north = datum[3] * x + datum[4] * y + datum[5] * z;
  out.up = datum[6] * x + datum[7] * y + datum[8] * z;
}
