/**
 * Pure pursuit of the lane: the circle through the rear axle, tangent to the vehicle, that meets the centre line at a distance.
 *
 *   κ = 2 y/ℓ²,   δ = atan(L κ)          (x, y) the point of the centre line with x² + y² = ℓ²,   ℓ = max(ℓ_min, t v)
 *
 * Reference: R. C. Coulter, Implementation of the pure pursuit path tracking algorithm, CMU-RI-TR-92-01, 1992.
 * Valid for ℓ well below the distance in sight. Cuts bends by about κ ℓ²/8. Checked against: the circle that it must hold exactly.
 */
import { param } from '../../core/schema.ts';
import { atan } from '../../math/trig.ts';
import { defineLaneKeeper } from './lane-keeper.ts';
import type { LanePath } from './lane-path.ts';
import { Curve, curveAt, nearestOnPath } from './lane-path.ts';

/** path.curve ← where the centre line leaves the circle of this radius around the rear axle. */
function pursuitPoint(path: LanePath, distance: number): void {
  const { curve } = path;
  let s = nearestOnPath(path, 0, 0) + distance;
  for (let round = 0; round < 4; round++) {
    curveAt(path, s);
    s += distance - Math.sqrt(curve[Curve.X] * curve[Curve.X] + curve[Curve.Y] * curve[Curve.Y]);
  }
  curveAt(path, s);
}

export const purePursuit = defineLaneKeeper({
  type: 'control/pure-pursuit',
  doc: 'Keeps the lane by pure pursuit of a point on its centre line.',
  params: {
    lookAheadTime: param(0.7, 's', 'distance of the pursued point per speed; longer is calmer and cuts corners', {
      min: 0,
    }),
    minLookAhead: param(1.5, 'm', 'least distance of the pursued point', { above: 0 }),
  },
  steering(params, path, speed) {
    pursuitPoint(path, Math.max(params.minLookAhead, params.lookAheadTime * speed));
    const x = path.curve[Curve.X];
    const y = path.curve[Curve.Y];
    const curvature = (2 * y) / Math.max(1e-6, x * x + y * y);
    return atan(params.wheelBase * curvature);
  },
});
