/**
 * A computer's clock that nobody corrects. It never changes the time of the loop: it says what stamps of that computer would be, and
 * `bus/restamp` writes them. Equations in oscillator.ts.
 */
import { defineBlock } from '../../core/block.ts';
import { ClockReading, setTime } from '../../msgs/index.ts';
import { clockFaults } from './clock-faults.ts';
import { advance, createOscillator, errorNs, oscillatorParams, readNs } from './oscillator.ts';

export const clock = defineBlock({
  type: 'bus/clock',
  doc: "A computer's clock: offset, drift that wanders, jitter, granularity and faults.",
  defaultPeriod: 0.01,
  params: { ...oscillatorParams, faults: clockFaults },
  inputs: {},
  outputs: { clock: ClockReading },
  init: (_own, context) => createOscillator(context.stream('clock')),

  step(own, state, _inputs, outputs, { nowNs, dt }) {
    advance(own, state, nowNs, dt);
    const { value } = outputs.clock;
    setTime(value.stamp, nowNs);
    setTime(value.reading, Math.round(readNs(own, state, nowNs)));
    value.offset = errorNs(state, nowNs) / 1e9;
    value.rate = 1 + state.current.slope;
  },
});
