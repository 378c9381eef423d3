/** Every byte of a recording, by a reading of the format that shares nothing with ours: https://mcap.dev/spec. */
import type { McapTypes } from '@mcap/core';
import { McapIndexedReader, McapStreamReader } from '@mcap/core';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MemorySink } from '../../../test/fixtures/record/memory-sink.ts';
import { Float64, Image, Twist } from '../../msgs/index.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { RecordCursor } from './record-cursor.ts';
import { openRecording } from './recording-reader.ts';
import { McapWriter } from './writer.ts';

/** A record at the top of the file. */
interface Placed {
  readonly opcode: number;
  readonly offset: number;
  readonly length: number;
}

function placedRecords(bytes: Uint8Array): Placed[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const found: Placed[] = [];
  for (let offset = 8; offset < bytes.length - 8; ) {
    const length = 9 + Number(view.getBigUint64(offset + 1, true));
    found.push({ opcode: bytes[offset], offset, length });
    offset += length;
  }
  return found;
}

function streamed(bytes: Uint8Array): McapTypes.TypedMcapRecord[] {
  const reader = new McapStreamReader({ validateCrcs: true, includeChunks: true });
  reader.append(bytes);
  const records: McapTypes.TypedMcapRecord[] = [];
  for (let record; (record = reader.nextRecord()); ) records.push(record);
  expect(reader.done()).toBe(true);
  return records;
}

const LATE_NS = 123_456_789_012_345;

/** Three channels of two types, times that need more than 32 bits and go back and forth, chunks with and without messages. */
function sampleFile(): {
  bytes: Uint8Array;
  sent: [topic: string, sequence: number, logNs: number, publishNs: number][];
} {
  const sink = new MemorySink();
  const writer = new McapWriter(sink, { chunkSize: 600, library: 'a test' });
  const ids = new Map<string, number>();
  const sent: [string, number, number, number][] = [];
  const say = (topic: string, value: number, timeNs: number) => {
    const sequence = sent.length + 1;
    writer.writeMessage(ids.get(topic)!, Float64, { data: value }, sequence, timeNs, timeNs + 5_000_000_000);
    sent.push([topic, sequence, timeNs, timeNs + 5_000_000_000]);
  };
  ids.set('/a', writer.addChannel({ topic: '/a', type: Float64, metadata: { block: 'a', port: 'x' } }));
  ids.set('/b', writer.addChannel({ topic: '/b', type: Float64 }));
  ids.set('/silent', writer.addChannel({ topic: '/silent', type: Twist }));
  writer.attach('notes.txt', 'text/plain', new TextEncoder().encode('grüß Gott'));
  writer.metadata('one', { key: 'value', ключ: 'значение' });
  for (let i = 0; i < 30; i++) say(i % 3 === 0 ? '/b' : '/a', i, LATE_NS + ((i * 7) % 30) * 1_000_000_007);
  writer.metadata('two', {});
  writer.flush();
  // a chunk that only tells of a channel
  ids.set('/c', writer.addChannel({ topic: '/c', type: Float64 }));
  writer.flush();
  for (let i = 0; i < 20; i++) say('/c', i, i);
  writer.attach('empty.bin', 'application/octet-stream', new Uint8Array(0));
  writer.close();
  return { bytes: sink.bytes(), sent };
}

