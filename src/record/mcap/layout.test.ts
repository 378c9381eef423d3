import { McapWriter as OtherWriter } from '@mcap/core';
import { describe, expect, it } from 'vitest';
import { MemorySink } from '../../../test/fixtures/record/memory-sink.ts';
import { Float64 } from '../../msgs/index.ts';
import type { ByteSource } from './layout.ts';
import { openRecording } from './recording-reader.ts';
import { McapWriter } from './writer.ts';

/** Four chunks of five messages with times that go up, an attachment and two pieces of metadata. */
function sampleFile(): Uint8Array {
  const sink = new MemorySink();
  const writer = new McapWriter(sink);
  const ids = ['/a', '/b'].map((topic) => writer.addChannel({ topic, type: Float64 }));
  writer.attach('notes.txt', 'text/plain', new TextEncoder().encode('hello'));
  for (let chunk = 0; chunk < 4; chunk++) {
    for (let i = 0; i < 5; i++) {
      const n = 5 * chunk + i;
      // the first two chunks have only /a
      writer.writeMessage(ids[chunk < 2 ? 0 : n % 2], Float64, { data: n }, n + 1, 100 * n, 100 * n);
    }
    if (chunk % 2 === 0) writer.metadata(`after ${chunk}`, { chunk: String(chunk) });
    else writer.flush();
  }
  writer.close();
  return sink.bytes();
}

/** A file that notes which of its bytes were read. */
function watched(bytes: Uint8Array): ByteSource & { readonly reads: [number, number][] } {
  const reads: [number, number][] = [];
  return {
    size: bytes.length,
    reads,
    read(offset, length) {
      if (offset + length > bytes.length) throw new RangeError('the file ends before that');
      reads.push([offset, offset + length]);
      return bytes.subarray(offset, offset + length);
    },
  };
}

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

const good = sampleFile();
const placed = placedRecords(good);
// the first one only tells of channels
const chunks = placed.filter(({ opcode }) => opcode === 0x06).slice(1);
const [dataEnd] = placed.filter(({ opcode }) => opcode === 0x0f);
const footerAt = placed.at(-1)!.offset;
const all = Array.from({ length: 20 }, (_, n) => n);

/** The same file with a summary without checksum, and something else changed. */
function edited(edit: (view: DataView, bytes: Uint8Array) => void): Uint8Array {
  const bytes = good.slice();
  const view = new DataView(bytes.buffer);
  view.setUint32(footerAt + 9 + 16, 0, true);
  edit(view, bytes);
  return bytes;
}

/** Whether a chunk had to be read to open it: its summary was not there, or not believed. */
function isWalked(bytes: Uint8Array): boolean {
  const source = watched(bytes);
  openRecording(source);
  return source.reads.some(([start, end]) => start <= chunks[1].offset + 60 && end > chunks[1].offset + 120);
}

const numbers = (bytes: Uint8Array, filter = {}): number[] => {
  const recording = openRecording(bytes);
  return [...recording.messages(filter)].map(({ channel, data }) => (recording.decode(channel, data) as Float64).data);
};

/** The n-th record of a kind behind the data. */
const inSummary = (opcode: number, n = 0): number =>
  placed.filter((record) => record.opcode === opcode && record.offset > dataEnd.offset)[n].offset + 9;

