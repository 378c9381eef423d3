import { describe, expect, it } from 'vitest';
import { MemorySink } from '../../test/fixtures/record/memory-sink.ts';
import { smallScenario } from '../../test/support/small-blocks.ts';
import { buildLoop } from '../core/build.ts';
import type { Recording } from './mcap/recording-reader.ts';
import { openRecording } from './mcap/recording-reader.ts';
import { McapWriter } from './mcap/writer.ts';
import type { ComparisonRules } from './run-comparison.ts';
import { RunComparison } from './run-comparison.ts';
import { RunRecorder } from './run-recorder.ts';

/** A counter and two gains behind it. */
const document = (gain = 1, counter: object = {}, more: object = {}) => ({
  duration: 10,
  blocks: {
    counter: { type: 'test/counter', period: 0.01, ...counter },
    first: { type: 'test/gain', period: 0.01, params: { gain }, inputs: { in: 'counter.count' } },
    second: { type: 'test/gain', period: 0.01, inputs: { in: 'counter.count' } },
  },
  ...more,
});

async function recorded(given: Record<string, unknown>, ticks: number, cut = 1): Promise<Recording> {
  const scenario = smallScenario(given);
  const loop = await buildLoop(scenario);
  const sink = new MemorySink();
  const writer = new McapWriter(sink, { chunkSize: 1000 });
  const recorder = new RunRecorder(writer, scenario, '');
  recorder.attach(loop);
  loop.runUntil(ticks);
  recorder.finish({ hash: loop.hash(), ticks, deadlineMisses: 0, metrics: [] });
  writer.close();
  const bytes = sink.bytes();
  return openRecording(bytes.subarray(0, Math.ceil(cut * bytes.length)));
}

/** Runs a scenario beside a recording. */
async function compared(
  given: Record<string, unknown>,
  recording: Recording,
  ticks: number,
  rules?: Partial<ComparisonRules>,
) {
  const loop = await buildLoop(smallScenario(given));
  const comparison = new RunComparison(recording, 1e6, rules && { tolerance: {}, ignore: [], ...rules });
  comparison.attach(loop);
  loop.runUntil(ticks);
  comparison.finish(loop);
  return comparison;
}

describe('a run beside its recording', () => {
  it('is the same message by message', async () => {
    const comparison = await compared(document(), await recorded(document(), 500), 500);
    expect([comparison.first, comparison.compared, comparison.tolerated, comparison.isLenient]).toEqual([
      undefined,
      150,
      0,
      false,
    ]);
  });

  it('differs where a value does, by its first field', async () => {
    const { first, compared: count } = await compared(document(2), await recorded(document(), 500), 500);
    // the counter says 1 at 11 ms, which is read at 20 ms
    expect(first).toEqual({
      tick: 21,
      time: 0.021,
      signal: 'first.out',
      field: 'data',
      recorded: 1,
      now: 2,
      problem: 'first.out.data was 1 then, and is 2 now',
    });
    // three signals at 1 ms and 11 ms, and at 21 ms up to the first of the gains
    expect(count).toBe(8);
  });

  it('differs where a message comes at another time, whichever is earlier', async () => {
    const recording = await recorded(document(), 500);
    const late = await compared(document(1, { offset: 0.002 }), recording, 500);
    expect(late.first).toMatchObject({
      tick: 1,
      time: 0.001,
      signal: 'counter.count',
      problem: 'counter.count was published at tick 1 then, and at tick 3 now',
    });
    const early = await compared(document(), await recorded(document(1, { offset: 0.002 }), 500), 500);
    expect(early.first).toMatchObject({
      tick: 1,
      problem: 'counter.count was published at tick 3 then, and at tick 1 now',
    });
  });

  it('differs where it says more than then, unless the recording was cut', async () => {
    const short = await recorded(document(), 250);
    const more = await compared(document(), short, 500);
    expect(more.first).toMatchObject({ tick: 251, problem: 'counter.count publishes now, and did not then' });
    const cut = await recorded(document(), 500, 0.5);
    expect(cut.complete).toBe(false);
    const whole = await compared(document(), cut, 500);
    expect(whole.first).toBeUndefined();
    expect(whole.compared).toBeGreaterThan(30);
  });

  it('differs where it says less than then, and the earliest of that counts', async () => {
    const recording = await recorded(document(1, {}, { record: ['counter.count', 'second.out'] }), 500);
    const silent = document(1, { params: { every: 1000 } });
    const { first } = await compared(silent, recording, 500);
    expect(first).toMatchObject({
      tick: 11,
      time: 0.011,
      signal: 'counter.count',
      problem: 'counter.count published then, and not now',
    });
    // what would only come now, or later, may still come
    const same = await compared(document(), recording, 491);
    expect(same.first).toBeUndefined();
    const next = await compared(silent, await recorded(silent, 100), 1);
    expect(next.first).toBeUndefined();
    const after = await compared(silent, await recorded(silent, 100), 2);
    expect(after.first).toBeUndefined();
  });

  it('is compared at the messages that were kept of a signal that was thinned', async () => {
    const thinned = document(1, {}, { record: [{ signal: 'first.out', rateHz: 4 }] });
    const recording = await recorded(thinned, 1000);
    const same = await compared(document(), recording, 1000);
    expect([same.first, same.compared]).toEqual([undefined, 4]);
    // longer than then: nothing is known of the rest
    expect((await compared(document(), recording, 1900)).first).toBeUndefined();
    const { first } = await compared(document(3), recording, 1000);
    expect(first).toMatchObject({ tick: 251, signal: 'first.out', recorded: 24, now: 72 });
  });

  it('differs in what was not recorded by its hash, once a second', async () => {
    const recording = await recorded(document(1, {}, { record: ['counter.count'] }), 3000);
    const { first } = await compared(document(2), recording, 3000);
    expect(first).toEqual({
      tick: 1000,
      time: 1,
      signal: 'first.out',
      problem: 'first.out, which was not recorded, differs at tick 1000 or up to one second before',
    });
    expect((await compared(document(), recording, 3000)).first).toBeUndefined();
    expect((await compared(document(2), recording, 999)).first).toBeUndefined();
  });
});