describe('a recording, byte by byte', () => {
  const { bytes, sent } = sampleFile();
  const records = streamed(bytes);
  const placed = placedRecords(bytes);
  const ofType = <T extends McapTypes.TypedMcapRecord['type']>(type: T) =>
    records.filter((record): record is Extract<McapTypes.TypedMcapRecord, { type: T }> => record.type === type);

  it('has the records of the format in their order', () => {
    expect(ofType('Header')).toMatchObject([{ profile: 'ros2', library: 'a test' }]);
    const order = placed.map(({ opcode }) => opcode);
    const summaryAt = order.indexOf(0x0f) + 1;
    expect(order[0]).toBe(0x01);
    expect(order.at(-1)).toBe(0x02);
    // schemas, channels, statistics, chunk, attachment and metadata indexes, offsets
    const summary = order.slice(summaryAt, -1).filter((opcode, i, all) => opcode !== all[i - 1]);
    expect(summary).toEqual([0x03, 0x04, 0x0b, 0x08, 0x0a, 0x0d, 0x0e]);
    expect(ofType('DataEnd')).toHaveLength(1);
  });

  it('holds the messages with their times', () => {
    const topics = new Map(ofType('Channel').map(({ id, topic }) => [id, topic]));
    expect(
      ofType('Message').map(({ channelId, sequence, logTime, publishTime }) => [
        topics.get(channelId),
        sequence,
        Number(logTime),
        Number(publishTime),
      ]),
    ).toEqual(sent);
  });

  it('has chunks that end once they are as large as asked, with the times of their messages', async () => {
    const chunks = ofType('Chunk');
    const prefixLength = 9 + 8 + 8 + 8 + 4 + 4 + 8;
    expect(chunks.length).toBeGreaterThan(4);
    for (const chunk of chunks) {
      expect(Number(chunk.uncompressedSize)).toBe(chunk.records.length);
      expect(chunk.compression).toBe('');
    }
    const message = 31 + 4 + 8;
    // as soon as a chunk reaches its size, and no later
    const full = chunks.filter(({ records: inside }) => inside.length + prefixLength >= 600);
    expect(full.length).toBeGreaterThan(1);
    for (const { records: inside } of full) expect(inside.length + prefixLength).toBeLessThan(600 + message);
    const times = chunks.map(({ messageStartTime, messageEndTime }) => [
      Number(messageStartTime),
      Number(messageEndTime),
    ]);
    expect(times).toEqual(
      messagesByChunk().map((inside) => {
        const own = inside.map(({ logTime }) => Number(logTime));
        return own.length === 0 ? [0, 0] : [Math.min(...own), Math.max(...own)];
      }),
    );
  });

  /** The messages of every chunk, in the order of the file. */
  function messagesByChunk(): Extract<McapTypes.TypedMcapRecord, { type: 'Message' }>[][] {
    const grouped: Extract<McapTypes.TypedMcapRecord, { type: 'Message' }>[][] = [];
    for (const record of records) {
      if (record.type === 'Chunk') grouped.push([]);
      else if (record.type === 'Message') grouped.at(-1)!.push(record);
    }
    return grouped;
  }

  it('has an index of every channel behind every chunk, which leads to the very records', () => {
    const chunks = placed.filter(({ opcode }) => opcode === 0x06);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const indexes = ofType('MessageIndex');
    const places = placed.filter(({ opcode }) => opcode === 0x07);
    expect(indexes).toHaveLength(places.length);
    let count = 0;
    indexes.forEach(({ channelId, records: entries }, i) => {
      const chunk = chunks.filter(({ offset }) => offset < places[i].offset).at(-1)!;
      const recordsAt = chunk.offset + 9 + 8 + 8 + 8 + 4 + 4 + 8;
      for (const [time, offset] of entries) {
        const at = recordsAt + Number(offset);
        expect([bytes[at], view.getUint16(at + 9, true), view.getBigUint64(at + 15, true)]).toEqual([
          0x05,
          channelId,
          time,
        ]);
        count++;
      }
    });
    expect(count).toBe(sent.length);
  });

  it('has a summary in which every number is right', () => {
    const [statistics] = ofType('Statistics');
    expect(statistics).toMatchObject({
      messageCount: BigInt(sent.length),
      schemaCount: 2,
      channelCount: 4,
      attachmentCount: 2,
      metadataCount: 2,
      chunkCount: placed.filter(({ opcode }) => opcode === 0x06).length,
      messageStartTime: 0n,
      messageEndTime: BigInt(Math.max(...sent.map(([, , time]) => time))),
    });
    const topics = new Map(ofType('Channel').map(({ id, topic }) => [id, topic]));
    expect([...statistics.channelMessageCounts].map(([id, n]) => [topics.get(id), Number(n)])).toEqual([
      ['/a', 20],
      ['/b', 10],
      ['/c', 20],
    ]);

    const chunks = placed.filter(({ opcode }) => opcode === 0x06);
    ofType('ChunkIndex').forEach((index, i) => {
      const own = placed.filter(
        ({ opcode, offset }) =>
          opcode === 0x07 && offset > chunks[i].offset && offset < (chunks[i + 1]?.offset ?? Infinity),
      );
      const size = chunks[i].length - (9 + 8 + 8 + 8 + 4 + 4 + 8);
      expect(index).toMatchObject({
        chunkStartOffset: BigInt(chunks[i].offset),
        chunkLength: BigInt(chunks[i].length),
        messageIndexLength: BigInt(own.reduce((sum, { length }) => sum + length, 0)),
        compression: '',
        compressedSize: BigInt(size),
        uncompressedSize: BigInt(size),
      });
      expect([...index.messageIndexOffsets.values()]).toEqual(own.map(({ offset }) => BigInt(offset)));
      const { messageStartTime, messageEndTime } = ofType('Chunk')[i];
      expect([index.messageStartTime, index.messageEndTime]).toEqual([messageStartTime, messageEndTime]);
    });

    const attachments = placed.filter(({ opcode }) => opcode === 0x09);
    expect(ofType('AttachmentIndex')).toMatchObject([
      { name: 'notes.txt', mediaType: 'text/plain', dataSize: 11n, logTime: 0n, createTime: 0n },
      { name: 'empty.bin', mediaType: 'application/octet-stream', dataSize: 0n, logTime: 0n, createTime: 0n },
    ]);
    const metadata = placed.filter(({ opcode }) => opcode === 0x0c);
    const placesOf = (all: readonly { offset: bigint; length: bigint }[]) =>
      all.map(({ offset, length }) => [Number(offset), Number(length)]);
    expect(placesOf(ofType('AttachmentIndex'))).toEqual(attachments.map(({ offset, length }) => [offset, length]));
    expect(placesOf(ofType('MetadataIndex'))).toEqual(metadata.map(({ offset, length }) => [offset, length]));
    expect(ofType('MetadataIndex').map(({ name }) => name)).toEqual(['one', 'two']);
    expect(ofType('Attachment').map(({ logTime, createTime, data }) => [logTime, createTime, data.length])).toEqual([
      [0n, 0n, 11],
      [0n, 0n, 0],
    ]);
  });

  it('has offsets of each group of the summary, and a footer with a checksum', () => {
    const dataEnd = placed.find(({ opcode }) => opcode === 0x0f)!;
    const offsets = placed.filter(({ opcode }) => opcode === 0x0e);
    const footer = placed.at(-1)!;
    for (const { groupOpcode, groupStart, groupLength } of ofType('SummaryOffset')) {
      const group = placed.filter(({ opcode, offset }) => opcode === groupOpcode && offset > dataEnd.offset);
      expect(Number(groupStart)).toBe(group[0].offset);
      expect(Number(groupLength)).toBe(group.reduce((sum, { length }) => sum + length, 0));
    }
    expect(ofType('SummaryOffset').map(({ groupOpcode }) => groupOpcode)).toEqual([3, 4, 0x0b, 8, 0x0a, 0x0d]);
    const summaryStart = dataEnd.offset + dataEnd.length;
    expect(ofType('Footer')).toEqual([
      {
        type: 'Footer',
        summaryStart: BigInt(summaryStart),
        summaryOffsetStart: BigInt(offsets[0].offset),
        summaryCrc: crc32(bytes.subarray(summaryStart, footer.offset + 9 + 16)),
      },
    ]);
    expect(footer.length).toBe(9 + 20);
  });

  it('is read by index, newest first and by time, as well', async () => {
    const readable = {
      size: async () => BigInt(bytes.length),
      read: async (offset: bigint, size: bigint) => bytes.slice(Number(offset), Number(offset + size)),
    };
    const reader = await McapIndexedReader.Initialize({ readable });
    const times: number[] = [];
    for await (const { logTime } of reader.readMessages({ reverse: true })) times.push(Number(logTime));
    expect(times).toEqual(sent.map(([, , time]) => time).sort((a, b) => b - a));
    const attachments: string[] = [];
    for await (const { data } of reader.readAttachments()) attachments.push(new TextDecoder().decode(data));
    expect(attachments).toEqual(['grüß Gott', '']);
  });

  it('says the same to our own reader, with and without its summary', () => {
    const dataEnd = placed.find(({ opcode }) => opcode === 0x0f)!;
    for (const recording of [openRecording(bytes), openRecording(bytes.subarray(0, dataEnd.offset + dataEnd.length))]) {
      expect(
        [...recording.messages()].map(({ channel, sequence, logTimeNs, publishTimeNs }) => [
          channel.topic,
          sequence,
          logTimeNs,
          publishTimeNs,
        ]),
      ).toEqual(sent);
      expect(recording).toMatchObject({
        complete: true,
        problem: undefined,
        firstTimeNs: 0,
        lastTimeNs: Math.max(...sent.map(([, , time]) => time)),
      });
      expect(new TextDecoder().decode(recording.attachment('notes.txt'))).toBe('grüß Gott');
      expect([...recording.attachments].map(([name, { length }]) => [name, length])).toEqual([
        ['notes.txt', 11],
        ['empty.bin', 0],
      ]);
      expect(recording.attachment('none')).toBeUndefined();
      expect([...recording.metadata]).toEqual([
        ['one', { key: 'value', ключ: 'значение' }],
        ['two', {}],
      ]);
      expect(recording.channels.map(({ id, topic, typeName, signal }) => [id, topic, typeName, signal])).toEqual([
        [0, '/a', 'std_msgs/msg/Float64', 'a.x'],
        [1, '/b', 'std_msgs/msg/Float64', '/b'],
        [2, '/silent', 'geometry_msgs/msg/Twist', '/silent'],
        [3, '/c', 'std_msgs/msg/Float64', '/c'],
      ]);
    }
  });
});

