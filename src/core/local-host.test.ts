import { describe, expect, it } from 'vitest';
import type { Additions } from '../../test/support/small-blocks.ts';
import { smallLoop, watch } from '../../test/support/small-blocks.ts';
import { createStream, uniform } from '../math/random.ts';
import { Float64 } from '../msgs/index.ts';
import type { AnyBlock } from './block.ts';
import { defineBlock } from './block.ts';
import { derivedFrom } from './derived.ts';
import { HostError } from './host.ts';
import { InputError } from './input-error.ts';
import type { Link } from './link.ts';
import { defineLink, LinkError, Links } from './link.ts';
import { LOCAL } from './local-host.ts';
import { NO_ASSETS } from './loop-spec.ts';
import { param } from './schema.ts';
import { Unanswered, withAnswers } from './unanswered.ts';

/** Says its number, counts, and fails at its fourth step if it is told to. */
const counter = (fail?: () => void, more: Partial<AnyBlock> = {}): AnyBlock => ({
  ...defineBlock({
    type: 'test/own',
    doc: '',
    params: { number: param(1, '', 'added at every step') },
    inputs: {},
    outputs: { out: Float64 },
    init: ({ number }, { period, name, stream }) => ({ sum: number, period, name, first: uniform(stream('dice')) }),
    step({ number }, state, _inputs, { out }, { activation }) {
      if (activation === 3) fail?.();
      state.sum += number;
      out.value.data = state.sum;
    },
  }),
  ...more,
});

const loopOf = (block: AnyBlock, document: object = {}, more: Additions = {}) =>
  smallLoop(
    { blocks: { a: { type: 'test/own', period: 0.01, params: { number: 10 } } }, ...document },
    { blocks: [block], ...more },
  );

describe('a block in the thread of the loop', () => {
  it('begins with what its parameters, its period and its own streams give', async () => {
    let first: { period: number; name: string; first: number } | undefined;
    const spy = counter(undefined, {
      step: (_params, state) => {
        first = state;
      },
    });
    (await loopOf(spy, { seed: 12 })).runUntil(1);
    expect(first).toEqual({ sum: 10, period: 0.01, name: 'a', first: uniform(createStream(12, 'a/dice')) });
  });

  it('steps with its own state and the parameters of now, and is wound back with a snapshot', async () => {
    const loop = await loopOf(counter(), { changes: [{ at: 0.025, block: 'a', params: { number: 100 } }] });
    const said = watch(loop, 'a.out');
    loop.runUntil(15);
    const saved = loop.save();
    loop.runUntil(45);
    expect(said.map(([, value]) => value)).toEqual([20, 30, 40, 140, 240]);
    loop.restore(saved);
    loop.runUntil(45);
    expect(said.slice(5).map(([, value]) => value)).toEqual([40, 140, 240]);
  });

  it('that throws is named, with the time and what it said', async () => {
    const fail = (error: unknown) => () => {
      throw error;
    };
    const failure = async (error: unknown, more: Partial<AnyBlock> = {}): Promise<HostError> => {
      const loop = await loopOf(counter(fail(error), more));
      try {
        loop.runUntil(100);
      } catch (caught) {
        expect(caught).toBeInstanceOf(HostError);
        return caught as HostError;
      }
      throw new Error('nothing was thrown');
    };
    const cause = new Error('out of road');
    expect(await failure(cause)).toMatchObject({ message: 'blocks.a: threw at 0.03 s: out of road', cause: undefined });
    expect((await failure('plain words')).message).toBe('blocks.a: threw at 0.03 s: plain words');
    // the code of others is shown where it failed
    expect((await failure(cause, { module: { text: '' } })).cause).toBe(cause);
  });

  it('says as it is what is wrong with a file that a person wrote', async () => {
    const wrong = new InputError('weights.bin', 'is too short');
    const refuse = () => {
      throw wrong;
    };
    await expect(loopOf(counter(undefined, { prepare: refuse }))).rejects.toBe(wrong);
    await expect(loopOf(counter(undefined, { prepare: async () => refuse() }))).rejects.toBe(wrong);
    const strange = { prepare: () => Promise.reject('no weights') };
    await expect(loopOf(counter(undefined, strange))).rejects.toThrow('blocks.a: cannot be made ready: no weights');
  });

  it('is never late and answers at once', async () => {
    expect(LOCAL).toMatchObject({ timeLimit: 10, late: 'wait', lost: 'hold' });
    expect(LOCAL.kind.traits).toEqual({ deterministic: true, savable: true, takesChanges: true, inThread: true });
    const loop = await loopOf(counter());
    const host = loop.tasks[0].host;
    expect([host.ready(), host.finish()]).toEqual([true, undefined]);
  });

  it('names a file that is not among those of the run', () => {
    expect(() => NO_ASSETS.bytes('a.bin')).toThrow('there is no file "a.bin" among the assets of this run');
    expect(() => NO_ASSETS.text('b.txt')).toThrow('there is no file "b.txt" among the assets of this run');
  });
});

