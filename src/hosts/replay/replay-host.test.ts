import { describe, expect, it } from 'vitest';
import { smallLoop } from '../../../test/support/small-blocks.ts';
import type { OutputPort } from '../../core/signal.ts';
import { accumulator } from '../fixtures/test-blocks.ts';
import { atHome, drive, hosted, step, timeOf } from '../fixtures/test-rig.ts';
import type { RecordedPort } from './replay-host.ts';
import { openReplayHost, replayHost } from './replay-host.ts';

const LATENCY = 3;

/** A run at home, and what it published when. */
async function record(steps: number): Promise<{ answers: string[][]; ports: Record<string, RecordedPort> }> {
  const block = hosted(accumulator);
  const answers = await drive(await atHome(block), block, 0, steps);
  const recorded = (port: OutputPort, index: number): RecordedPort => {
    const published = answers.flatMap((answer, activation) =>
      answer[index] === '' ? [] : [{ activation, hex: answer[index] }],
    );
    return {
      ticks: Float64Array.from(published, ({ activation }) => timeOf(activation).tick + LATENCY),
      messages: published.map(({ hex }) => {
        const bytes = Buffer.from(hex, 'hex');
        return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      }),
    };
  };
  return {
    answers,
    ports: Object.fromEntries(Object.values(block.outputs).map((port, i) => [port.name, recorded(port, i)])),
  };
}

describe('the replay host', () => {
  it('publishes what was recorded, and nothing where nothing was', async () => {
    const { answers, ports } = await record(30);
    const block = hosted(accumulator);
    const host = await openReplayHost(block, { ports, latencyTicks: LATENCY });
    expect(await drive(host, block, 0, 30)).toEqual(answers);
    // after the end of the recording it is silent
    expect(await step(host, block, 30)).toEqual(['', '']);
    // and it can go back, because it has no state
    host.restore(host.save());
    expect(await step(host, block, 7)).toEqual(answers[7]);
  });

  it('leaves outputs that were not recorded silent', async () => {
    const { ports } = await record(5);
    const block = hosted(accumulator);
    const host = await openReplayHost(block, { ports: { echo: ports.echo }, latencyTicks: LATENCY });
    expect((await step(host, block, 2))[0]).toBe('');
  });

  it('refuses a recording that does not fit', async () => {
    const block = hosted(accumulator);
    const open = (ports: Record<string, RecordedPort>) => openReplayHost(block, { ports, latencyTicks: 1 });
    const message = new DataView(new ArrayBuffer(4));
    await expect(open({ other: { ticks: new Float64Array(0), messages: [] } })).rejects.toThrow(
      'blocks.bench: the recording has an output other that the block has not',
    );
    await expect(open({ twist: { ticks: Float64Array.of(1), messages: [] } })).rejects.toThrow(
      'has 1 ticks and 0 messages',
    );
    await expect(open({ twist: { ticks: Float64Array.of(2, 2), messages: [message, message] } })).rejects.toThrow(
      'is out of order at message 1',
    );
    const host = await open({ twist: { ticks: Float64Array.of(1), messages: [message] } });
    expect(() => host.start(timeOf(0))).toThrow('blocks.bench: recorded message 0 of twist cannot be read');
  });

  it('hears what is sent to it without keeping it, also where nothing was ever published', async () => {
    const silent = replayHost(() => ({ ports: {}, latencyTicks: 1, publicationTicks: new Map() }));
    const loop = await smallLoop(
      {
        blocks: {
          sender: { type: 'test/sender', period: 0.001, params: { perStep: 1000 } },
          relay: { type: 'test/relay', period: 0.01, inputs: { events: 'sender.events' }, host: 'replay' },
        },
      },
      { hosts: [silent] },
    );
    expect(() => loop.runUntil(200)).not.toThrow();
  });
});
