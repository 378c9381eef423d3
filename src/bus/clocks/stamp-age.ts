/**
 * How old data are when they come back, by the stamps that they carry and the clock of the computer that hears of them: the end-to-end latency as a bench measures it.
 *
 *   since_host = C(t) − host_stamp        since_sensor = since_host + sensor_age
 *
 * C(t)  what `clock` says when the stamps come in. Both are told once for each host stamp, when it comes for the first time: a message that repeats old news says nothing
 * of how long news take. Where stamps have a few bits only (`wrap`), differences are taken modulo their range. Nothing is told before the clock has agreed with the others.
 * Checked against: stamps made by hand; the declared stages of scenarios/apa/paper.yaml.
 */
import { defineBlock, occasionalOutput } from '../../core/block.ts';
import { param } from '../../core/schema.ts';
import { ClockReading, clockSaysNs, setTime, StampAge } from '../../msgs/index.ts';

export const stampAge = defineBlock({
  type: 'bus/stamp-age',
  doc: 'How old data are when they come back, by the stamps that they carry and the clock of the computer that hears of them.',
  defaultPeriod: 0.001,
  params: {
    wrap: param(0, 's', 'after so long the host stamp begins anew; 0 for never', { min: 0 }),
  },
  inputs: { clock: ClockReading, stamps: StampAge },
  outputs: { age: occasionalOutput(StampAge) },
  init: () => ({ heard: 0, hostStamp: -1 }),

  step({ wrap }, state, { clock, stamps }, { age }, { nowNs }) {
    if (stamps.sequence === state.heard || !clock.value.is_synchronised || clock.sequence === 0) return;
    state.heard = stamps.sequence;
    const { host_stamp: hostStamp, sensor_age: sensorAge } = stamps.value;
    if (hostStamp === state.hostStamp) return;
    state.hostStamp = hostStamp;
    const out = age.value;
    setTime(out.stamp, nowNs);
    out.host_stamp = hostStamp;
    out.sensor_age = sensorAge;
    const since = clockSaysNs(clock.value, nowNs) / 1e9 - hostStamp;
    out.since_host = wrap > 0 ? since - wrap * Math.floor(since / wrap + 0.5) : since;
    out.since_sensor = out.since_host + sensorAge;
    out.error_bound = clock.value.error_bound;
    age.publish = true;
  },
});
