import { describe, expect, it } from 'vitest';
import type { ProbeView, Run } from '../../test/support/reference-loop.ts';
import { plantProbe, probe, simulate } from '../../test/support/reference-loop.ts';
import { smallLoop, smallScenario } from '../../test/support/small-blocks.ts';
import { createStream, integerBelow } from '../math/random.ts';
import type { HostedBlock } from './host.ts';
import { defineHost } from './host.ts';
import { initialState } from './local-host.ts';
import type { Loop } from './loop.ts';

/** A probe somewhere else: its answer is there when it is asked for, at once or after a while. */
const elsewhere = (kind: string, isPatient: boolean) =>
  defineHost({
    kind,
    doc: '',
    params: {},
    traits: { deterministic: true, savable: true, takesChanges: true },
    open(block) {
      const answers: Record<string, { value: number; publish: boolean; sent: number[] }>[] = [];
      let state = initialState(block);
      let params = block.params;
      const rests = (name: string) => !block.outputs[name].occasional;
      return {
        start(time) {
          const answer = Object.fromEntries(
            Object.keys(block.outputs).map((name) => [name, { value: 0, publish: rests(name), sent: [] as number[] }]),
          );
          const drafts = Object.fromEntries(Object.entries(answer).map(([name, own]) => [name, draftOf(own)]));
          block.definition.step(params, state, block.inputs, drafts, time, undefined);
          answers.push(answer);
          return false;
        },
        ready: () => true,
        finish() {
          const answer = answers.shift()!;
          if (!isPatient) return putInto(block, answer);
          return Promise.resolve().then(() => putInto(block, answer));
        },
        setParams: (changed) => void (params = changed),
        save: () => structuredClone({ state, answers }),
        restore(saved) {
          const kept = structuredClone(saved) as { state: unknown; answers: typeof answers };
          state = kept.state;
          answers.splice(0, Infinity, ...kept.answers);
        },
        close() {},
      };
    },
  });

/** The draft of one output, of which everything is remembered. */
const draftOf = (own: { value: number; publish: boolean; sent: number[] }) => ({
  value: {
    get data() {
      return own.value;
    },
    set data(value: number) {
      own.value = value;
    },
  },
  get publish() {
    return own.publish;
  },
  set publish(publish: boolean) {
    own.publish = publish;
  },
  send: () => void own.sent.push(own.value),
});

function putInto(
  { outputs }: HostedBlock,
  answer: Record<string, { value: number; publish: boolean; sent: number[] }>,
): void {
  for (const [name, output] of Object.entries(outputs)) {
    const { value, publish, sent } = answer[name];
    if (output.queued) {
      for (const event of sent) {
        output.value.data = event;
        output.send();
      }
      continue;
    }
    output.value.data = value;
    if (!output.occasional) output.publish &&= publish;
    else output.publish = publish;
  }
}

const HOSTS = [elsewhere('later', false), elsewhere('patient', true)];

/** Probes with periods, offsets, latencies, places and wires of all sorts, by a seed. */
function randomDocument(seed: number, places: readonly string[] = ['local']): Record<string, unknown> {
  const stream = createStream(seed, 'document');
  const below = (n: number) => integerBelow(stream, n);
  const oneOf = <T>(...items: T[]): T => items[below(items.length)];
  const names = Array.from({ length: 2 + below(4) }, (_, i) => `n${i}`);
  const types = names.map(() => oneOf('test/probe', 'test/probe', 'test/probe-plant'));
  const source = () => {
    const i = below(names.length);
    return `${names[i]}.${types[i] === 'test/probe' ? oneOf('x', 'y', 'e') : oneOf('x', 'y')}`;
  };
  const wire = () =>
    oneOf<() => unknown>(
      source,
      source,
      () => ({ from: source(), delay: oneOf(0.0004, 0.001, 0.0035) }),
      () => ({ from: source(), loss: 0.3 }),
      () => ({ from: source(), delay: 0.001, jitter: 0.006, loss: 0.1, reorder: oneOf(true, false) }),
    )();
  const block = (_: string, i: number) => ({
    type: types[i],
    ...oneOf<object>({ period: 0.001 }, { period: 0.002 }, { period: 0.0015 }, { rateHz: 300 }, { period: 0.007 }),
    offset: oneOf(0, 0, 0.0005, 0.003),
    ...oneOf<object>({}, {}, { latency: 0.001 }, { latency: 0.005 }, { latency: 0.011 }),
    publishEvery: oneOf(1, 1, 2, 3),
    host: oneOf(...places),
    params: { bias: below(50) },
    inputs: {
      ...(below(4) > 0 && { a: wire() }),
      ...(below(2) > 0 && { b: wire() }),
      ...(types[i] === 'test/probe' && below(2) > 0 && { q: wire() }),
    },
  });
  return {
    seed,
    blocks: Object.fromEntries(names.map((name, i) => [name, block(name, i)])),
    changes: [
      { at: 0.04, block: 'n0', params: { bias: 500 } },
      { at: 0.04, block: 'n1', params: { bias: 501 } },
      { at: 0.0405, block: 'n1', params: { bias: 502 } },
      { at: 0.09, block: 'n0', params: { bias: 1 } },
    ],
  };
}

