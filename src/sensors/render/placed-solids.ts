/** Solids in sight of the camera, as flat numbers. */

/** Indices into the numbers of a placed solid. */
export const enum Place {
  BOTTOM,
  TOP,
  /** Of its middle from the camera, over ground [m]. */
  DISTANCE,
  /** From the camera over ground, and half of what it spans [rad]. */
  BEARING,
  HALF_BEARING,
  SIZE,
}

/** Solids in sight, with their corners in map. */
export interface PlacedSolids {
  count: number;
  /** By `Place`. */
  places: Float64Array;
  /** Corners x, y of all solids, counter-clockwise; those of solid i from starts[i] to before starts[i + 1]. */
  corners: Float64Array;
  starts: Int32Array;
}
