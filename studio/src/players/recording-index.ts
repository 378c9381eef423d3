/**
 * Where every message of an MCAP file is, by channel and time. The file is in memory; only the index is built, and a chunk is
 * decompressed when it is looked into, with the last ones kept.
 */
import { findLayout, hasMagic, segmentBytes } from '../../../src/record/mcap/layout.ts';
import type { ByteSource, Decompress, Layout } from '../../../src/record/mcap/layout.ts';
import { MESSAGE_PREFIX, OPCODE, RECORD_PREFIX } from '../../../src/record/mcap/format.ts';
import { InputError } from '../../../src/core/input-error.ts';
import type { ChannelSchema } from './message-decoder.ts';

const TWO_32 = 4294967296;
/** Decompressed bytes that are kept. */
const KEPT_BYTES = 96 << 20;
/** Messages between two chances to do something else. */
const MESSAGES_PER_SLICE = 1000;

export interface IndexedMessage {
  /** Log time [s]. */
  readonly time: number;
  readonly sequence: number;
  readonly data: DataView;
}

/** The messages of one channel in order of time. */
export class IndexedChannel {
  length = 0;
  /** [s] */
  times = new Float64Array(64);
  /** Whether the file holds them in order of time. */
  isOrdered = true;
  private segments = new Uint32Array(64);
  private offsets = new Uint32Array(64);

  constructor(
    readonly schema: ChannelSchema,
    readonly metadata: Readonly<Record<string, string>>,
  ) {}

  add(time: number, segment: number, offset: number): void {
    if (this.length === this.times.length) this.grow();
    if (this.length > 0 && time < this.times[this.length - 1]) this.isOrdered = false;
    this.times[this.length] = time;
    this.segments[this.length] = segment;
    this.offsets[this.length] = offset;
    this.length++;
  }

  place(i: number): { readonly segment: number; readonly offset: number } {
    return { segment: this.segments[i], offset: this.offsets[i] };
  }

  /** How many messages there are up to and including a time: the index after the newest one. */
  countUntil(time: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.times[middle] <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** By time, and in the order of the file where times are equal. */
  sort(): void {
    if (this.isOrdered) return;
    const order = Uint32Array.from({ length: this.length }, (_, i) => i).sort(
      (a, b) => this.times[a] - this.times[b] || a - b,
    );
    this.times = Float64Array.from(order, (i) => this.times[i]);
    this.segments = Uint32Array.from(order, (i) => this.segments[i]);
    this.offsets = Uint32Array.from(order, (i) => this.offsets[i]);
  }

  private grow(): void {
    const double = <T extends Float64Array | Uint32Array>(from: T, to: T): T => (to.set(from), to);
    this.times = double(this.times, new Float64Array(this.length * 2));
    this.segments = double(this.segments, new Uint32Array(this.length * 2));
    this.offsets = double(this.offsets, new Uint32Array(this.length * 2));
  }
}

export class RecordingIndex {
  readonly channels: readonly IndexedChannel[];
  /** One sentence where a part of the file could not be read. */
  problem: string | undefined;
  /** Of all messages [s]. */
  readonly start: number;
  readonly end: number;
  private readonly layout: Layout;
  private readonly byId: ReadonlyMap<number, IndexedChannel>;
  private readonly kept = new Map<number, Uint8Array>();
  private keptBytes = 0;

  /** An InputError for what is not an MCAP file. */
  constructor(
    private readonly bytes: Uint8Array,
    title: string,
    private readonly decompress: Decompress,
  ) {
    const source = memorySource(bytes);
    if (!hasMagic(source, 0)) throw new InputError(title, whatElse(bytes));
    this.layout = findLayout(source, decompress);
    this.problem = this.layout.problem;
    this.byId = new Map(
      Array.from(this.layout.channels.values(), (channel) => {
        const schema = this.layout.schemas.get(channel.schemaId);
        const { topic, messageEncoding: encoding, metadata } = channel;
        return [
          channel.id,
          new IndexedChannel(
            {
              topic,
              encoding,
              typeName: schema?.name ?? '',
              schemaEncoding: schema?.encoding ?? '',
              definition: schema?.definition ?? '',
            },
            metadata,
          ),
        ];
      }),
    );
    this.channels = [...this.byId.values()];
    const filled = this.layout.segments.filter(({ length, channelIds }) => length > 0 && channelIds?.size !== 0);
    this.start = filled.reduce((least, { startNs }) => Math.min(least, startNs), Infinity) / 1e9;
    this.end = filled.reduce((most, { endNs }) => Math.max(most, endNs), -Infinity) / 1e9;
  }

