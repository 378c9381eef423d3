/**
 * Directions of four wheels when the front ones are steered by δ with Ackermann geometry.
 *
 *   tan δ_left = tan δ/(1 − κ tan δ),  tan δ_right = tan δ/(1 + κ tan δ),  κ = t_f/(2 L)
 *
 * As unit vectors (1 ∓ κ tan δ, tan δ)/|·|, so that no angle is needed. Valid for |δ| < π/2 with the turning point outside the car.
 * Reference: the same geometry as in ackermann.ts. Checked against it.
 */
import { tan } from '../../math/trig.ts';
import { Wheels } from './state.ts';

/** Writes sine and cosine of the front wheels. */
export function steerWheels(
  car: { readonly trackFront: number; readonly wheelBase: number },
  steering: number,
  wheels: Float64Array,
): void {
  const across = tan(steering);
  const narrow = (car.trackFront / (2 * car.wheelBase)) * across;
  for (let i = 0; i < 2; i++) {
    const along = i === 0 ? 1 - narrow : 1 + narrow;
    const length = Math.sqrt(along * along + across * across);
    wheels[Wheels.SIN + i] = across / length;
    wheels[Wheels.COS + i] = along / length;
  }
}
