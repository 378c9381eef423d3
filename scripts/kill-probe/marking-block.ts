/** A block that tells at every step how far its run has come. Blocks know no files; what writes the marks is in mark-writer.mjs. */
import { defineBlock, Float64 } from 'skidpad';

export default defineBlock({
  type: 'probe/marks',
  doc: 'Tells how far the run has come.',
  params: {},
  defaultPeriod: 0.01,
  inputs: {},
  outputs: { time: Float64 },
  init: () => ({}),
  step(_params, _state, _inputs, { time }, { now }) {
    (globalThis as { writeMark?(now: number): void }).writeMark?.(now);
    time.value.data = now;
  },
});
