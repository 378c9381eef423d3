/**
 * Joint states of rolling wheels.
 *
 *   φ ← wrap(φ + v Δt/(D/2))          v  rolling velocity [m/s]   D  wheel diameter as drawn [m]
 */
import type { Output } from '../core/signal.ts';
import { wrapToPi } from '../math/angle.ts';
import type { JointState } from '../msgs/index.ts';
import { setTime } from '../msgs/index.ts';
import { Body, jointsDue } from './vehicle-body.ts';

/** The angle of a wheel after it has rolled for `dt`; a wheel without size does not turn. */
export const rolledAngle = (angle: number, velocity: number, dt: number, diameter: number): number =>
  diameter > 0 ? wrapToPi(angle + (velocity * dt) / (diameter / 2)) : 0;

/** Writes the wheel angles when they are due, and holds them back otherwise. */
export function publishWheelJoints(
  names: readonly string[],
  angles: Float64Array,
  rateHz: number,
  body: Float64Array,
  output: Output<JointState>,
): void {
  if (!jointsDue(body, rateHz)) return;
  output.publish = true;
  const { value } = output;
  setTime(value.header.stamp, body[Body.TIME_NS]);
  if (value.position.length !== angles.length) {
    value.name = [...names];
    value.position = new Float64Array(angles.length);
  }
  for (let i = 0; i < angles.length; i++) value.position[i] = angles[i];
}
