/** Recordings of ours and of @mcap/core, whole, compressed, cut and damaged. */
import { checkScenario } from '../../../src/scenario/check.ts';
import { formatYaml, parseYaml } from '../../../src/scenario/yaml.ts';
import { readFileSync } from 'node:fs';
import { McapWriter as CoreWriter, TempBuffer } from '@mcap/core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalog } from '../../../src/catalog.ts';
import { buildLoop } from '../../../src/core/build.ts';
import { Float64, Image } from '../../../src/msgs/index.ts';
import type { MessageType } from '../../../src/msgs/message-type.ts';
import { McapWriter } from '../../../src/record/mcap/writer.ts';
import { LiveMetrics } from '../../../src/record/metrics/metrics.ts';
import { openRecording } from '../../../src/record/mcap/recording-reader.ts';
import { RunRecorder } from '../../../src/record/run-recorder.ts';
import { until } from '../../../test/support/until.ts';
import type { RecordingPlayer } from './recording-player.ts';
import { openRecordingPlayer } from './recording-player.ts';

/** Opens and waits until everything was read. */
async function open(bytes: Uint8Array, title = 'run.mcap'): Promise<RecordingPlayer> {
  const player = await openRecordingPlayer(bytes, title);
  await player.loaded;
  return player;
}

/** The bicycle for four seconds, as `skidpad run` records it, in chunks small enough to cut between. */
async function recordBicycle(): Promise<{ bytes: Uint8Array; hash: string }> {
  const text = readFileSync(new URL('../../../scenarios/dynamics/bicycle.yaml', import.meta.url), 'utf8');
  const scenario = checkScenario({ ...(parseYaml(text, 'bicycle.yaml') as object), duration: 4 }, catalog);
  const parts: Uint8Array[] = [];
  const writer = new McapWriter({ write: (bytes) => parts.push(bytes.slice()) }, { chunkSize: 20_000 });
  const recorder = new RunRecorder(writer, scenario, formatYaml(scenario.document));
  const loop = await buildLoop(scenario);
  const metrics = new LiveMetrics(scenario.document.metrics, loop.ports);
  recorder.attach(loop);
  await loop.run(scenario.ticks);
  recorder.finish({ hash: loop.hash(), ticks: loop.tick, deadlineMisses: 0, metrics: metrics.results() });
  writer.close();
  return { bytes: Uint8Array.from(Buffer.concat(parts)), hash: loop.hash() };
}

function encode(type: MessageType<any>, message: unknown): Uint8Array {
  const view = new DataView(new ArrayBuffer(type.maxSize(message)));
  return new Uint8Array(view.buffer, 0, type.encode(message, view, 0));
}

interface Foreign {
  topic: string;
  type?: MessageType<any>;
  json?: boolean;
  messages: [time: number, content: unknown][];
}

/** A file as others write them. */
async function writeForeign(
  channels: readonly Foreign[],
  {
    compression = '',
    chunkSize = 2000,
    useChunks = true,
  }: { compression?: string; chunkSize?: number; useChunks?: boolean } = {},
): Promise<Uint8Array> {
  const buffer = new TempBuffer();
  const compressChunk = (chunk: Uint8Array) => ({
    compression,
    compressedData: compression === 'zstd' ? storedZstd(chunk) : storedLz4(chunk),
  });
  const writer = new CoreWriter({
    writable: buffer,
    chunkSize,
    useChunks,
    ...(compression !== '' && { compressChunk }),
  });
  await writer.start({ profile: 'ros2', library: 'test' });
  const queue: { channelId: number; time: number; data: Uint8Array }[] = [];
  for (const { topic, type, json, messages } of channels) {
    const schema =
      type === undefined
        ? { name: 'Thing', encoding: json ? 'jsonschema' : 'protobuf', data: new TextEncoder().encode('{}') }
        : { name: type.name, encoding: 'ros2msg', data: new TextEncoder().encode(type.definition) };
    const schemaId = await writer.registerSchema(schema);
    const channelId = await writer.registerChannel({
      topic,
      schemaId,
      messageEncoding: json ? 'json' : type === undefined ? 'protobuf' : 'cdr',
      metadata: new Map(),
    });
    for (const [time, content] of messages)
      queue.push({
        channelId,
        time,
        data: type === undefined ? new TextEncoder().encode(JSON.stringify(content)) : encode(type, content),
      });
  }
  for (const [sequence, { channelId, time, data }] of queue.entries())
    await writer.addMessage({ channelId, sequence, logTime: BigInt(Math.round(time * 1e9)), publishTime: 0n, data });
  await writer.end();
  return buffer.get();
}

