/** Recordings made by @mcap/core's writer, in the shapes that its options give, read by ours. */
import { parse } from '@foxglove/rosmsg';
import { MessageReader, MessageWriter } from '@foxglove/rosmsg2-serialization';
import type { McapWriterOptions } from '@mcap/core';
import { McapWriter } from '@mcap/core';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/core/input-error.ts';
import { Twist } from '../../src/msgs/index.ts';
import type { ReadOptions } from '../../src/record/mcap/recording-reader.ts';
import { openRecording } from '../../src/record/mcap/recording-reader.ts';
import { writeCsv } from '../../src/record/report/csv.ts';
import { MemorySink } from '../fixtures/record/memory-sink.ts';

const CUSTOM = 'string label\nint32[] numbers\n';
/** A time of our days, which needs more than 2⁵³ ns. */
const EPOCH_NS = 1_750_000_000_000_000_000n;

async function recordElsewhere(options: Partial<McapWriterOptions> = {}): Promise<Uint8Array> {
  const sink = new MemorySink();
  let position = 0n;
  const writable = {
    write: async (bytes: Uint8Array) => {
      sink.write(bytes);
      position += BigInt(bytes.length);
    },
    position: () => position,
  };
  const writer = new McapWriter({ writable, chunkSize: 300, ...options });
  await writer.start({ profile: 'ros2', library: 'elsewhere' });
  const twistSchema = await writer.registerSchema({
    name: 'geometry_msgs/msg/Twist',
    encoding: 'ros2msg',
    data: new TextEncoder().encode(Twist.definition),
  });
  const customSchema = await writer.registerSchema({
    name: 'other_msgs/msg/Label',
    encoding: 'ros2msg',
    data: new TextEncoder().encode(CUSTOM),
  });
  const twistChannel = await writer.registerChannel({
    topic: '/cmd_vel',
    schemaId: twistSchema,
    messageEncoding: 'cdr',
    metadata: new Map([['offered_qos_profiles', '']]),
  });
  const customChannel = await writer.registerChannel({
    topic: '/label',
    schemaId: customSchema,
    messageEncoding: 'cdr',
    metadata: new Map(),
  });
  const twistWriter = new MessageWriter(parse(Twist.definition, { ros2: true }));
  const customWriter = new MessageWriter(parse(CUSTOM, { ros2: true }));
  for (let i = 0; i < 20; i++) {
    const time = EPOCH_NS + BigInt(i) * 50_000_000n;
    const vector = { x: 0, y: 0, z: 0 };
    const data = twistWriter.writeMessage({ linear: { ...vector, x: i / 8 }, angular: vector });
    await writer.addMessage({ channelId: twistChannel, sequence: i, logTime: time, publishTime: time, data });
    await writer.addMessage({
      channelId: customChannel,
      sequence: i,
      logTime: time,
      publishTime: time,
      data: customWriter.writeMessage({ label: `n${i}`, numbers: [i, -i] }),
    });
  }
  await writer.addMetadata({ name: 'place', metadata: new Map([['town', 'Nürburg']]) });
  await writer.end();
  return sink.bytes();
}

const speeds = (bytes: Uint8Array, options: ReadOptions = {}): number[] => {
  const recording = openRecording(bytes, options);
  return [...recording.messages({ topics: ['/cmd_vel'] })].map(
    ({ channel, data }) => (recording.decode(channel, data) as Twist).linear.x,
  );
};
const expected = Array.from({ length: 20 }, (_, i) => i / 8);

describe('a recording made elsewhere', () => {
  const shapes: Record<string, Partial<McapWriterOptions>> = {
    'with everything': {},
    'without chunks': { useChunks: false },
    'without chunk index': { useChunkIndex: false },
    'without message index': { useMessageIndex: false },
    'without summary': {
      useStatistics: false,
      useSummaryOffsets: false,
      repeatSchemas: false,
      repeatChannels: false,
      useChunkIndex: false,
      useMetadataIndex: false,
      useAttachmentIndex: false,
    },
    'without repeated schemas and channels': { repeatSchemas: false, repeatChannels: false },
  };
  for (const [name, options] of Object.entries(shapes)) {
    it(`is read ${name}`, async () => {
      expect(speeds(await recordElsewhere(options))).toEqual(expected);
    });
  }

  it('keeps times to 256 ns, topics as names, and metadata', async () => {
    const recording = openRecording(await recordElsewhere());
    expect(recording.complete).toBe(true);
    expect(recording.metadata.get('place')).toEqual({ town: 'Nürburg' });
    expect(recording.scenarioYaml).toBeUndefined();
    expect(recording.channels.map(({ signal, typeName }) => [signal, typeName])).toEqual([
      ['/cmd_vel', 'geometry_msgs/msg/Twist'],
      ['/label', 'other_msgs/msg/Label'],
    ]);
    expect(Math.abs(recording.lastTimeNs - Number(EPOCH_NS + 950_000_000n))).toBeLessThanOrEqual(256);
  });

  it('gives the bytes of a type nobody knows, or what a decoder makes of them', async () => {
    const bytes = await recordElsewhere();
    const raw = openRecording(bytes);
    const [first] = raw.messages({ topics: ['/label'] });
    expect(raw.decode(first.channel, first.data)).toBe(first.data);

    const decoded = openRecording(bytes, {
      dynamicDecoder: (_name, definition) => {
        const reader = new MessageReader(parse(definition, { ros2: true }));
        return (data) => reader.readMessage(data);
      },
    });
    const labels = [...decoded.messages({ topics: ['/label'] })].map(
      ({ channel, data }) => (decoded.decode(channel, data) as { label: string }).label,
    );
    expect(labels).toEqual(expected.map((_, i) => `n${i}`));
  });

  it('becomes a table from its first message on', async () => {
    let text = '';
    writeCsv(openRecording(await recordElsewhere()), (piece) => (text += piece), {
      rateHz: 20,
      columns: ['/cmd_vel.linear.x'],
    });
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toBe('time [s],/cmd_vel.linear.x [m/s]');
    expect(lines[1]).toBe('1750000000,0');
    expect(lines).toHaveLength(21);
  });

  it('that is compressed is read with a decompressor and refused with a sentence without one', async () => {
    const flip = (bytes: Uint8Array) => bytes.map((byte) => byte ^ 0xff);
    for (const useChunkIndex of [true, false]) {
      const bytes = await recordElsewhere({
        useChunkIndex,
        compressChunk: (chunk) => ({ compression: 'flip', compressedData: flip(chunk) }),
      });
      expect(speeds(bytes, { decompress: { flip } })).toEqual(expected);
      const attempt = () => speeds(bytes, { name: 'other.mcap' });
      expect(attempt).toThrow(InputError);
      expect(attempt).toThrow(
        'other.mcap: is compressed with "flip", which cannot be read here; run `mcap decompress` on it first',
      );
    }
  });
});
