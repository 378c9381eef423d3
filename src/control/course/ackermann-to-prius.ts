/**
 * Lets controllers that ask for a road-wheel angle and a speed drive the Prius: steer = δ/δ_max for the mixer, and the speed as setpoint of the cruise control.
 */
import { defineBlock } from '../../core/block.ts';
import { param } from '../../core/schema.ts';
import { clamp } from '../../math/filters.ts';
import { AckermannDriveStamped, Float64, setTime, SteerRequest } from '../../msgs/index.ts';

export const ackermannToPrius = defineBlock({
  type: 'control/ackermann-to-prius',
  doc: 'Turns an Ackermann command into a steering request and a speed setpoint for the Prius.',
  params: {
    maxSteering: param(0.6458, 'rad', 'road-wheel angle at a steer of 1', { above: 0, max: 1.5 }),
  },
  defaultPeriod: 1 / 30,
  inputs: { drive: AckermannDriveStamped },
  outputs: { steering: SteerRequest, setpoint: Float64 },
  init: () => ({ sequence: 0 }),

  step({ maxSteering }, state, { drive: { value, sequence } }, { steering, setpoint }, time) {
    // says nothing that it was not told, so that a silent controller is noticed
    if (sequence === state.sequence) {
      steering.publish = setpoint.publish = false;
      return;
    }
    state.sequence = sequence;
    setTime(steering.value.stamp, time.nowNs);
    steering.value.active = true;
    steering.value.steer = clamp(value.drive.steering_angle / maxSteering, -1, 1);
    setpoint.value.data = Math.max(0, value.drive.speed);
  },
});
