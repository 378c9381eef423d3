/**
 * Ackermann geometry: the angles of two steered wheels that roll about the same point as one wheel between them.
 *
 *   R = −σ L tan(δ + π/2)                        signed distance from the turning point to the middle of the fixed axle
 *   δ_left  = wrap(atan(−(R − T/2)/(σ L)) − π/2)     flipped by π when more than 90° from δ
 *   δ_right = wrap(atan(−(R + T/2)/(σ L)) − π/2)
 *
 * For |δ| < π/2 this is cot δ_left = cot δ − T/(2 σ L), cot δ_right = cot δ + T/(2 σ L).
 * Reference: vehicle_dynamics_sim, joint states of BicycleVehicle. Checked against: the turning point by construction.
 */
import { wrapToPi } from '../../math/angle.ts';
import { atan, tan } from '../../math/trig.ts';

const HALF_PI = Math.PI / 2;

/** Angle of one of the wheels: `side` +1 for the left one and −1 for the right one; `track` between them [m]. */
export function ackermannAngle(steering: number, signedBase: number, track: number, side: number): number {
  return angleAt(steering, signedBase, turningRadius(steering, signedBase) - (side * track) / 2);
}

/** out[0] = angle of the left wheel, out[1] = of the right one. */
export function ackermannAngles(steering: number, signedBase: number, track: number, out: Float64Array): void {
  const radius = turningRadius(steering, signedBase);
  out[0] = angleAt(steering, signedBase, radius - track / 2);
  out[1] = angleAt(steering, signedBase, radius + track / 2);
}

const turningRadius = (steering: number, signedBase: number): number => -signedBase * tan(steering + HALF_PI);

/** Angle of a wheel that is `across` from the turning point along the axle. */
function angleAt(steering: number, signedBase: number, across: number): number {
  const angle = wrapToPi(atan(-across / signedBase) - HALF_PI);
  // a wheel has no front: take the direction on the same side as the middle wheel
  return Math.abs(wrapToPi(angle - steering)) > HALF_PI + 1e-6 ? wrapToPi(angle + Math.PI) : angle;
}
