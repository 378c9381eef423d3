/**
 * Stanley's lateral law on the lane.
 *
 *   δ = −θ − atan(k e/(k_s + v))
 *
 * e  distance of the front axle from the centre line, left positive [m];  θ  heading against it there, counter-clockwise [rad]
 * v  forward speed [m/s];  k, k_s  gain [1/s] and softening [m/s]
 *
 * Reference: G. M. Hoffmann, C. J. Tomlin, M. Montemerlo, S. Thrun, Autonomous automobile trajectory tracking for off-road driving,
 * ACC 2007. Differs: no steady-state yaw, yaw-rate and steering-rate terms. Valid for v ≥ 0. The front axle is
 * led along the centre line, so the rear axle runs inside of bends by about κ L²/2.
 * Checked against: the decay e′ = −k e/√(1 + (k e/v)²) of the front axle's distance on a straight road.
 */
import { param } from '../../core/schema.ts';
import { atan } from '../../math/trig.ts';
import { defineLaneKeeper } from './lane-keeper.ts';
import { headingError, lateralError, nearestOnPath } from './lane-path.ts';

export const stanley = defineLaneKeeper({
  type: 'control/stanley',
  doc: "Keeps the lane by Stanley's law at the front axle.",
  params: {
    gain: param(1.5, '1/s', 'cross-track gain; larger converges faster and amplifies noise', { min: 0 }),
    softening: param(0.2, 'm/s', 'keeps the law finite at standstill', { above: 0 }),
  },
  steering(params, path, speed) {
    nearestOnPath(path, params.wheelBase, 0);
    const offset = lateralError(path, params.wheelBase, 0);
    return -headingError(path) - atan((params.gain * offset) / (params.softening + Math.max(0, speed)));
  },
});