  /** Names of the compressions of its chunks; '' for none. */
  get compressions(): ReadonlySet<string> {
    return new Set(this.layout.segments.map(({ compression }) => compression));
  }

  get metadata(): Layout['metadata'] {
    return this.layout.metadata;
  }

  attachment(name: string): Uint8Array | undefined {
    const place = this.layout.attachments.get(name);
    return place && this.bytes.subarray(place.offset, place.offset + place.length);
  }

  /** Goes through the whole file once and finds every message, in slices: yields the share that is done. */
  *scan(found: (channel: IndexedChannel, message: IndexedMessage) => void): Generator<number> {
    const { segments } = this.layout;
    for (let i = 0; i < segments.length; i++) {
      try {
        yield* this.scanSegment(i, found);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        this.problem ??= `the file is damaged at byte ${segments[i].offset} of ${this.bytes.length}: ${error.message}`;
      }
    }
    for (const channel of this.channels) channel.sort();
  }

  private *scanSegment(
    index: number,
    found: (channel: IndexedChannel, message: IndexedMessage) => void,
  ): Generator<number> {
    const { segments } = this.layout;
    const bytes = segmentBytes(memorySource(this.bytes), segments[index], this.decompress);
    if (segments[index].compression !== '') this.keep(index, bytes);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let untilSlice = MESSAGES_PER_SLICE;
    for (let offset = 0; offset < bytes.length; ) {
      const end = offset + RECORD_PREFIX + readU64(view, offset + 1);
      if (end > bytes.length) throw new RangeError('a record is longer than its chunk');
      if (view.getUint8(offset) === OPCODE.message) {
        const channel = this.byId.get(view.getUint16(offset + RECORD_PREFIX, true));
        if (channel === undefined || end - offset < MESSAGE_PREFIX)
          throw new RangeError('a message that belongs nowhere');
        const message = messageAt(view, offset);
        channel.add(message.time, index, offset);
        found(channel, message);
        if (--untilSlice === 0) {
          untilSlice = MESSAGES_PER_SLICE;
          yield (index + offset / bytes.length) / segments.length;
        }
      }
      offset = end;
    }
    yield (index + 1) / segments.length;
  }

  message(channel: IndexedChannel, i: number): IndexedMessage {
    const { segment, offset } = channel.place(i);
    const bytes = this.opened(segment);
    return messageAt(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset);
  }

  /** The inside of a chunk, which the scan has checked. */
  private opened(index: number): Uint8Array {
    const { compression, offset, length, uncompressedSize } = this.layout.segments[index];
    const stored = this.bytes.subarray(offset, offset + length);
    if (compression === '') return stored;
    const bytes = this.kept.get(index) ?? this.decompress(compression, stored, uncompressedSize);
    this.keep(index, bytes);
    return bytes;
  }

  /** The most recent ones stay. */
  private keep(index: number, bytes: Uint8Array): void {
    if (this.kept.delete(index)) this.keptBytes -= bytes.length;
    this.kept.set(index, bytes);
    this.keptBytes += bytes.length;
    for (const [oldest, { length }] of this.kept) {
      if (this.keptBytes <= KEPT_BYTES || oldest === index) return;
      this.kept.delete(oldest);
      this.keptBytes -= length;
    }
  }
}

const readU64 = (view: DataView, at: number): number =>
  view.getUint32(at, true) + view.getUint32(at + 4, true) * TWO_32;

function messageAt(view: DataView, offset: number): IndexedMessage {
  const length = readU64(view, offset + 1) + RECORD_PREFIX - MESSAGE_PREFIX;
  return {
    sequence: view.getUint32(offset + RECORD_PREFIX + 2, true),
    time: readU64(view, offset + RECORD_PREFIX + 6) / 1e9,
    data: new DataView(view.buffer, view.byteOffset + offset + MESSAGE_PREFIX, length),
  };
}

const memorySource = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read(offset, length) {
    if (offset + length > bytes.length) throw new RangeError('the file ends before that');
    return bytes.subarray(offset, offset + length);
  },
});

/** What people try instead, and what helps. */
function whatElse(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 16));
  if (head.startsWith('#ROSBAG')) return 'is a ROS 1 bag; turn it into MCAP with mcap convert';
  if (head.startsWith('SQLite format 3'))
    return 'is a ROS 2 bag in SQLite; turn it into MCAP with ros2 bag convert or mcap convert';
  return bytes.length === 0 ? 'is empty' : 'is not an MCAP recording';
}
