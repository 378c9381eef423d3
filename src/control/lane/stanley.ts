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
import { defineBlock } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import { param } from '../../core/schema.ts';
import { atan } from '../../math/trig.ts';
import { AckermannDriveStamped, Lane, Odometry, Twist } from '../../msgs/index.ts';
import type { LaneKeepingParams } from './lane-keeping.ts';
import {
  createLaneKeeping,
  keepLane,
  laneKeepingParams,
  limitSteering,
  writeCommand,
  writeStandstill,
} from './lane-keeping.ts';
import type { LanePath } from './lane-path.ts';
import { createLanePath, headingError, lateralError, nearestOnPath } from './lane-path.ts';

const pathOf = derivedFrom<LaneKeepingParams, LanePath>(createLanePath);

export const stanley = defineBlock({
  type: 'control/stanley',
  doc: "Keeps the lane by Stanley's law at the front axle.",
  params: {
    ...laneKeepingParams,
    gain: param(1.5, '1/s', 'cross-track gain; larger converges faster and amplifies noise', { min: 0 }),
    softening: param(0.2, 'm/s', 'keeps the law finite at standstill', { above: 0 }),
  },
  inputs: { lane: Lane, odom: Odometry },
  outputs: { twist: Twist, steer: AckermannDriveStamped },
  defaultPeriod: 0.1,
  init: () => ({ keeping: createLaneKeeping() }),
  step(params, { keeping }, inputs, outputs, time) {
    const path = pathOf(params);
    if (!keepLane(params, keeping, path, inputs, time)) {
      writeStandstill(params, keeping, outputs, time);
      return;
    }
    const v = Math.max(0, keeping.twist[0]);
    nearestOnPath(path, params.wheelBase, 0);
    const offset = lateralError(path, params.wheelBase, 0);
    const steering = -headingError(path) - atan((params.gain * offset) / (params.softening + v));
    writeCommand(params, keeping, limitSteering(params, steering), outputs, time);
  },
});
