/** Checked against: @mcap/core with the JavaScript of @foxglove/wasm-zstd, and the same recording without compression. */
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import zstd from '@foxglove/wasm-zstd';
import type { McapTypes } from '@mcap/core';
import { McapIndexedReader } from '@mcap/core';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../test/support/until.ts';
import { Image, Twist } from '../../msgs/index.ts';
import { ChunkThread } from './chunk-thread.ts';
import { CompressingSink } from './compressing-sink.ts';
import { openRecordingFile } from './open-recording-file.ts';
import { openRecording } from './recording-reader.ts';
import { McapWriter } from './writer.ts';

// below the project, so that the thread finds its packages
const cache = resolve(import.meta.dirname, '../../../node_modules/.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'compressing-'));
const threadUrl = pathToFileURL(join(folder, 'thread.mjs'));
const place = (name: string) => join(folder, name);

beforeAll(async () => {
  await zstd.isLoaded;
  await build({
    entryPoints: [resolve(import.meta.dirname, 'chunk-thread-main.ts')],
    outfile: join(folder, 'thread.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CHUNK = 100_000;

/** Twists of which `speed` says each; enough of them start the thread. */
function writeTwists(
  writer: McapWriter,
  channel: number,
  from: number,
  to: number,
  speed: (i: number) => number,
): void {
  const message = Twist.create();
  for (let i = from; i < to; i++) {
    message.linear.x = speed(i);
    writer.writeMessage(channel, Twist, message, i, i * 1e6, i * 1e6);
  }
}

/** Whole chunks without the thread and with it, and records between them. */
async function recordTwists(sink: CompressingSink): Promise<void> {
  const writer = new McapWriter(sink, { chunkSize: CHUNK });
  const channel = writer.addChannel({ topic: '/twist', type: Twist });
  writer.attach('before.txt', 'text/plain', Uint8Array.of(1, 2, 3));
  writeTwists(writer, channel, 0, 15_000, Math.sqrt);
  await until(() => sink.isCompressing);
  writeTwists(writer, channel, 15_000, 30_000, Math.sqrt);
  writer.metadata('between', { key: 'value' });
  writeTwists(writer, channel, 30_000, 40_000, Math.sqrt);
  writer.attach('after.txt', 'text/plain', Uint8Array.of(4, 5));
  writer.close();
  await sink.closed();
}

async function readByOthers(path: string) {
  const bytes = readFileSync(path);
  const reader = await McapIndexedReader.Initialize({
    readable: {
      size: async () => BigInt(bytes.length),
      read: async (offset, size) => new Uint8Array(bytes.subarray(Number(offset), Number(offset + size))),
    },
    decompressHandlers: { zstd: (data, size) => new Uint8Array(zstd.decompress(data, Number(size))) },
  });
  const messages: McapTypes.TypedMcapRecords['Message'][] = [];
  for await (const message of reader.readMessages()) messages.push(message);
  return { reader, messages };
}

describe('a recording whose chunks a thread compresses', () => {
  it('holds the same messages as one that is not compressed, for others and for us, in JavaScript and in WebAssembly', async () => {
    const path = place('twists.mcap');
    await recordTwists(new CompressingSink(path, threadUrl));
    const { reader, messages } = await readByOthers(path);
    const compressions = reader.chunkIndexes.map(({ compression }) => compression);
    expect(new Set(compressions)).toEqual(new Set(['', 'zstd']));
    expect(messages.map(({ logTime }) => Number(logTime))).toEqual(Array.from({ length: 40_000 }, (_, i) => i * 1e6));
    const attachments = [];
    for await (const { name, data } of reader.readAttachments()) attachments.push([name, ...data]);
    expect(attachments).toEqual([
      ['before.txt', 1, 2, 3],
      ['after.txt', 4, 5],
    ]);
    for await (const { metadata } of reader.readMetadata()) expect(metadata.get('key')).toBe('value');

    for (const recording of [openRecordingFile(path), openRecording(new Uint8Array(readFileSync(path)))]) {
      expect(recording.complete).toBe(true);
      const speeds = [...recording.messages()].map(
        ({ channel, data }) => (recording.decode(channel, data) as Twist).linear.x,
      );
      expect(speeds).toEqual(Array.from({ length: 40_000 }, (_, i) => Math.sqrt(i)));
      expect([...recording.attachment('after.txt')!]).toEqual([4, 5]);
    }
    const raw = 40_000 * (31 + 52 + 16);
    expect(statSync(path).size).toBeLessThan(0.75 * raw);
  });

  it('leaves a chunk as it is that does not shrink, and takes messages larger than any before', async () => {
    const path = place('images.mcap');
    const sink = new CompressingSink(path, threadUrl);
    const writer = new McapWriter(sink, { chunkSize: CHUNK });
    const channel = writer.addChannel({ topic: '/twist', type: Twist });
    const images = writer.addChannel({ topic: '/image', type: Image });
    writeTwists(writer, channel, 0, 15_000, () => 1);
    await until(() => sink.isCompressing);
    writer.flush();
    let seed = 1;
    const noise = (length: number) => Uint8Array.from({ length }, () => (seed = (seed * 48271) % 2147483647) >> 8);
    const pictures = [300_000, 2_000_000, 10, 700_000, 3_000_000, 1, 2, 3].map(noise);
    for (const [i, data] of pictures.entries())
      writer.writeMessage(images, Image, { ...Image.create(), width: i, data }, i, 2e10, 2e10);
    writer.close();
    await sink.closed();
    const { reader, messages } = await readByOthers(path);
    const large = reader.chunkIndexes.filter(({ uncompressedSize }) => uncompressedSize > 250_000n);
    expect(large).toHaveLength(4);
    expect(large.every(({ compression }) => compression === '')).toBe(true);
    const found = messages.filter(({ channelId }) => channelId === images).map(({ data }) => data);
    found.forEach((data, i) =>
      expect(Buffer.from(data).indexOf(Buffer.from(pictures[i]))).toBe(data.length - pictures[i].length),
    );
    expect(found).toHaveLength(pictures.length);
  });

  it('has everything in the file after a flush', async () => {
    const path = place('fresh.mcap');
    const sink = new CompressingSink(path, threadUrl);
    const writer = new McapWriter(sink, { chunkSize: CHUNK });
    const channel = writer.addChannel({ topic: '/twist', type: Twist });
    writeTwists(writer, channel, 0, 15_000, Math.sqrt);
    await until(() => sink.isCompressing);
    for (let end = 15_100; end < 40_000; end += 3_100) {
      writeTwists(writer, channel, end - 100, end, Math.sqrt);
      writer.flush();
      sink.flush();
      const recording = openRecordingFile(path);
      expect(recording.complete).toBe(false);
      expect(recording.lastTimeNs).toBe((end - 1) * 1e6);
      recording.close();
    }
    writer.close();
    sink.finishNow();
    expect(openRecordingFile(path).complete).toBe(true);
  });

  it('is whole and not compressed where the thread cannot start', async () => {
    const path = place('threadless.mcap');
    const sink = new CompressingSink(path, pathToFileURL(place('nowhere.mjs')));
    const writer = new McapWriter(sink, { chunkSize: CHUNK });
    const channel = writer.addChannel({ topic: '/twist', type: Twist });
    for (let i = 0; i < 40; i++) {
      writeTwists(writer, channel, i * 1000, (i + 1) * 1000, Math.sqrt);
      await new Promise((soon) => setImmediate(soon));
    }
    writer.close();
    await sink.closed();
    const { reader, messages } = await readByOthers(path);
    expect(messages).toHaveLength(40_000);
    expect(reader.chunkIndexes.every(({ compression }) => compression === '')).toBe(true);
  });
});

describe('the thread', () => {
  it('says what keeps it from writing, once, and answers for everything that it was given', async () => {
    const full = openSync('/dev/full', 'w');
    const thread = new ChunkThread(full, threadUrl);
    await until(() => thread.isReady);
    thread.write(new Uint8Array(100), 0);
    thread.settle();
    expect(thread.failure).toMatchObject({ code: 'ENOSPC' });
    for (let i = 0; i < 20; i++) thread.write(new Uint8Array(100));
    thread.settle();
    await thread.end();
    closeSync(full);
  });

  it('has a few pieces at most, and buffers for these alone, however fast they come', async () => {
    const path = place('pieces');
    const file = openSync(path, 'w');
    const thread = new ChunkThread(file, threadUrl);
    await until(() => thread.isReady);
    const pieces = Array.from({ length: 200 }, (_, i) => new Uint8Array(10_000).fill(i));
    for (const [i, piece] of pieces.entries()) {
      thread.write(piece, i === 0 ? 5 : undefined);
      expect(thread.underWay).toBeLessThanOrEqual(4);
    }
    thread.settle();
    expect(thread.underWay).toBe(0);
    await thread.end();
    closeSync(file);
    expect(readFileSync(path).equals(Buffer.concat([new Uint8Array(5), ...pieces]))).toBe(true);
  });
});
