/** How much of the map a picture of a world has to show. */
import { cos, sin } from '../math/trig.ts';
import type { Solid } from './scene.ts';
import type { World } from './world.ts';

/** A rectangle of the map [m]. */
export interface Extent {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Part of the larger side that is left free on every side. */
const MARGIN = 0.05;

/** Everything there is to drive and to hit, lines and driven paths; areas only where there is nothing else. */
export function extentOf({ scene, track }: World, paths: readonly Float64Array[] = []): Extent {
  const lane = track === undefined ? [] : [interleaved(track.x, track.y)];
  const things = [
    ...lane,
    ...scene.ground.stripes.map(({ points }) => points),
    ...scene.solids.map(cornersOf),
    ...paths,
  ];
  const shown = things.some(({ length }) => length > 0) ? things : scene.ground.areas.map(({ points }) => points);
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const points of shown) {
    for (let i = 0; i < points.length; i += 2) {
      west = Math.min(west, points[i]);
      east = Math.max(east, points[i]);
      south = Math.min(south, points[i + 1]);
      north = Math.max(north, points[i + 1]);
    }
  }
  if (west > east) return { west: -10, south: -10, east: 10, north: 10 };
  const margin = Math.max(1, MARGIN * Math.max(east - west, north - south)) + (track?.laneWidth ?? 0) / 2;
  return { west: west - margin, south: south - margin, east: east + margin, north: north + margin };
}

/** x₀, y₀, x₁, y₁ … of two columns. */
const interleaved = (x: Float64Array, y: Float64Array): Float64Array =>
  Float64Array.from({ length: 2 * x.length }, (_, k) => (k % 2 === 0 ? x[k / 2] : y[(k - 1) / 2]));

/** Corners of a solid in the map. */
export function cornersOf({ footprint, x, y, yaw }: Solid): Float64Array {
  const c = cos(yaw);
  const s = sin(yaw);
  const corners = new Float64Array(footprint.length);
  for (let i = 0; i < footprint.length; i += 2) {
    corners[i] = x + c * footprint[i] - s * footprint[i + 1];
    corners[i + 1] = y + s * footprint[i] + c * footprint[i + 1];
  }
  return corners;
}