describe('what follows from parameters', () => {
  it('is made once for each of them', () => {
    let made = 0;
    const tableOf = derivedFrom(({ n }: { n: number }) => ({ table: ++made * 100 + n }));
    const [one, two] = [{ n: 1 }, { n: 2 }];
    expect([tableOf(one), tableOf(two)]).toEqual([{ table: 101 }, { table: 202 }]);
    expect(tableOf(one)).toBe(tableOf(one));
    expect(made).toBe(2);
  });
});

describe('links', () => {
  const closed: string[] = [];
  const bus = defineLink({
    kind: 'bus',
    doc: '',
    params: {},
    open: async (_params, { name, nowNs }): Promise<Link & { now(): number }> => {
      if (name === 'broken') throw new Error('no adapter');
      return { now: nowNs, close: () => void closed.push(name) };
    },
  });
  const context = { nowNs: () => 42, log: () => {} };
  const specs = (...names: string[]) => names.map((name) => ({ name, kind: bus, params: {} }));

  it('are found by name and kind, and told apart in a sentence', async () => {
    const links = await Links.open(specs('front', 'rear'), context);
    expect(links.get('front', bus, 'x').now()).toBe(42);
    expect(() => links.get('frnt', bus, 'blocks.a.host.bus')).toThrow(
      new InputError('blocks.a.host.bus', 'there is no link "frnt" (did you mean "front"?)'),
    );
    expect(() => links.get('rear', { kind: 'serial' }, 'x')).toThrow(
      new InputError('x', 'expected a link of kind serial, but rear is of kind bus'),
    );
  });

  it('are closed in the opposite order, once', async () => {
    const links = await Links.open(specs('a', 'b', 'c'), context);
    await links.close();
    await links.close();
    expect(closed.splice(0)).toEqual(['c', 'b', 'a']);
    expect(() => links.get('a', bus, 'x')).toThrow('there is no link "a"');
  });

  it('that cannot be opened close those before them', async () => {
    await expect(Links.open(specs('a', 'broken', 'c'), context)).rejects.toThrow(new LinkError('broken', 'no adapter'));
    expect(closed.splice(0)).toEqual(['a']);
    expect(new LinkError('front', 'line\nbreak').message).toBe('links.front: line\\x0abreak');
    expect(new LinkError('x', 'y'.repeat(2000)).message).toHaveLength('links.x: '.length + 700);
    expect(new HostError('x', 'y'.repeat(2000)).message).toHaveLength('blocks.x: '.length + 700);
  });
});

describe('work that needs answers of others', () => {
  it('is done again when they are there, and given up where there will be none', async () => {
    let [known, tries] = [0, 0];
    const work = () => {
      tries++;
      if (known < 2) throw new Unanswered(Promise.resolve().then(() => void known++));
      return 'done';
    };
    expect([await withAnswers(work), tries]).toEqual(['done', 3]);
    const never = () => {
      throw new Unanswered(Promise.reject(new Error('gone')));
    };
    await expect(withAnswers(never)).rejects.toThrow('gone');
    const broken = () => {
      throw new Error('broken');
    };
    await expect(withAnswers(broken)).rejects.toThrow('broken');
  });
});
