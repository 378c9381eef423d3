/**
 * RosDrive's mixer as its script has it: pedals and steering of several controllers in one command for the Prius.
 *
 *   steer = that of `override` while it is active, else that of `steering` while it is active, else 0
 *
 * A `stop` above 0.5 presses the brake, releases the throttle and centres the wheels. What has not been published for `timeout` does not count, and without pedals
 * there is no command at all.
 */
import { defineBlock, optionalInput } from '../../core/block.ts';
import { param } from '../../core/schema.ts';
import { clamp } from '../../math/filters.ts';
import { Control, Float64, setTime, SteerRequest } from '../../msgs/index.ts';
import { counts, steeringSource } from '../course/prius-mixer.ts';

export const publishedPriusMixer = defineBlock({
  type: 'control/published-prius-mixer',
  doc: "RosDrive's mixer as published: one command for the Prius, whose wheels jump from one controller to the next and straighten at a stop.",
  params: { timeout: param(0.3, 's', 'what was published longer ago than this does not count', { above: 0 }) },
  defaultPeriod: 1 / 30,
  inputs: {
    pedals: Control,
    steering: SteerRequest,
    override: optionalInput(SteerRequest),
    stop: optionalInput(Float64),
  },
  outputs: { control: Control },
  init: () => ({}),

  step({ timeout }, _state, { pedals, steering, override, stop }, { control }, { nowNs }) {
    const oldest = nowNs - timeout * 1e9;
    if (!counts(pedals, oldest)) {
      control.publish = false;
      return;
    }
    const isStopped = stop.value.data > 0.5;
    const source = isStopped ? 0 : steeringSource(steering, override, oldest);
    const { value } = control;
    setTime(value.header.stamp, nowNs);
    value.steer = source === 0 ? 0 : clamp((source === 2 ? override : steering).value.steer, -1, 1);
    value.throttle = isStopped ? 0 : pedals.value.throttle;
    value.brake = isStopped ? 1 : pedals.value.brake;
    value.shift_gears = pedals.value.shift_gears;
  },
});
