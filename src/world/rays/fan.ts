/**
 * Directions of rays in a sensor's frame: x forward, y left, z up; unit vectors, x, y, z of each ray in turn.
 *
 *   u(a, e) = (cos e cos a,  cos e sin a,  sin e)      a  azimuth, left positive     e  elevation, up positive
 */
import { sinCos } from '../../math/trig.ts';

/** The i-th of n angles spread evenly from `from` to `to`; the middle when there is only one. */
const angleInFan = (from: number, to: number, n: number, i: number): number =>
  n === 1 ? 0.5 * (from + to) : from + (i * (to - from)) / (n - 1);

/** Level rays. */
export const planarFan = (rays: number, from: number, to: number): Float64Array =>
  spatialFan({ columns: rays, angleMin: from, angleMax: to, beams: 1, elevationMin: 0, elevationMax: 0 });

export interface SpatialFan {
  readonly columns: number;
  readonly angleMin: number;
  readonly angleMax: number;
  readonly beams: number;
  readonly elevationMin: number;
  readonly elevationMax: number;
}

/** Cones of rays, the highest first, each from its first azimuth to its last. */
export function spatialFan({
  columns,
  angleMin,
  angleMax,
  beams,
  elevationMin,
  elevationMax,
}: SpatialFan): Float64Array {
  const directions = new Float64Array(3 * columns * beams);
  const up = new Float64Array(2);
  const left = new Float64Array(2);
  for (let beam = 0, k = 0; beam < beams; beam++) {
    sinCos(angleInFan(elevationMax, elevationMin, beams, beam), up);
    for (let column = 0; column < columns; column++, k += 3) {
      sinCos(angleInFan(angleMin, angleMax, columns, column), left);
      directions[k] = up[1] * left[1];
      directions[k + 1] = up[1] * left[0];
      directions[k + 2] = up[0];
    }
  }
  return directions;
}
