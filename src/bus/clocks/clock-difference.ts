/**
 * A referee of clocks: how far one is from another in truth, and whether it is as right as it says.
 *
 *   offset = x_clock(t) − x_reference(t)        excess = max(0, |offset| − error_bound) while it says that it is synchronised
 *
 * Readings of different instants are carried to the later one by their rates.
 */
import { defineBlock } from '../../core/block.ts';
import type { ClockReading as Reading } from '../../msgs/index.ts';
import { ClockDifference, ClockReading, setTime, timeToNs } from '../../msgs/index.ts';

const offsetAt = ({ stamp, offset, rate }: Reading, timeNs: number): number =>
  offset + ((rate - 1) * (timeNs - timeToNs(stamp))) / 1e9;

export const clockDifference = defineBlock({
  type: 'bus/clock-difference',
  doc: 'How far a clock is from another in truth, and from what it says itself.',
  defaultPeriod: 0.01,
  params: {},
  inputs: { clock: ClockReading, reference: ClockReading },
  outputs: { difference: ClockDifference },
  init: () => ({}),

  step(_own, _state, { clock, reference }, { difference }) {
    difference.publish = clock.sequence > 0 && reference.sequence > 0;
    if (!difference.publish) return;
    const { value } = difference;
    const timeNs = Math.max(timeToNs(clock.value.stamp), timeToNs(reference.value.stamp));
    setTime(value.stamp, timeNs);
    value.offset = offsetAt(clock.value, timeNs) - offsetAt(reference.value, timeNs);
    value.rate = clock.value.rate - reference.value.rate;
    value.is_synchronised = clock.value.is_synchronised;
    value.error_bound = clock.value.error_bound;
    value.excess = value.is_synchronised ? Math.max(0, Math.abs(value.offset) - value.error_bound) : 0;
  },
});
