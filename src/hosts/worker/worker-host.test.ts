import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AnyBlock } from '../../core/block.ts';
import type { Host, HostedBlock } from '../../core/host.ts';
import { HostError } from '../../core/host.ts';
import {
  accumulator,
  forwarder,
  inverter,
  leaver,
  sleeper,
  thrower,
  unknown,
  unstartable,
} from '../fixtures/test-blocks.ts';
import { buildWorker, openWorkerHost, temporaryFolder } from '../fixtures/test-builds.ts';
import { atHome, drafts, drive, fetch, hosted, problemOf, publish, release, step } from '../fixtures/test-rig.ts';
import { nodeThread } from './node-thread.ts';
import { openWorkerHosts } from './worker-host.ts';
import { FrameMemory } from '../../math/frame-memory.ts';

const folder = temporaryFolder();
let built: { workerUrl: URL; catalog: URL };
const opened: Host[] = [];

beforeAll(async () => {
  built = await buildWorker(folder.path);
});
afterAll(async () => {
  await Promise.all(opened.map((host) => host.close()));
  folder.remove();
});

async function open(block: HostedBlock, options: { frames?: FrameMemory; timeLimit?: number } = {}): Promise<Host> {
  const host = await openWorkerHost(block, { ...built, ...options });
  opened.push(host);
  return host;
}

const openTogether = (blocks: readonly HostedBlock[]): Promise<Host[]> =>
  openWorkerHosts(
    blocks.map((block) => ({ block, timeLimit: 300 })),
    { startThread: nodeThread(built) },
  );

