/** Queues, lists, many outputs and prepared resources are the same wherever a block runs. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { many, mixer, switchboard, table } from '../../test/support/port-blocks.ts';
import { catalogWith, watch } from '../../test/support/small-blocks.ts';
import { buildLoop } from '../core/build.ts';
import type { AnyHostKind } from '../core/host.ts';
import type { Loop } from '../core/loop.ts';
import { memoryFiles } from '../scenario/files.ts';
import { loadScenario } from '../scenario/load.ts';
import { buildWorker, openWorkerHost, temporaryFolder } from './fixtures/test-builds.ts';
import { workerKind } from './worker/kind.ts';

const folder = temporaryFolder();
let built: { workerUrl: URL; catalog: URL };
beforeAll(async () => {
  built = await buildWorker(folder.path);
});
afterAll(() => folder.remove());

/** The worker host of the project, with the catalogue of the tests. */
const worker: AnyHostKind = {
  ...workerKind,
  open: (block, _params, { frames, assets, timeLimit }) =>
    openWorkerHost(block, { ...built, frames, assets, timeLimit }),
};
const program = fileURLToPath(new URL('./fixtures/queue_relay.py', import.meta.url));

const sent = { type: 'test/sender', period: 0.01, latency: 0.013 };
const queued = (host: unknown, latency: number) => ({
  sender: sent,
  relay: {
    type: 'test/relay',
    period: 0.025,
    latency,
    inputs: { events: { from: 'sender.events', delay: 0.002, jitter: 0.02 } },
    host,
  },
  again: { type: 'test/relay', period: 0.04, inputs: { events: 'relay.echo' } },
});
const one = { type: 'test/counter', period: 0.01 };

async function open(blocks: Record<string, unknown>): Promise<Loop> {
  const files = memoryFiles({ 'numbers.txt': '3 1 4 1 5' });
  const catalog = catalogWith({ blocks: [mixer, switchboard, many, table], hosts: [worker] });
  const document = { name: 'ports', duration: 10, seed: 5, blocks };
  return buildLoop(await loadScenario(files, { document, path: 'ports.yaml' }, { catalog }));
}

/** Everything published until a tick. */
async function hashOf(blocks: Record<string, unknown>, ticks = 1000): Promise<string> {
  const loop = await open(blocks);
  try {
    await loop.run(ticks);
    return loop.hash();
  } finally {
    await loop.close();
  }
}

describe('messages of which each one counts', () => {
  const command = (flags: string) => ({ command: `python3 "${program}"${flags}` });
  const places: [string, unknown][] = [
    ['a worker', 'worker'],
    ['a program that speaks JSON', { kind: 'process', ...command('') }],
    ['a program that speaks in binary frames', { kind: 'process', format: 'cdr', ...command(' --cdr') }],
  ];

  it.each(places)('go through %s as they do here, one step or several under way', async (_place, host) => {
    for (const latency of [0.001, 0.06]) {
      expect(await hashOf(queued(host, latency))).toBe(await hashOf(queued('local', latency)));
    }
  });

  it.each(places)('arrive in order from %s', async (_place, host) => {
    const loop = await open(queued(host, 0.003));
    const echo = watch(loop, 'again.echo');
    await loop.run(500);
    await loop.close();
    expect(echo.map(([, value]) => value)).toEqual(echo.map((_, i) => i));
    expect(echo.length).toBeGreaterThan(100);
  });

  it('go on from a snapshot of a worker as if nothing had happened', async () => {
    const [straight, restored] = [await open(queued('worker', 0.06)), await open(queued('worker', 0.06))];
    await straight.run(333);
    restored.restore(structuredClone(straight.save()));
    await straight.run(900);
    await restored.run(900);
    expect(restored.hash()).toBe(straight.hash());
    expect(restored.hash()).toBe(await hashOf(queued('local', 0.06), 900));
    await Promise.all([straight.close(), restored.close()]);
  });
});

describe('in a worker', () => {
  it.each<[string, Record<string, unknown>]>([
    [
      'lists of ports',
      { type: 'test/mixer', period: 0.01, inputs: { terms: ['one.count', 'one.count'], extras: [null, 'one.count'] } },
    ],
    [
      'ports that parameters name',
      {
        type: 'test/switchboard',
        period: 0.01,
        params: { names: ['left', 'right'] },
        inputs: { left: 'one.count', right: 'one.count' },
      },
    ],
    ['forty outputs', { type: 'test/many', period: 0.01 }],
    ['what a block prepares from a file', { type: 'test/table', period: 0.01, params: { file: 'numbers.txt' } }],
  ])('%s are what they are here', async (_what, block) => {
    expect(await hashOf({ one, block: { ...block, host: 'worker' } })).toBe(await hashOf({ one, block }));
    expect(await hashOf({ one, block })).not.toBe(await hashOf({ one, block: { ...block, period: 0.02 } }));
  });
});
