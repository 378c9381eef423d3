import { describe, expect, it } from 'vitest';
import { MemorySink } from '../../test/fixtures/record/memory-sink.ts';
import { smallScenario } from '../../test/support/small-blocks.ts';
import type { Recording } from '../record/mcap/recording-reader.ts';
import { openRecording } from '../record/mcap/recording-reader.ts';
import { McapWriter } from '../record/mcap/writer.ts';
import { RunRecorder } from '../record/run-recorder.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { repeatRun } from './repeat-run.ts';
import { run } from './run.ts';

/** Two gains behind a counter, the first of them `gain`. */
const scenario = (gain: number, verify: object = {}): Scenario =>
  smallScenario({
    verify,
    blocks: {
      counter: { type: 'test/counter', period: 0.01 },
      first: { type: 'test/gain', period: 0.01, params: { gain }, inputs: { in: 'counter.count' } },
      second: { type: 'test/gain', period: 0.01, inputs: { in: 'counter.count' } },
    },
  });

async function recorded(given: Scenario, ticks?: number): Promise<Recording> {
  const sink = new MemorySink();
  const writer = new McapWriter(sink);
  const recorder = new RunRecorder(writer, given, 'test');
  recorder.finish(await run({ scenario: given, ticks }, { attach: ({ loop }) => recorder.attach(loop) }));
  writer.close();
  return openRecording(sink.bytes());
}

describe('a run that is repeated beside its recording', () => {
  it('is identical, message by message', async () => {
    const recording = await recorded(scenario(1));
    const repeated = await repeatRun(scenario(1), recording);
    expect(repeated).toMatchObject({ identical: true, tolerated: 0, duration: 1, complete: true, first: undefined });
    expect(repeated.hash).toBe(repeated.recordedHash);
    expect(repeated.compared).toBe(300);
  });

  it('is compared as far as the recording goes', async () => {
    expect(await repeatRun(scenario(1), await recorded(scenario(1), 400))).toMatchObject({
      identical: true,
      duration: 0.4,
      compared: 120,
    });
  });

  it('says where it differs first', async () => {
    const { identical, first } = await repeatRun(scenario(1.001), await recorded(scenario(1)));
    expect(identical).toBe(false);
    // the counter says 1 at 11 ms, which is read at 20 ms
    expect(first).toMatchObject({ signal: 'first.out', time: 0.021 });
  });

  it('is equal within a tolerance, and not beyond', async () => {
    const recording = await recorded(scenario(1));
    const within = await repeatRun(scenario(1.001), recording, { tolerance: { 'first.out.data': 0.1 } });
    expect(within).toMatchObject({ identical: true, first: undefined });
    expect(within.hash).not.toBe(within.recordedHash);
    expect(within.tolerated).toBe(98);
    const beyond = await repeatRun(scenario(1.01), recording, { tolerance: { 'first.out': 0.1 } });
    // by 0.1 · 11 / 10 when the counter has said 11
    expect(beyond.first).toMatchObject({ signal: 'first.out', time: 0.121 });
    expect(beyond.identical).toBe(false);
  });

  it('is equal but for what is not compared', async () => {
    const recording = await recorded(scenario(1));
    for (const ignore of ['first.out', 'first.out.data']) {
      expect(await repeatRun(scenario(2), recording, { ignore: [ignore] })).toMatchObject({ identical: true });
    }
    const other = await repeatRun(scenario(2), recording, { ignore: ['second.out'], tolerance: { counter: 9 } });
    expect(other.first).toMatchObject({ signal: 'first.out' });
  });

  it('is judged by what its scenario says, and by what is said in addition', async () => {
    const recording = await recorded(scenario(1));
    const lenient = scenario(1.001, { tolerance: { 'first.out': 0.1 } });
    expect((await repeatRun(lenient, recording)).identical).toBe(true);
    expect((await repeatRun(lenient, recording, { tolerance: { 'first.out': 0.001 } })).identical).toBe(false);
    expect((await repeatRun(scenario(3, { ignore: ['first.out'] }), recording)).identical).toBe(true);
  });
});