describe('the worker host', () => {
  it('shows its block the same inputs, times, random numbers and drafts as at home', async () => {
    const home = hosted(accumulator);
    const block = hosted(accumulator);
    expect(await drive(await open(block), block, 0, 50)).toEqual(await drive(await atHome(home), home, 0, 50));
  });

  it('continues from a saved state as if nothing had happened', async () => {
    const block = hosted(accumulator);
    const host = await open(block);
    await drive(host, block, 0, 20);
    const saved = host.save();
    const signals = structuredClone(
      Object.values(block.inputs).map(({ value, sequence, publishedNs }) => ({ value, sequence, publishedNs })),
    );
    const expected = await drive(host, block, 20, 40);

    Object.values(block.inputs).forEach((signal, i) => Object.assign(signal, structuredClone(signals[i])));
    host.restore(saved);
    expect(await drive(host, block, 20, 40)).toEqual(expected);

    // in another worker, too
    const other = hosted(accumulator);
    Object.values(other.inputs).forEach((signal, i) => Object.assign(signal, structuredClone(signals[i])));
    const elsewhere = await open(other);
    elsewhere.restore(saved);
    expect(await drive(elsewhere, other, 20, 40)).toEqual(expected);
  });

  it('saves steps that are under way with their answers', async () => {
    const block = hosted(accumulator, { depth: 3 });
    const host = await open(block);
    for (let activation = 0; activation < 3; activation++) release(host, block, activation);
    const saved = host.save();
    const expected = [await fetch(host, block), await fetch(host, block), await fetch(host, block)];
    await drive(host, block, 3, 10);
    host.restore(saved);
    expect([await fetch(host, block), await fetch(host, block), await fetch(host, block)]).toEqual(expected);
  });

  it('passes images in shared memory without copying them', async () => {
    const frames = new FrameMemory();
    const block = hosted(forwarder, { allocate: frames.allocate });
    const host = await open(block, { frames });
    const frame = frames.allocate(640 * 480);
    publish(block, 'image', 0, (image) => (image.data = frame.fill(9)));
    await step(host, block, 0);
    const answer = block.outputs.image.value.data as Uint8Array;
    expect(answer.buffer).toBe(frames.memory.buffer);
    expect(answer.byteOffset).toBe(frame.byteOffset);
    // what is written here is seen there
    frame[5] = 77;
    expect(answer[5]).toBe(77);
  });

  it('gives its block frames that the loop sees without copying', async () => {
    const frames = new FrameMemory();
    const block = hosted(inverter, { depth: 2 });
    const host = await open(block, { frames });
    const places = new Set<number>();
    for (let activation = 0; activation < 20; activation++) {
      publish(block, 'image', activation, (image) => (image.data = frames.allocate(1000).fill(activation)));
      await step(host, block, activation);
      const { data } = block.outputs.image.value as { data: Uint8Array };
      expect(data.buffer).toBe(frames.memory.buffer);
      expect(data[999]).toBe(255 - activation);
      places.add(data.byteOffset);
    }
    expect(places.size).toBe(4);
  });

  it('copies images that are not in shared memory, and grows its mailbox for them', async () => {
    const block = hosted(forwarder);
    const host = await open(block);
    for (const size of [0, 10, 3_000_000]) {
      const bytes = Uint8Array.from({ length: size }, (_, i) => i % 251);
      publish(block, 'image', size, (image) => (image.data = bytes));
      await step(host, block, size);
      expect(Buffer.compare(block.outputs.image.value.data as Uint8Array, bytes)).toBe(0);
    }
  });

  it('says so when a message is larger than the mailbox can become', async () => {
    const block = hosted(forwarder);
    const host = await open(block);
    publish(block, 'image', 0, (image) => (image.data = new Uint8Array(70_000_000)));
    expect(await problemOf(() => step(host, block, 0))).toMatch(
      /^blocks\.bench: cannot be given its inputs: a message of \d+ bytes does not fit/,
    );
  });

  it('goes on after a step that threw', async () => {
    const block = hosted(thrower);
    const host = await open(block);
    await step(host, block, 0);
    await step(host, block, 1);
    expect(await problemOf(() => step(host, block, 2))).toBe('blocks.bench: threw at 0.02 s: the sky is falling');
    expect(await step(host, block, 3)).toHaveLength(1);
  });

  it('notices that its worker has left', async () => {
    const block = hosted(leaver);
    const host = await open(block);
    await step(host, block, 1);
    const failure = await problemOf(() => step(host, block, 2));
    expect(failure).toMatch(/^blocks\.bench: its worker ended/);
    expect(await problemOf(() => step(host, block, 3))).toMatch(/^blocks\.bench: its worker ended/);
  });

  it('gives up on a step that does not end, and can still be closed', async () => {
    const block = hosted(sleeper);
    const host = await open(block, { timeLimit: 300 });
    await step(host, block, 1);
    const problem = problemOf(() => step(host, block, 2));
    // five minutes later
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 300_000);
    onTestFinished(() => clock.mockRestore());
    expect(await problem).toBe('blocks.bench: did not answer within 300 s');
    await host.close();
  });

  it('shares its thread with others, which answer as if each were alone', async () => {
    const homes = [hosted(accumulator), hosted(accumulator)];
    const blocks = [hosted(accumulator), hosted(accumulator)];
    const hosts = await openTogether(blocks);
    const expected = [
      await drive(await atHome(homes[0]), homes[0], 0, 30),
      await drive(await atHome(homes[1]), homes[1], 5, 35),
    ];
    const together = await Promise.all([drive(hosts[0], blocks[0], 0, 30), drive(hosts[1], blocks[1], 5, 35)]);
    expect(together).toEqual(expected);
    // one that is closed leaves the thread to the other
    await hosts[0].close();
    await hosts[0].close();
    expect(await step(hosts[1], blocks[1], 40)).toHaveLength(2);
    await hosts[1].close();
    expect(await problemOf(() => step(hosts[1], blocks[1], 41))).toMatch(/^blocks\.bench: its worker ended/);
  });

  it('blames the block that took its thread down, whoever waits', async () => {
    const blocks = [hosted(leaver), hosted(accumulator)].map((block, i) => ({
      ...block,
      name: ['leaver', 'victim'][i],
    }));
    const hosts = await openTogether(blocks);
    release(hosts[0], blocks[0], 2);
    release(hosts[1], blocks[1], 2);
    expect(await problemOf(() => hosts[1].finish())).toMatch(/^blocks\.leaver: its worker ended/);
    await Promise.all(hosts.map((host) => host.close()));
  });

  it('does not open with a block that cannot be made ready, and says which', async () => {
    const blocks = [hosted(accumulator), { ...hosted(unstartable), name: 'lost' }];
    expect(await problemOf(() => openTogether(blocks))).toBe('blocks.lost: no such map');
  });

  it.each<[string, AnyBlock, string]>([
    ['throws while it is initialised', unstartable, 'blocks.bench: no such map'],
    [
      'is not in the catalog',
      unknown,
      'blocks.bench: there is no block of type "test/unknown" in the worker\'s catalog',
    ],
  ])('does not open when the block %s', async (_case, definition, sentence) => {
    expect(await problemOf(() => open(hosted(definition)))).toBe(sentence);
  });

  it('does not open when its entry is not there', async () => {
    const failure = openWorkerHost(hosted(thrower), { workerUrl: new URL('file:///nowhere/worker-main.js') });
    await expect(failure).rejects.toThrow(HostError);
    await expect(failure).rejects.toThrow('cannot start a worker');
  });

  it('refuses an answer that was never asked for', async () => {
    const block = hosted(thrower);
    const host = await open(block);
    expect(await problemOf(() => host.finish())).toBe('blocks.bench: was asked for an answer without a step');
    expect(drafts(block)).toHaveLength(1);
  });
});
