import { describe, expect, it } from 'vitest';
import { mixer } from '../../test/support/port-blocks.ts';
import type { Additions } from '../../test/support/small-blocks.ts';
import { portOf, smallLoop, smallScenario, watch } from '../../test/support/small-blocks.ts';

const more: Additions = { blocks: [mixer] };

const mixing = (inputs: Record<string, unknown>, n = 2) => ({
  blocks: {
    one: { type: 'test/constant', period: 0.01, params: { value: 1 } },
    ten: { type: 'test/constant', period: 0.01, params: { value: 10 } },
    mixer: { type: 'test/mixer', period: 0.01, offset: 0.005, params: { n }, inputs },
  },
});
const refusal =
  (...args: Parameters<typeof mixing>) =>
  () =>
    smallScenario(mixing(...args), more);

describe('a list of ports', () => {
  it('is wired as a list, and a step gets it as an array in that order', async () => {
    const loop = await smallLoop(
      mixing({ terms: ['one.value', { from: 'ten.value', delay: 0.001 }], extras: [null, 'ten.value'] }),
      more,
    );
    const [sum, silent, copy] = ['mixer.sum', 'mixer.copies[0]', 'mixer.copies[1]'].map((path) => watch(loop, path));
    loop.runUntil(20);
    expect(sum).toEqual([
      [6, 21],
      [16, 21],
    ]);
    expect(silent).toEqual([]);
    expect(copy.map(([, value]) => value)).toEqual([10, 10]);
  });

  it('is as long as the parameters say, be it nothing or twenty', async () => {
    expect((await smallLoop(mixing({}, 0), more)).ports.map(({ path }) => path)).toEqual([
      'one.value',
      'ten.value',
      'mixer.sum',
    ]);
    const terms = Array.from({ length: 20 }, () => 'ten.value');
    const loop = await smallLoop(mixing({ terms, extras: terms.map(() => null) }, 20), more);
    loop.runUntil(10);
    expect(portOf(loop, 'mixer.sum').signal.value.data).toBe(200);
  });

  it('of forty publishes those that a step says, rests between, and continues from a snapshot', async () => {
    const terms = Array.from({ length: 40 }, () => 'one.value');
    const extras = terms.map((_, i) => (i % 3 === 1 ? 'ten.value' : null));
    const document = mixing({ terms, extras }, 40);
    const mixer = { ...document.blocks.mixer, publishEvery: 2 };
    const loop = await smallLoop({ blocks: { ...document.blocks, mixer } }, more);
    const sum = watch(loop, 'mixer.sum');
    loop.runUntil(46);
    const saved = loop.save();
    loop.runUntil(100);
    const published = loop.ports.filter(({ block, signal }) => block === 'mixer' && signal.sequence > 0);
    expect(published.map(({ name }) => name)).toEqual([
      'sum',
      ...extras.flatMap((extra, i) => (extra === null ? [] : [`copies[${i}]`])),
    ]);
    // what is not occasional rests in every other step
    expect(published.map(({ signal }) => signal.sequence)).toEqual([5, ...published.slice(1).map(() => 10)]);
    expect(sum.map(([tick]) => tick)).toEqual([16, 36, 56, 76, 96]);
    const hash = loop.hash();
    loop.restore(saved);
    loop.runUntil(100);
    expect(loop.hash()).toBe(hash);
  });

  it('publishes on a topic for each, and can be read by its place', async () => {
    const document = mixing({ terms: ['one.value', 'one.value'], extras: [null, 'ten.value'] });
    const reader = { type: 'test/gain', period: 0.01, inputs: { in: 'mixer.copies[1]' } };
    const loop = await smallLoop({ blocks: { ...document.blocks, reader } }, more);
    expect(loop.ports.map(({ topic }) => topic)).toEqual([
      '/one/value',
      '/ten/value',
      '/mixer/sum',
      '/mixer/copies_0',
      '/mixer/copies_1',
      '/reader/out',
    ]);
    loop.runUntil(20);
    expect(portOf(loop, 'reader.out').signal.value.data).toBe(10);
  });

  it.each<[string, Record<string, unknown>, string]>([
    [
      'too short a list',
      { terms: ['one.value'] },
      'blocks.mixer.inputs.terms: expected a list of 2 signals of type std_msgs/msg/Float64, as its parameters say, got 1',
    ],
    [
      'nothing where something is needed',
      {},
      'blocks.mixer.inputs.terms: expected a list of 2 signals of type std_msgs/msg/Float64, as its parameters say, got 0',
    ],
    ['one wire', { terms: 'one.value' }, 'blocks.mixer.inputs.terms: expected a list of 2 wires, got "one.value"'],
    ['a gap in a list that has none', { terms: ['one.value', null] }, 'blocks.mixer.inputs.terms[1]: is not wired'],
    [
      'a place that is not there',
      { terms: ['one.value', 'mixer.copies[2]'] },
      'blocks.mixer.inputs.terms[1]: mixer has no output "copies[2]"',
    ],
    [
      'the name of a single port',
      { 'terms[0]': 'one.value' },
      'blocks.mixer.inputs.terms[0]: test/mixer has no such input',
    ],
  ])('refuses %s with a sentence', (_case, inputs, sentence) => {
    expect(refusal(inputs)).toThrow(sentence);
  });
});
