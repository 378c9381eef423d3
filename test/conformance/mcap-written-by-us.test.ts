/** Other people's readers on our files: @mcap/core finds the same messages, @foxglove/rosmsg2-serialization the same values. */
import { parse } from '@foxglove/rosmsg';
import { MessageReader } from '@foxglove/rosmsg2-serialization';
import type { McapTypes } from '@mcap/core';
import { McapIndexedReader, McapStreamReader } from '@mcap/core';
import { describe, expect, it } from 'vitest';
import { openRecording } from '../../src/record/mcap/recording-reader.ts';
import { SCENARIO_YAML, recordSample } from '../fixtures/record/sample-run.ts';

const readable = (bytes: Uint8Array): McapTypes.IReadable => ({
  size: async () => BigInt(bytes.length),
  read: async (offset, size) => bytes.slice(Number(offset), Number(offset + size)),
});

function streamRecords(bytes: Uint8Array): McapTypes.TypedMcapRecord[] {
  const reader = new McapStreamReader({ validateCrcs: true });
  reader.append(bytes);
  const records: McapTypes.TypedMcapRecord[] = [];
  for (let record; (record = reader.nextRecord()); ) records.push(record);
  expect(reader.done()).toBe(true);
  return records;
}

async function indexedMessages(bytes: Uint8Array, filter: Parameters<McapIndexedReader['readMessages']>[0] = {}) {
  const reader = await McapIndexedReader.Initialize({ readable: readable(bytes) });
  const messages: McapTypes.TypedMcapRecords['Message'][] = [];
  for await (const message of reader.readMessages(filter)) messages.push(message);
  return { reader, messages };
}

/** Typed arrays and plain arrays compare alike. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, item) =>
      typeof item === 'bigint'
        ? Number(item)
        : ArrayBuffer.isView(item)
          ? Array.from(item as unknown as ArrayLike<number>, Number)
          : item,
    ),
  );

describe('a recording of ours in the readers of @mcap/core', () => {
  const bytes = recordSample(3, 20_000);

  it('streams without an error and decodes to the same values', () => {
    const records = streamRecords(bytes);
    const schemas = new Map(
      records.flatMap((record) => (record.type === 'Schema' ? [[record.id, record] as const] : [])),
    );
    const channels = new Map(
      records.flatMap((record) => (record.type === 'Channel' ? [[record.id, record] as const] : [])),
    );
    const decoders = new Map(
      [...schemas].map(
        ([id, schema]) =>
          [id, new MessageReader(parse(new TextDecoder().decode(schema.data), { ros2: true }))] as const,
      ),
    );
    const theirs = records.filter((record) => record.type === 'Message');
    const recording = openRecording(bytes);
    const ours = [...recording.messages()];
    expect(ours).toHaveLength(theirs.length);
    expect(ours.length).toBeGreaterThan(400);
    ours.forEach((message, i) => {
      const other = theirs[i];
      const channel = channels.get(other.channelId)!;
      expect([message.channel.topic, message.sequence, message.logTimeNs, message.publishTimeNs]).toEqual([
        channel.topic,
        other.sequence,
        Number(other.logTime),
        Number(other.publishTime),
      ]);
      expect(plain(recording.decode(message.channel, message.data))).toEqual(
        plain(decoders.get(channel.schemaId)!.readMessage(other.data)),
      );
    });
  });

  it('says ros2msg and cdr, and one schema per type', () => {
    const records = streamRecords(bytes);
    const header = records.find((record) => record.type === 'Header')!;
    expect(header.profile).toBe('ros2');
    const schemas = records.filter((record) => record.type === 'Schema');
    // once in the data, once in the summary
    expect(schemas).toHaveLength(2 * new Set(schemas.map(({ name }) => name)).size);
    expect(new Set(schemas.map(({ encoding }) => encoding))).toEqual(new Set(['ros2msg']));
    expect(new Set(records.flatMap((record) => (record.type === 'Channel' ? [record.messageEncoding] : [])))).toEqual(
      new Set(['cdr']),
    );
  });

  it('is read by index, by time and topic, like by streaming', async () => {
    const { reader, messages } = await indexedMessages(bytes);
    const all = streamRecords(bytes).filter((record) => record.type === 'Message');
    expect(messages).toHaveLength(all.length);
    expect(reader.chunkIndexes.length).toBeGreaterThan(5);
    expect(Number(reader.statistics!.messageCount)).toBe(all.length);

    const odom = [...reader.channelsById.values()].find(({ topic }) => topic === '/odom')!;
    const startTime = 1_000_000_000n;
    const endTime = 1_500_000_000n;
    const some = await indexedMessages(bytes, { topics: ['/odom'], startTime, endTime });
    expect(some.messages).toEqual(
      all.filter(({ channelId, logTime }) => channelId === odom.id && logTime >= startTime && logTime <= endTime),
    );
    expect(some.messages).toHaveLength(26);

    const ours = [
      ...openRecording(bytes).messages({ topics: ['/odom'], fromNs: Number(startTime), toNs: Number(endTime) }),
    ];
    expect(ours.map(({ sequence }) => sequence)).toEqual(some.messages.map(({ sequence }) => sequence));
  });

  it('has counts, times, chunk lengths and message index offsets that fit', async () => {
    const { reader } = await indexedMessages(bytes);
    const statistics = reader.statistics!;
    const records = streamRecords(bytes);
    const messages = records.filter((record) => record.type === 'Message');
    expect(statistics.channelCount).toBe(reader.channelsById.size);
    expect(statistics.schemaCount).toBe(reader.schemasById.size);
    expect(statistics.chunkCount).toBe(reader.chunkIndexes.length);
    expect(statistics.messageStartTime).toBe(0n);
    expect(statistics.messageEndTime).toBe(
      messages.reduce((last, { logTime }) => (logTime > last ? logTime : last), 0n),
    );
    for (const [id, count] of statistics.channelMessageCounts)
      expect(Number(count)).toBe(messages.filter(({ channelId }) => channelId === id).length);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    for (const chunk of reader.chunkIndexes) {
      expect(bytes[Number(chunk.chunkStartOffset)]).toBe(0x06);
      expect(view.getBigUint64(Number(chunk.chunkStartOffset) + 1, true) + 9n).toBe(chunk.chunkLength);
      for (const [id, offset] of chunk.messageIndexOffsets) {
        expect([bytes[Number(offset)], view.getUint16(Number(offset) + 9, true)]).toEqual([0x07, id]);
      }
    }
  });

  it('carries the scenario and the run as attachment and metadata', async () => {
    const { reader } = await indexedMessages(bytes);
    const attachments = [];
    for await (const attachment of reader.readAttachments()) attachments.push(attachment);
    expect(attachments.map(({ name, mediaType }) => [name, mediaType])).toEqual([
      ['scenario.yaml', 'application/yaml'],
    ]);
    expect(new TextDecoder().decode(attachments[0].data)).toBe(SCENARIO_YAML);
    const metadata = [];
    for await (const record of reader.readMetadata()) metadata.push(record);
    expect(metadata.map(({ name }) => name)).toEqual(['skidpad', 'skidpad.result']);
    expect(metadata[0].metadata.get('seed')).toBe('7');
    expect(metadata[1].metadata.get('hash')).toBe('fedcba9876543210');
  });
});