/** An LZ4 frame whose blocks are as they were. */
function storedLz4(content: Uint8Array): Uint8Array {
  const size = Buffer.alloc(4);
  size.writeUInt32LE((content.length | 0x80000000) >>> 0);
  return Uint8Array.from(
    Buffer.concat([Buffer.from([0x04, 0x22, 0x4d, 0x18, 0x60, 0x70, 0x73]), size, content, Buffer.alloc(4)]),
  );
}

/** A Zstandard frame of one block as it was: magic, single segment with a size of four bytes, last raw block. */
function storedZstd(content: Uint8Array): Uint8Array {
  const head = Buffer.alloc(12);
  head.writeUInt32LE(0xfd2fb528, 0);
  head.writeUInt8(0b1010_0000, 4);
  head.writeUInt32LE(content.length, 5);
  head.writeUIntLE((content.length << 3) | 1, 9, 3);
  return Uint8Array.from(Buffer.concat([head, content]));
}

const sine = (count: number, from = 0): [number, unknown][] =>
  Array.from({ length: count }, (_, i) => [from + i * 0.1, { data: Math.sin(i / 5) }]);

let run: Awaited<ReturnType<typeof recordBicycle>>;
beforeAll(async () => {
  run = await recordBicycle();
});

describe('a recording of ours', () => {
  it('shows at every instant the newest message of every topic', async () => {
    const player = await open(run.bytes);
    const recording = openRecording(run.bytes);
    expect(player.status.value).toMatchObject({
      state: 'paused',
      title: 'run.mcap',
      time: recording.firstTimeNs / 1e9,
      end: recording.lastTimeNs / 1e9,
      remark: undefined,
    });
    expect(player.topics.value.map(({ signal }) => signal)).toEqual(
      expect.arrayContaining(['driver.twist', 'vehicle.state', 'localisation.odom']),
    );
    expect(player.topics.value.some(({ name }) => name.startsWith('/skidpad/'))).toBe(false);
    for (const time of [0, 0.5, 1.2345, 3.99, 0.7, 4]) {
      player.seek(time);
      for (const { id, signal } of player.topics.value) {
        const channel = recording.channel(signal!)!;
        const newest = [...recording.messages({ channels: [channel], toNs: time * 1e9 })].at(-1);
        expect(player.frame.value.messages.get(id)?.message, `${signal} at ${time}`).toEqual(
          newest && recording.decode(channel, newest.data),
        );
      }
    }
  });

  it('fills the history with every number', async () => {
    const player = await open(run.bytes);
    const recording = openRecording(run.bytes);
    const channel = recording.channel('vehicle.state')!;
    const expected = [...recording.messages({ channels: [channel] })].map(({ logTimeNs, data }) => [
      logTimeNs / 1e9,
      (recording.decode(channel, data) as any).vx,
    ]);
    const { times, values } = player.history.series(
      player.topics.value.find(({ signal }) => signal === 'vehicle.state')!.id,
      'vx',
    );
    expect(Array.from(times, (time, i) => [time, values[i]])).toEqual(expected);
    expect(player.topics.value.find(({ signal }) => signal === 'vehicle.state')!.fields).toContainEqual({
      path: 'vx',
      unit: 'm/s',
    });
  });

  it('tells the scenario, the metrics, the verdicts and the hash of the run', async () => {
    const { scenario, status } = await open(run.bytes);
    expect(scenario.value?.blocks.map(({ name }) => name)).toEqual(['driver', 'vehicle', 'localisation']);
    expect(status.value).toMatchObject({ hash: run.hash, seed: 1, tick: 4000 });
    expect(status.value.metrics.find(({ name }) => name === 'topSpeed')).toMatchObject({
      unit: 'm/s',
      value: expect.closeTo(1.5, 1),
    });
    expect(status.value.expectations.map(({ metric, pass }) => [metric, pass])).toEqual([
      ['cruiseError', true],
      ['turnRateError', false],
      // the largest speed is commanded later
      ['topSpeed', false],
      ['restSpeed', false],
    ]);
  });

  it('opens up to its last whole chunk wherever it was cut, and says so', async () => {
    const whole = (await open(run.bytes)).status.value;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: run.bytes.length - 1 }), async (length) => {
        const cut = run.bytes.slice(0, length);
        try {
          const player = await open(cut);
          const { remark, end } = player.status.value;
          // behind the last message nothing is missed
          if (remark === undefined) expect(end).toBe(whole.end);
          else expect(remark).toMatch(/^the recording is cut or damaged: it can be read up to [\d.]+ s/);
          expect(end).toBeLessThanOrEqual(whole.end);
          player.seek(Infinity);
          player.close();
        } catch (error) {
          expect((error as Error).name).toBe('InputError');
          expect((error as Error).message).toMatch(
            /^run\.mcap: (is empty|is not an MCAP recording|holds no whole message|holds no messages)/,
          );
        }
      }),
      { numRuns: 60, examples: [[0], [5], [run.bytes.length - 1], [Math.floor(run.bytes.length / 2)]] },
    );
    const half = await open(run.bytes.slice(0, run.bytes.length / 2));
    expect(half.status.value.end).toBeGreaterThan(1);
    expect(half.status.value.metrics).toEqual([]);
    expect(half.scenario.value?.name).toBe('bicycle');
  });

  it('with damaged bytes never breaks the page', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 8, max: run.bytes.length - 1 }),
        fc.uint8Array({ minLength: 1, maxLength: 8 }),
        async (at, patch) => {
          const damaged = run.bytes.slice();
          damaged.set(patch.subarray(0, damaged.length - at), at);
          try {
            const player = await open(damaged);
            player.seek(2);
            player.step();
          } catch (error) {
            expect((error as Error).name).toBe('InputError');
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('playing', () => {
  it('goes with the wall clock at any speed, stops at the end, and begins again', async () => {
    const player = await open(run.bytes);
    const ended = () =>
      new Promise<void>((resolve) => player.status.subscribe(({ state }) => state === 'ended' && resolve()));
    player.setSpeed(10);
    const start = performance.now();
    player.play();
    expect(player.status.value.state).toBe('running');
    await ended();
    expect((performance.now() - start) / 1000).toBeGreaterThan(0.3);
    expect(player.status.value).toMatchObject({ time: player.status.value.end, realTimeFactor: 0 });
    player.setSpeed(Infinity);
    player.play();
    expect(player.frame.value.time).toBe(player.status.value.start);
    await ended();
    player.seek(1);
    expect(player.status.value).toMatchObject({ state: 'paused', time: 1 });
    expect(player.frame.value.isJump).toBe(true);
  });

  it('pauses, steps to the next message, and keeps within the recording', async () => {
    const player = await open(run.bytes);
    player.play();
    await until(() => player.frame.value.time > player.status.value.start);
    player.pause();
    const { time } = player.frame.value;
    // time for a frame, if there were one
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(player.frame.value.time).toBe(time);
    player.seek(1);
    player.step();
    const recording = openRecording(run.bytes);
    const next = [...recording.messages({ fromNs: 1e9 + 1 })].find(({ channel }) => channel.block !== undefined)!;
    expect(player.frame.value.time).toBe(next.logTimeNs / 1e9);
    player.seek(-5);
    expect(player.status.value.time).toBe(player.status.value.start);
    player.seek(99);
    expect(player.status.value.time).toBe(player.status.value.end);
    player.close();
  });
});

describe("somebody else's recording", () => {
  it.each([
    ['', true],
    ['zstd', true],
    ['lz4', true],
    ['', false],
  ])('compressed with %j, chunks %s, is the same', async (compression, useChunks) => {
    const bytes = await writeForeign([{ topic: '/wave', type: Float64, messages: sine(500) }], {
      compression,
      useChunks,
    });
    for (const cut of [bytes, bytes.slice(0, -30)]) {
      const player = await open(cut);
      const { times, values } = player.history.series('/wave', 'data');
      expect(times.length).toBe(500);
      expect(values[100]).toBe(Math.sin(20));
      player.seek(10.05);
      expect(player.frame.value.messages.get('/wave')).toEqual({
        time: 10,
        sequence: 100,
        message: { data: Math.sin(20) },
      });
      expect(player.scenario.value).toBeUndefined();
    }
  });

  it('reads JSON, and lists what it cannot read with a remark', async () => {
    const player = await open(
      await writeForeign([
        {
          topic: '/cpu',
          json: true,
          messages: [
            [1, { load: 0.5 }],
            [2, { load: 0.75 }],
          ],
        },
        { topic: '/lidar', messages: [[1, {}]] },
      ]),
    );
    expect(player.topics.value.map(({ id, fields }) => [id, fields])).toEqual([
      ['/cpu', [{ path: 'load', unit: '' }]],
      ['/lidar', []],
    ]);
    expect(Array.from(player.history.series('/cpu', 'load').values)).toEqual([0.5, 0.75]);
    expect(player.status.value.remark).toBe(
      'one topic cannot be read: /lidar: messages encoded as protobuf cannot be read here',
    );
  });

  it('is shown in order of time although its file is not', async () => {
    const shuffled = sine(200).map((entry, i, all) => all[(i * 77) % 200]);
    const player = await open(await writeForeign([{ topic: '/wave', type: Float64, messages: shuffled }]));
    const { times, values } = player.history.series('/wave', 'data');
    expect(times.length).toBe(200);
    expect(Array.from(times)).toEqual(sine(200).map(([time]) => expect.closeTo(time, 6)));
    expect(values[7]).toBe(Math.sin(7 / 5));
  });

  it('decodes pictures only while somebody watches', async () => {
    const picture = (value: number) => ({ ...Image.create(), width: 2, height: 1, data: Uint8Array.of(value, value) });
    const player = await open(
      await writeForeign([
        {
          topic: '/camera',
          type: Image,
          messages: [
            [1, picture(1)],
            [2, picture(2)],
          ],
        },
        { topic: '/wave', type: Float64, messages: sine(30) },
      ]),
    );
    expect(player.topics.value[0]).toMatchObject({ id: '/camera', bulky: true, fields: [] });
    player.seek(2.5);
    expect(player.frame.value.messages.has('/camera')).toBe(false);
    const release = player.watch('/camera');
    await until(() => player.frame.value.messages.has('/camera'));
    expect(player.frame.value.messages.get('/camera')!.message.data).toEqual(Uint8Array.of(2, 2));
    release();
    release();
    player.seek(1);
    expect(player.frame.value.messages.has('/camera')).toBe(false);
  });

  it('that is none is refused with a sentence that helps', async () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    await expect(open(bytes('#ROSBAG V2.0\n'), 'a.bag')).rejects.toThrow(
      'a.bag: is a ROS 1 bag; turn it into MCAP with mcap convert',
    );
    await expect(open(bytes('SQLite format 3\0'), 'a.db3')).rejects.toThrow('a.db3: is a ROS 2 bag in SQLite');
    await expect(open(bytes('hello'), 'a.txt')).rejects.toThrow('a.txt: is not an MCAP recording');
    await expect(open(await writeForeign([]), 'empty.mcap')).rejects.toThrow('empty.mcap: holds no messages');
    await expect(openRecordingPlayer(new Blob([bytes('hello')]), 'b.txt')).rejects.toThrow(
      'b.txt: is not an MCAP recording',
    );
  });
});
