/**
 * The car's side of the bus: passes commands on, and brakes when none has come for `timeout`, in the last gear and with the wheel where it was. Before the first
 * command it says nothing.
 */
import { defineBlock, occasionalOutput } from '../../core/block.ts';
import { param } from '../../core/schema.ts';
import { Control, setTime } from '../../msgs/index.ts';

export const parkingFailsafe = defineBlock({
  type: 'control/parking-failsafe',
  doc: "The car's side of the bus: passes commands on, and brakes when none has come for a while.",
  defaultPeriod: 0.01,
  params: {
    timeout: param(0.2, 's', 'without a command for so long, it brakes', { above: 0 }),
    brake: param(0.3, '', 'how hard it brakes then', { above: 0, max: 1 }),
  },
  inputs: { control: Control },
  outputs: { control: occasionalOutput(Control) },
  init: () => ({ passedOn: 0 }),
  step({ timeout, brake }, state, inputs, { control }, time) {
    const { value, sequence, publishedNs } = inputs.control;
    const isLate = sequence > 0 && time.nowNs - publishedNs > timeout * 1e9;
    control.publish = isLate || sequence > state.passedOn;
    if (!control.publish) return;
    state.passedOn = sequence;
    Control.copy(control.value, value);
    if (!isLate) return;
    setTime(control.value.header.stamp, time.nowNs);
    control.value.throttle = 0;
    control.value.brake = brake;
  },
});