describe('what the writer holds back', () => {
  it('is what came since the last chunk, and nothing after a flush', () => {
    const sink = new MemorySink();
    const writer = new McapWriter(sink);
    expect(writer.pendingBytes).toBe(0);
    const id = writer.addChannel({ topic: '/a', type: Float64 });
    const declared = writer.pendingBytes;
    writer.writeMessage(id, Float64, { data: 1 }, 1, 1, 1);
    // opcode, length, channel, sequence, two times; then the header of the encoding and a double
    expect(writer.pendingBytes - declared).toBe(1 + 8 + 2 + 4 + 8 + 8 + 4 + 8);
    const before = sink.bytes().length;
    writer.flush();
    const after = sink.bytes().length;
    expect([writer.pendingBytes, after > before]).toEqual([0, true]);
    // nothing new, nothing written
    writer.flush();
    expect(sink.bytes().length).toBe(after);
  });

  it('is a chunk of a megabyte where nobody says otherwise', () => {
    const sink = new MemorySink();
    const writer = new McapWriter(sink);
    const id = writer.addChannel({ topic: '/image', type: Image });
    const image = { ...Image.create(), data: new Uint8Array(100_000) };
    let written = 0;
    for (const before = sink.bytes().length; sink.bytes().length === before; written++)
      writer.writeMessage(id, Image, image, written, written, written);
    expect(written).toBe(11);
  });

  it('is indexed also where one chunk has more messages than were foreseen', async () => {
    const sink = new MemorySink();
    const writer = new McapWriter(sink, { chunkSize: 1 << 22 });
    const ids = ['/a', '/b'].map((topic) => writer.addChannel({ topic, type: Float64 }));
    for (let i = 0; i < 9000; i++) writer.writeMessage(ids[i % 2], Float64, { data: i }, i, i, i);
    writer.close();
    const bytes = sink.bytes();
    const records = streamed(bytes);
    const entries = records.flatMap((record) => (record.type === 'MessageIndex' ? record.records : []));
    expect(entries.map(([time]) => Number(time)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 9000 }, (_, i) => i),
    );
    const starts = records.filter((record) => record.type === 'Message').map((_, i) => i);
    expect(starts).toHaveLength(9000);
    expect(new Set(entries.map(([, offset]) => offset)).size).toBe(9000);
  });
});

