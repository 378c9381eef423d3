/** Small blocks with ports of all sorts: queues, lists, very many; and one that prepares. A worker can load them. */
import {
  defineBlock,
  occasionalOutput,
  optionalInput,
  portList,
  portMap,
  queuedInput,
  queuedOutput,
} from '../../src/core/block.ts';
import { asset, fixed, integer, list, text } from '../../src/core/schema.ts';
import type { Output } from '../../src/core/signal.ts';
import { Float64 } from '../../src/msgs/index.ts';

/** Sends so many messages in every step, all of them numbered. */
export const sender = defineBlock({
  type: 'test/sender',
  doc: 'sends numbered messages',
  params: { perStep: integer(3, '', 'messages', { min: 0 }) },
  inputs: {},
  outputs: { events: queuedOutput(Float64) },
  init: () => ({ n: 0 }),
  step(params, state, _inputs, { events }) {
    for (let i = 0; i < params.perStep; i++) {
      events.value.data = state.n++;
      events.send();
    }
  },
});

/** Sends on every message that it gets, and says how many there were. */
export const relay = defineBlock({
  type: 'test/relay',
  doc: 'sends on every message',
  params: {},
  inputs: { events: queuedInput(Float64) },
  outputs: { echo: queuedOutput(Float64), count: Float64 },
  init: () => ({}),
  step(_params, _state, { events }, { echo, count }) {
    for (const { data } of events.queue) {
      echo.value.data = data;
      echo.send();
    }
    count.value.data = events.queue.length;
  },
});

const asManyAsSaid = ({ n }: { n: number }) => n;

/** Adds up what it reads, and says each of its extras again, where there is something, on an output of its own. */
export const mixer = defineBlock({
  type: 'test/mixer',
  doc: 'adds up',
  params: { n: fixed(integer(2, '', 'how many', { min: 0 })) },
  inputs: { terms: portList(Float64, asManyAsSaid), extras: portList(optionalInput(Float64), asManyAsSaid) },
  outputs: { sum: Float64, copies: portList(occasionalOutput(Float64), asManyAsSaid) },
  init: () => ({}),
  step(_params, _state, { terms, extras }, { sum, copies }) {
    sum.value.data = [...terms, ...extras].reduce((total, { value }) => total + value.data, 0);
    extras.forEach(({ value, sequence }, i) => {
      copies[i].publish = sequence > 0;
      copies[i].value.data = value.data;
    });
  },
});

const asNamed = ({ names }: { names: readonly string[] }): Record<string, typeof Float64> =>
  Object.fromEntries(names.map((name) => [name, Float64]));

/** Says twice of each input on the output of the same name, and how many there are. */
export const switchboard = defineBlock({
  type: 'test/switchboard',
  doc: 'doubles',
  params: { names: fixed(list(text(undefined, 'a name'), [], 'names of its ports')) },
  inputs: { extra: optionalInput(Float64), mapped: portMap(asNamed) },
  outputs: { count: Float64, mapped: portMap(asNamed) },
  init: () => ({}),
  step(_params, _state, { mapped: inputs }, { count, mapped: outputs }) {
    for (const [name, input] of Object.entries(inputs)) outputs[name].value.data = 2 * input.value.data;
    count.value.data = Object.keys(inputs).length;
  },
});

export const OUTPUTS = Array.from({ length: 40 }, (_, i) => `o${i}`);

/** Says something on every third of forty outputs: 100 · activation + i on the i-th. */
export const many = defineBlock({
  type: 'test/many',
  doc: 'says many things',
  params: {},
  inputs: {},
  outputs: Object.fromEntries(OUTPUTS.map((name) => [name, Float64])),
  init: () => ({}),
  step(_params, _state, _inputs, outputs, { activation }) {
    OUTPUTS.forEach((name, i) => {
      const output = outputs[name] as Output<Float64>;
      output.publish = (activation + i) % 3 === 0;
      output.value.data = 100 * activation + i;
    });
  },
});

/** Says the numbers of a file, one after the other, with a tenth of its length added. */
export const table = defineBlock({
  type: 'test/table',
  doc: 'says the numbers of a file',
  params: { file: asset('numbers') },
  inputs: {},
  outputs: { number: Float64 },
  async prepare({ file }, assets) {
    await Promise.resolve();
    return { numbers: assets.text(file).split(' ').map(Number), bytes: assets.bytes(file).length };
  },
  init: () => ({}),
  step(_params, _state, _inputs, { number }, { activation }, { numbers, bytes }) {
    number.value.data = numbers[activation % numbers.length] + bytes / 10;
  },
});
