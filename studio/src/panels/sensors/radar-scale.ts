/**
 * The scale of the top view: pixels per metre, and rings at round distances.
 *
 *   screen x = centreX − scale · y        screen y = centreY − scale · x        x forward is up, y left is left
 */
export interface RadarScale {
  readonly centreX: number;
  readonly centreY: number;
  /** [px/m] */
  readonly scale: number;
  /** Radii of rings [m]. */
  readonly rings: readonly number[];
}

const MOST_RINGS = 5;

/** A step of 1, 2 or 5 times a power of ten that divides a length into a few rings. */
export function ringStep(reach: number): number {
  const rough = reach / MOST_RINGS;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((lead) => lead * power >= rough * (1 - 1e-9)) ?? 10);
}

/** A view that shows `reach` metres each way in its shorter direction. */
export function radarScale(width: number, height: number, reach: number): RadarScale {
  const scale = Math.max(1, Math.min(width, height) / 2 - 14) / reach;
  const step = ringStep(reach);
  const farthest = Math.hypot(width, height) / 2 / scale;
  return {
    centreX: width / 2,
    centreY: height / 2,
    scale,
    rings: Array.from({ length: Math.min(40, Math.floor(farthest / step)) }, (_, i) =>
      Number(((i + 1) * step).toPrecision(12)),
    ),
  };
}

/** How far a view must reach for sensors of these ranges at these distances from the vehicle [m]. */
export const reachOf = (ranges: readonly number[]): number => {
  const finite = ranges.filter((range) => Number.isFinite(range) && range > 0);
  return finite.length === 0 ? 10 : Math.max(1, ...finite);
};