describe('bytes that grow', () => {
  it('hold little-endian numbers, texts and lists as the format has them, from any capacity on', () => {
    for (const capacity of [0, 1, 7, 64, 1000]) {
      const out = new GrowingBytes(capacity);
      out.u8(0xab);
      out.u16(0x1234);
      out.u32(0xdeadbeef);
      out.u64(2 ** 53 - 1);
      out.text('ö');
      out.textMap({ a: 'b', c: '' });
      out.record(0x0c, () => out.raw(Uint8Array.of(9, 8)));
      const expected = [
        0xab, 0x34, 0x12, 0xef, 0xbe, 0xad, 0xde, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x1f, 0, 2, 0, 0, 0, 0xc3, 0xb6,
        19, 0, 0, 0, 1, 0, 0, 0, 97, 1, 0, 0, 0, 98, 1, 0, 0, 0, 99, 0, 0, 0, 0, 0x0c, 2, 0, 0, 0, 0, 0, 0, 0, 9, 8,
      ];
      expect([...out.written()]).toEqual(expected);
      const cursor = new RecordCursor(out.written());
      expect([cursor.u8(), cursor.u16(), cursor.u32(), cursor.u64(), cursor.text(), cursor.textMap()]).toEqual([
        0xab,
        0x1234,
        0xdeadbeef,
        2 ** 53 - 1,
        'ö',
        { a: 'b', c: '' },
      ]);
      expect(cursor.offset).toBe(expected.length - 11);
    }
  });

  it('at least double when they have to grow, and only then', () => {
    const out = new GrowingBytes(10);
    const first = out.bytes;
    out.ensure(10);
    expect(out.bytes).toBe(first);
    out.ensure(11);
    expect(out.bytes).toHaveLength(20);
    out.ensure(100);
    expect(out.bytes).toHaveLength(100);
    out.use(new Uint8Array(3));
    out.u16(0x0201);
    expect([...out.bytes]).toEqual([1, 2, 0]);
  });

  it('are read no further than they go', () => {
    const bytes = Uint8Array.of(5, 0, 0, 0, 1, 2);
    expect(() => new RecordCursor(bytes).text()).toThrow(RangeError);
    expect(() => new RecordCursor(bytes).text()).toThrow('5 bytes were announced, 2 are there');
    expect(() => new RecordCursor(bytes, 3).u32()).toThrow(RangeError);
    expect(() => new RecordCursor(bytes, 0, 2).u32()).toThrow(RangeError);
    const inside = new RecordCursor(Uint8Array.of(7, 2, 0, 0, 0, 8, 9, 6), 1).block();
    expect([inside.offset, inside.end, inside.u8(), inside.u8()]).toEqual([5, 7, 8, 9]);
    expect(() => inside.u8()).toThrow(RangeError);
  });
});