describe('what counts as equal', () => {
  const within = async (rules: Partial<ComparisonRules>, gain = 1.5) => {
    const { first, tolerated, isLenient } = await compared(document(gain), await recorded(document(), 300), 300, rules);
    expect(isLenient).toBe(true);
    return [first?.tick, tolerated];
  };

  it('is what is within the tolerance of the closest name, of which the bound is part', async () => {
    // the difference is half of what the counter said: 0.5 at 21 ms, 1 at 31 ms … 14 at 291 ms
    expect(await within({ tolerance: { 'first.out.data': 14 } })).toEqual([undefined, 28]);
    expect(await within({ tolerance: { 'first.out.data': 13.9 } })).toEqual([291, 27]);
    expect(await within({ tolerance: { 'first.out': 1 } })).toEqual([41, 2]);
    expect(await within({ tolerance: { 'first.out': 100, 'first.out.data': 1 } })).toEqual([41, 2]);
    expect(await within({ tolerance: { 'first.out.data': 1, 'first.out': 100 } })).toEqual([41, 2]);
    // names that only begin alike, and other signals
    expect(await within({ tolerance: { 'first.ou': 100, 'first.out.dat': 100, 'second.out': 100 } })).toEqual([21, 0]);
    expect(await within({ tolerance: { first: 100 } })).toEqual([undefined, 28]);
  });

  it('is what is ignored', async () => {
    expect(await within({ ignore: ['first.out'] })).toEqual([undefined, 0]);
    expect(await within({ ignore: ['first.out.data'] })).toEqual([undefined, 28]);
    expect(await within({ ignore: ['first'] })).toEqual([undefined, 0]);
    expect(await within({ ignore: ['second.out'] })).toEqual([21, 0]);
  });

  it('is not asked of a signal that is ignored, be it silent', async () => {
    const silent = document(1, { params: { every: 1000 } });
    const recording = await recorded(document(), 300);
    const rules = { ignore: ['counter.count', 'first.out', 'second.out'] };
    expect((await compared(silent, recording, 300, rules)).first).toBeUndefined();
    expect((await compared(silent, recording, 300, { ignore: ['counter.count'] })).first).toMatchObject({
      signal: 'first.out',
    });
  });

  it('is not asked of hashes of signals that rules are about, and of all others it is', async () => {
    const recording = await recorded(document(1, {}, { record: [] }), 1500);
    const first = async (rules: Partial<ComparisonRules>) =>
      (await compared(document(2), recording, 1500, rules)).first?.signal;
    expect(await first({ ignore: ['first.out'] })).toBeUndefined();
    expect(await first({ tolerance: { 'first.out.data': 1 } })).toBeUndefined();
    expect(await first({ ignore: ['second.out'] })).toBe('first.out');
  });
});