describe('a recording that was finished', () => {
  it('is opened without reading its messages', () => {
    expect([isWalked(good), isWalked(edited(() => {})), isWalked(good.subarray(0, footerAt))]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('is read chunk by chunk, and only where something is wanted', () => {
    const source = watched(good);
    const recording = openRecording(source);
    const touched = () =>
      chunks.map(({ offset, length }) =>
        source.reads.some(([start, end]) => start < offset + length && end > offset + 110),
      );
    source.reads.length = 0;
    expect([...recording.messages({ fromNs: 1000, toNs: 1400 })]).toHaveLength(5);
    expect(touched()).toEqual([false, false, true, false]);
    source.reads.length = 0;
    expect([...recording.messages({ topics: ['/b'] })]).toHaveLength(5);
    expect(touched()).toEqual([false, false, true, true]);
    source.reads.length = 0;
    // bounds belong to it, and a chunk that only touches them is read
    expect([...recording.messages({ fromNs: 400, toNs: 500 })].map(({ logTimeNs }) => logTimeNs)).toEqual([400, 500]);
    expect(touched()).toEqual([true, true, false, false]);
    source.reads.length = 0;
    expect([...recording.messages({ fromNs: 401, toNs: 499 })]).toEqual([]);
    expect(touched()).toEqual([false, false, false, false]);
  });

  const add = (at: number, by: number) => (view: DataView) => view.setUint32(at, view.getUint32(at, true) + by, true);
  it.each<[string, (view: DataView, bytes: Uint8Array) => void]>([
    ['whose footer is none', (_view, bytes) => (bytes[footerAt] = 0x0e)],
    ['whose footer has another length', add(footerAt + 1, 1)],
    ['whose summary begins before the file', (view) => view.setUint32(footerAt + 9, 7, true)],
    ['whose summary begins behind its end', (view) => view.setUint32(footerAt + 9, footerAt + 1, true)],
    ['whose offsets begin behind its end', (view) => view.setUint32(footerAt + 17, footerAt + 1, true)],
    ['whose checksum does not fit', (view) => view.setUint32(footerAt + 25, 1234, true)],
    ['whose first chunk index leads elsewhere', add(inSummary(0x08, 1) + 16, 1)],
    ['whose chunk index has another length', add(inSummary(0x08, 1) + 24, 1)],
    ['whose chunk index names a channel that is not there', (view) => view.setUint16(inSummary(0x08, 1) + 36, 9, true)],
    ['whose metadata index leads elsewhere', add(inSummary(0x0d), 1)],
    ['whose metadata index has another length', add(inSummary(0x0d, 1) + 8, -1)],
    ['whose attachment index leads elsewhere', add(inSummary(0x0a), 1)],
    ['whose attachment index has another length', add(inSummary(0x0a) + 8, 1)],
    ['whose summary holds a record that does not end', add(inSummary(0x0b) - 8, 5000)],
    ['whose channels have a schema that is not there', (view) => view.setUint16(inSummary(0x04) + 2, 77, true)],
    ['whose last magic is damaged', (_view, bytes) => (bytes[bytes.length - 1] ^= 1)],
  ])('%s is read from its start', (_case, edit) => {
    const bytes = edited(edit);
    expect(isWalked(bytes)).toBe(true);
    expect(numbers(bytes)).toEqual(all);
    expect(openRecording(bytes)).toMatchObject({ complete: true, firstTimeNs: 0, lastTimeNs: 1900 });
    expect([...openRecording(bytes).metadata.keys()]).toEqual(['after 0', 'after 2']);
  });

  it.each<[string, (view: DataView, bytes: Uint8Array) => void]>([
    ['in the summary', (_view, bytes) => (bytes[inSummary(0x0b) - 9] = 0x7f)],
    ['among the data', (_view, bytes) => (bytes[placed.find(({ opcode }) => opcode === 0x07)!.offset] = 0x7f)],
  ])('may hold records %s that nobody knows', (_case, edit) => {
    expect(numbers(edited(edit))).toEqual(all);
  });

  it('begins its offsets and its summary where they may, at the very footer', () => {
    // a summary without offsets, as other writers leave it
    expect(isWalked(edited((view) => view.setUint32(footerAt + 17, footerAt, true)))).toBe(false);
    // an empty one says nothing of the messages
    const empty = edited((view) => view.setUint32(footerAt + 9, footerAt, true));
    expect([isWalked(empty), numbers(empty)]).toEqual([true, all]);
  });
});

describe('a recording that was cut or damaged', () => {
  const problemOf = (bytes: Uint8Array) => openRecording(bytes).problem;
  const upTo = (end: number) => good.subarray(0, end);

  it('knows when its messages begin and end', () => {
    const sink = new MemorySink();
    const writer = new McapWriter(sink);
    const id = writer.addChannel({ topic: '/a', type: Float64 });
    writer.flush();
    for (const time of [900, 700, 800]) writer.writeMessage(id, Float64, { data: time }, 1, time, time);
    writer.flush();
    expect(openRecording(sink.bytes())).toMatchObject({ complete: false, firstTimeNs: 700, lastTimeNs: 900 });
  });

  it('says where and why it could be read no further', () => {
    const { offset, length } = chunks[2];
    expect(problemOf(upTo(offset + 5))).toBe(
      `the file is cut or damaged at byte ${offset} of ${offset + 5}: it ends within a record`,
    );
    expect(problemOf(upTo(offset + 9))).toBe(
      `the file is cut or damaged at byte ${offset} of ${offset + 9}: a record of ${length - 9} bytes where 0 are left`,
    );
    expect(problemOf(upTo(offset + length - 1))).toContain(
      `a record of ${length - 9} bytes where ${length - 10} are left`,
    );
    expect(numbers(upTo(offset + length - 1))).toEqual(all.slice(0, 10));
    expect(numbers(upTo(offset + length))).toEqual(all.slice(0, 15));
    const zeros = good.slice();
    zeros.fill(0, offset);
    expect(problemOf(zeros)).toContain('no record begins there');
    expect(problemOf(upTo(dataEnd.offset + dataEnd.length))).toBeUndefined();
    expect(problemOf(upTo(8))).toBe('the file is cut or damaged at byte 8 of 8: it ends within a record');
  });

  /** The file without summary, and one chunk changed. */
  const damaged = (edit: (view: DataView, chunkAt: number, bytes: Uint8Array) => void) => {
    const bytes = good.slice(0, dataEnd.offset);
    edit(new DataView(bytes.buffer), chunks[1].offset, bytes);
    return bytes;
  };
  const recordsAt = (chunkAt: number) => chunkAt + 9 + 8 + 8 + 8 + 4 + 4 + 8;

  it.each<[string, (view: DataView, chunkAt: number, bytes: Uint8Array) => void, string]>([
    [
      'a checksum that does not fit',
      (view, at) => view.setUint32(at + 33, 99, true),
      'the checksum of a chunk does not fit its content',
    ],
    [
      'a message of a channel that nobody declared',
      (view, at) => view.setUint16(recordsAt(at) + 9, 5, true),
      'a message of the unknown channel 5',
    ],
    [
      'a record that is longer than its chunk',
      (view, at) => view.setUint32(recordsAt(at) + 1, 9999, true),
      'a record of 9999 bytes where 206 are left',
    ],
    [
      'more content than there is',
      (view, at) => view.setUint32(at + 41, 9999, true),
      '9999 bytes were announced, 215 are there',
    ],
  ])('ends before a chunk with %s', (_case, edit, problem) => {
    const bytes = damaged(edit);
    expect(problemOf(bytes)).toBe(
      `the file is cut or damaged at byte ${chunks[1].offset} of ${bytes.length}: ${problem}`,
    );
    expect(numbers(bytes)).toEqual(all.slice(0, 5));
  });

  it('says so when it is used, where its summary was believed', () => {
    const bytes = edited((view) => view.setUint16(recordsAt(chunks[1].offset) + 9, 5, true));
    const read = () => [...openRecording(bytes, { name: 'x.mcap' }).messages()];
    expect(read).toThrow(
      `x.mcap: is damaged near byte ${recordsAt(chunks[1].offset)}: a message of the unknown channel 5`,
    );
    const long = edited((view) => view.setUint32(recordsAt(chunks[1].offset) + 43 + 1, 9999, true));
    expect(() => [...openRecording(long).messages()]).toThrow(
      `is damaged near byte ${recordsAt(chunks[1].offset) + 43}: a record is longer than its chunk`,
    );
    const short = edited((view) => view.setUint32(recordsAt(chunks[3].offset) + 4 * 43 + 1, 21, true));
    expect(() => [...openRecording(short).messages()]).toThrow('a message record is too short');
    const { type: _type, ...odd } = openRecording(good).channel('/a')!;
    const recording = openRecording(good, { name: 'x.mcap' });
    const [{ channel }] = recording.messages();
    expect(() => recording.decode(channel, new DataView(new ArrayBuffer(3)))).toThrow(
      /^x\.mcap: a std_msgs\/msg\/Float64 on \/a cannot be decoded: /,
    );
    expect(recording.decode(odd, new DataView(new ArrayBuffer(3)))).toBeInstanceOf(DataView);
  });
});

describe('messages that are in no chunk', () => {
  const looseFile = async (): Promise<Uint8Array> => {
    const sink = new MemorySink();
    let position = 0n;
    const writable = {
      write: async (bytes: Uint8Array) => {
        sink.write(bytes);
        position += BigInt(bytes.length);
      },
      position: () => position,
    };
    const writer = new OtherWriter({ writable, useChunks: false });
    await writer.start({ profile: '', library: '' });
    const schemaId = await writer.registerSchema({
      name: 'std_msgs/Float64',
      encoding: 'ros2msg',
      data: new TextEncoder().encode(Float64.definition),
    });
    const channels: number[] = [];
    for (const topic of ['/a', '/b'])
      channels.push(await writer.registerChannel({ topic, schemaId, messageEncoding: 'cdr', metadata: new Map() }));
    const say = async (n: number, time: number, channel = 0) => {
      const data = new Uint8Array(12);
      const end = Float64.encode({ data: n }, new DataView(data.buffer), 0);
      const at = { logTime: BigInt(time), publishTime: BigInt(time) };
      await writer.addMessage({ channelId: channels[channel], sequence: n, ...at, data: data.subarray(0, end) });
    };
    await say(1, 500);
    await say(2, 300, 1);
    await say(3, 400);
    await writer.addMetadata({ name: 'between', metadata: new Map([['a', 'b']]) });
    await say(4, 900);
    await say(5, 800);
    await writer.addAttachment({
      name: 'x',
      mediaType: 'text/plain',
      logTime: 0n,
      createTime: 0n,
      data: new TextEncoder().encode('abc'),
    });
    await writer.end();
    return sink.bytes();
  };

  it('are found by time and channel all the same', async () => {
    const bytes = await looseFile();
    expect(numbers(bytes)).toEqual([1, 2, 3, 4, 5]);
    expect(openRecording(bytes)).toMatchObject({ complete: true, firstTimeNs: 300, lastTimeNs: 900 });
    expect(numbers(bytes, { fromNs: 400, toNs: 800 })).toEqual([1, 3, 5]);
    expect(numbers(bytes, { topics: ['/b'] })).toEqual([2]);
    expect(openRecording(bytes).metadata.get('between')).toEqual({ a: 'b' });
    expect(new TextDecoder().decode(openRecording(bytes).attachment('x'))).toBe('abc');
  });

  it('are read up to where a file is cut', async () => {
    const bytes = await looseFile();
    const places = placedRecords(bytes).filter(({ opcode }) => opcode === 0x05);
    for (const [n, { offset, length }] of places.entries()) {
      expect(numbers(bytes.subarray(0, offset + length))).toEqual([1, 2, 3, 4, 5].slice(0, n + 1));
      expect(numbers(bytes.subarray(0, offset + length - 1))).toEqual([1, 2, 3, 4, 5].slice(0, n));
    }
    const unknown = bytes.slice(0, places[4].offset + places[4].length);
    new DataView(unknown.buffer).setUint16(places[2].offset + 9, 8, true);
    expect(openRecording(unknown).problem).toContain('a message of the unknown channel 8');
    expect(numbers(unknown)).toEqual([1, 2]);
    // channel, sequence and both times have to be there
    for (const [length, count] of [
      [22, 5],
      [21, 4],
    ]) {
      const short = bytes.slice(0, places[4].offset + 9 + length);
      new DataView(short.buffer).setUint32(places[4].offset + 1, length, true);
      expect([...openRecording(short).messages()]).toHaveLength(count);
    }
  });

  it('know their type by its short name too', async () => {
    expect(openRecording(await looseFile()).channels.map(({ type, typeName }) => [type?.name, typeName])).toEqual([
      ['std_msgs/msg/Float64', 'std_msgs/Float64'],
      ['std_msgs/msg/Float64', 'std_msgs/Float64'],
    ]);
  });
});
