import { describe, expect, it } from 'vitest';
import { MemorySink } from '../../test/fixtures/record/memory-sink.ts';
import { FakeRobot } from '../../test/support/fake-robot.ts';
import { catalogWith, portOf, smallScenario } from '../../test/support/small-blocks.ts';
import { replayHost } from '../hosts/replay/replay-host.ts';
import { openRecording } from '../record/mcap/recording-reader.ts';
import { McapWriter } from '../record/mcap/writer.ts';
import { RunRecorder } from '../record/run-recorder.ts';
import { byKind, extendCatalog } from '../scenario/catalog.ts';
import { checkScenario } from '../scenario/check.ts';
import { recordedOutputs } from './recorded-outputs.ts';
import type { RunObserver } from './run.ts';
import { run } from './run.ts';

/** A robot that sends events and counts, and whoever reads them. */
const blocks = (host: unknown) => ({
  sender: { type: 'test/sender', period: 0.01 },
  robot: { type: 'test/relay', period: 0.02, latency: 0.004, inputs: { events: 'sender.events' }, host },
  relay: { type: 'test/relay', period: 0.03, inputs: { events: 'robot.echo' } },
  reader: { type: 'test/gain', period: 0.01, inputs: { in: 'robot.count' } },
});

/** The stamps that a signal has at the end. */
function stampsOf(path: string): { observer: RunObserver; stamps: number[] } {
  const stamps: number[] = [];
  return {
    stamps,
    observer: {
      attach: ({ loop }) => void portOf(loop, path).listen(({ signal }) => stamps.push(...signal.captureTicks)),
    },
  };
}

/** Runs with the robot, and again with what it had said. */
async function replayed(robot: FakeRobot, host: Record<string, unknown> = {}) {
  const scenario = smallScenario({ blocks: blocks({ kind: 'robot', ...host }) }, { hosts: [robot.kind] });
  const sink = new MemorySink();
  const writer = new McapWriter(sink);
  const recorder = new RunRecorder(writer, scenario, 'test');
  const first = stampsOf('reader.out');
  const original = await run({ scenario }, { attach: ({ loop }) => recorder.attach(loop) }, first.observer);
  recorder.finish(original);
  writer.close();
  const recording = openRecording(sink.bytes());
  const replay = replayHost((name) => recordedOutputs(recording, scenario, name));
  const catalog = extendCatalog(catalogWith({}), { hosts: byKind([replay]) });
  const document = { name: 'test', duration: 1, blocks: blocks('replay') };
  const second = stampsOf('reader.out');
  const again = await run({ scenario: checkScenario(document, catalog) }, second.observer);
  return { original, again, stamps: [first.stamps, second.stamps] };
}

describe('what a robot said in an earlier run', () => {
  it('is said again to the same effect: events, values and how old they were', async () => {
    const robot = new FakeRobot();
    robot.truthNs = (nowNs) => nowNs - 3e6;
    const { original, again, stamps } = await replayed(robot);
    expect(again.hash).toBe(original.hash);
    expect(stamps[1]).toEqual(stamps[0]);
    expect(stamps[0].at(-1)).toBeGreaterThan(900);
  });

  it('is said again as it was heard while the robot was lost', async () => {
    const robot = new FakeRobot();
    robot.truthNs = (nowNs) => (nowNs < 0.3e9 || nowNs > 0.6e9 ? nowNs : 0.3e9);
    const { original, again } = await replayed(robot, { maxAge: 0.1, lost: 'zero' });
    expect(original.lost).toHaveLength(1);
    expect(again.hash).toBe(original.hash);
  });
});