const TICKS = 130;

/** The real loop, everything that happens in it, and how the same is to happen. */
async function prepared(document: Record<string, unknown>, isWatched = true) {
  const run: Run = { views: {}, closed: {}, said: {} };
  const seen = (view: ProbeView) => run.views[view.block].push(view);
  const more = { blocks: [probe(seen), plantProbe(seen)], hosts: HOSTS };
  const loop = await smallLoop(document, more);
  for (const { name } of loop.tasks) [run.views[name], run.closed[name]] = [[], []];
  for (const port of loop.ports) {
    const said: Run['said'][string] = (run.said[port.path] = []);
    if (!isWatched) continue;
    port.listen(({ signal: { value, sequence, publishedNs, captureTicks } }, tick) =>
      said.push([tick, value.data, sequence, publishedNs, ...captureTicks]),
    );
  }
  if (isWatched)
    loop.listen({
      published: ({ name }, _index, { releaseTick, inputSequences }, tick) =>
        run.closed[name].push([tick, releaseTick, ...inputSequences]),
    });
  return { loop, run, expected: simulate(smallScenario(document, more), TICKS) };
}

const seeds = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);

/** What a loop has latched, and how often. */
const state = (loop: Loop) =>
  loop.ports.map(({ path, signal: { value, sequence, publishedNs, captureTicks } }) => [
    path,
    value.data,
    sequence,
    publishedNs,
    ...captureTicks,
  ]);

describe('a loop of blocks with any periods, latencies and wires', () => {
  it.each(seeds(1, 16))('does what its definition says, tick by tick: %i', async (seed) => {
    const { loop, run, expected } = await prepared(randomDocument(seed));
    loop.runUntil(TICKS);
    expect(run).toEqual(expected);
  });

  it.each(seeds(101, 8))('does the same where nobody watches, and blocks may run ahead: %i', async (seed) => {
    const { loop, run, expected } = await prepared(randomDocument(seed), false);
    loop.runUntil(TICKS);
    expect(run.views).toEqual(expected.views);
    const last = loop.ports.map(({ path }) => [path, ...(expected.said[path].at(-1) ?? [])]);
    const isSaid = ([, , sequence]: readonly unknown[]) => sequence !== 0;
    expect(state(loop).filter(isSaid)).toEqual(
      last.filter(({ length }) => length > 1).map(([path, , ...rest]) => [path, ...rest]),
    );
  });

  it.each(seeds(201, 10))('does the same wherever its blocks are: %i', async (seed) => {
    const { loop, run, expected } = await prepared(randomDocument(seed, ['local', 'later', 'patient']));
    await loop.run(TICKS);
    expect(run).toEqual(expected);
  });

  it.each(seeds(301, 5))('does the same in pieces, with others listening for a while: %i', async (seed) => {
    const { loop, run, expected } = await prepared(randomDocument(seed), false);
    const stream = createStream(seed, 'pieces');
    while (loop.tick < TICKS) {
      const port = loop.ports[integerBelow(stream, loop.ports.length)];
      const cease = port.listen(() => {});
      loop.runUntil(Math.min(TICKS, loop.tick + integerBelow(stream, 20)));
      cease();
      loop.runUntil(Math.min(TICKS, loop.tick + integerBelow(stream, 20)));
    }
    expect(run.views).toEqual(expected.views);
  });

  it.each(seeds(401, 10))(
    'does the same from a snapshot at any tick, in another loop and in its own: %i',
    async (seed) => {
      const document = randomDocument(seed, ['local', 'local', 'later']);
      const { loop, run, expected } = await prepared(document);
      const other = await prepared(document);
      const stream = createStream(seed, 'snapshot');
      const tick = 1 + integerBelow(stream, TICKS - 2);
      loop.runUntil(tick);
      const saved = structuredClone(loop.save());
      other.loop.runUntil(integerBelow(stream, TICKS));
      other.loop.restore(loop.save());
      const after = <T extends readonly { readonly tick: number }[] | readonly (readonly [number, ...unknown[]])[]>(
        all: T,
      ) => (all as readonly any[]).filter((one) => (one.tick ?? one[0]) >= tick);
      const later = (whole: Run) =>
        [whole.views, whole.closed, whole.said].map((part) =>
          Object.fromEntries(Object.entries(part).map(([name, all]) => [name, after(all as ProbeView[])])),
        );
      for (const records of [run, other.run])
        for (const part of Object.values(records)) for (const all of Object.values(part)) (all as unknown[]).length = 0;
      other.loop.runUntil(TICKS);
      expect(later(other.run)).toEqual(later(expected));
      loop.runUntil(TICKS);
      expect(later(run)).toEqual(later(expected));
      // back, and on once more
      for (const part of Object.values(run)) for (const all of Object.values(part)) (all as unknown[]).length = 0;
      loop.restore(saved);
      loop.runUntil(TICKS);
      expect(later(run)).toEqual(later(expected));
      expect(loop.hash()).toBe(other.loop.hash());
    },
  );
});
