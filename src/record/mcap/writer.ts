/**
 * Writes MCAP from inside a running loop: synchronous, no BigInt, no copy between a message and the chunk, nothing
 * allocated per message. Chunks, each followed by its message indexes, reach the sink in one piece, so a file cut anywhere
 * is readable up to its last whole chunk. A sink may store them compressed.
 *
 * Checked against: @mcap/core, whose readers find the same messages in the same order through chunks and indexes.
 */
import type { MessageType } from '../../msgs/message-type.ts';
import { crc32 } from '../../math/crc32.ts';
import { GrowingBytes } from './growing-bytes.ts';
import type { StoredChunk } from './packed-chunk.ts';
import { CHUNK_PREFIX, MAGIC, MESSAGE_PREFIX, OPCODE, RECORD_PREFIX } from './format.ts';
import { storedPlaces } from './stored-places.ts';
import type { AttachmentEntry, ChannelEntry, ChunkEntry, MetadataEntry, SchemaEntry } from './summary.ts';
import { writeChannel, writeSchema, writeSummary } from './summary.ts';

/** Where bytes go, in order. */
export interface ByteSink {
  /** The bytes are valid only during the call. */
  write(bytes: Uint8Array): void;
  /**
   * Writes a chunk with its indexes, the first `length` bytes; keeps the array, and gives another of at least its size in
   * exchange: no copy.
   */
  exchange?(bytes: Uint8Array, length: number): Uint8Array;
  /** How the chunks that it was given lie in the file; absent: as they were. */
  storedChunks?(): readonly StoredChunk[];
}

export interface McapWriterOptions {
  /** A chunk is closed once it holds this many bytes. */
  readonly chunkSize?: number;
  /** Name of the writing program, for the file's header. */
  readonly library?: string;
}

export interface ChannelSetup {
  readonly topic: string;
  readonly type: MessageType;
  readonly metadata?: Readonly<Record<string, string>>;
}

const MESSAGE_INDEX_ENTRY = 16;
const TWO_32 = 4294967296;

class ChannelState implements ChannelEntry {
  messageCount = 0;
  /** In the open chunk. */
  chunkCount = 0;
  /** Where the next entry of its message index goes. */
  indexCursor = 0;

  constructor(
    readonly id: number,
    readonly schemaId: number,
    readonly topic: string,
    readonly metadata: Readonly<Record<string, string>>,
  ) {}
}

export class McapWriter {
  private readonly chunk: GrowingBytes;
  private readonly chunkSize: number;
  private readonly channels: ChannelState[] = [];
  private readonly schemas = new Map<string, SchemaEntry>();
  private readonly chunks: ChunkEntry[] = [];
  private readonly attachments: AttachmentEntry[] = [];
  private readonly metadataEntries: MetadataEntry[] = [];
  /** Messages of the open chunk: place of each record in it, log time and channel. */
  private messageStarts = new Uint32Array(4096);
  private messageTimes = new Float64Array(4096);
  private messageChannels = new Uint16Array(4096);
  private messageCount = 0;
  /** Bytes given to the sink so far. Places are counted among them until the end, when it is known how chunks were stored. */
  private position = 0;
  private chunkStartNs = Infinity;
  private chunkEndNs = 0;
  private closed = false;

  constructor(
    private readonly sink: ByteSink,
    options: McapWriterOptions = {},
  ) {
    this.chunkSize = options.chunkSize ?? 1 << 20;
    this.chunk = new GrowingBytes(this.chunkSize + (1 << 16));
    this.chunk.length = CHUNK_PREFIX;
    const start = new GrowingBytes(64);
    start.raw(MAGIC);
    start.record(OPCODE.header, () => {
      start.text('ros2');
      start.text(options.library ?? 'skidpad');
    });
    this.put(start.written());
  }

  /** Bytes of the open chunk that the sink has not seen yet. */
  get pendingBytes(): number {
    return this.chunk.length - CHUNK_PREFIX;
  }

  addChannel(setup: ChannelSetup): number {
    this.requireOpen();
    let schema = this.schemas.get(setup.type.name);
    if (schema === undefined) {
      schema = { id: this.schemas.size + 1, type: setup.type };
      this.schemas.set(setup.type.name, schema);
      writeSchema(this.chunk, schema);
    }
    const channel = new ChannelState(this.channels.length, schema.id, setup.topic, setup.metadata ?? {});
    this.channels.push(channel);
    writeChannel(this.chunk, channel);
    return channel.id;
  }

  /** Times are whole nanoseconds from 0 to 2⁵³. */
  writeMessage<T>(
    channelId: number,
    type: MessageType<T>,
    message: T,
    sequence: number,
    logTimeNs: number,
    publishTimeNs: number,
  ): void {
    const chunk = this.chunk;
    const start = chunk.length;
    chunk.ensure(MESSAGE_PREFIX + type.maxSize(message));
    const view = chunk.view;
    const end = type.encode(message, view, start + MESSAGE_PREFIX);

    // record prefix and message header, 64-bit numbers as two words
    const length = end - start - RECORD_PREFIX;
    view.setUint8(start, OPCODE.message);
    view.setUint32(start + 1, length, true);
    view.setUint32(start + 5, 0, true);
    view.setUint16(start + 9, channelId, true);
    view.setUint32(start + 11, sequence, true);
    view.setUint32(start + 15, logTimeNs >>> 0, true);
    view.setUint32(start + 19, Math.floor(logTimeNs / TWO_32), true);
    view.setUint32(start + 23, publishTimeNs >>> 0, true);
    view.setUint32(start + 27, Math.floor(publishTimeNs / TWO_32), true);
    chunk.length = end;

    // what the message index will be made from
    if (this.messageCount === this.messageStarts.length) this.growMessageList();
    this.messageStarts[this.messageCount] = start;
    this.messageTimes[this.messageCount] = logTimeNs;
    this.messageChannels[this.messageCount++] = channelId;

    if (logTimeNs < this.chunkStartNs) this.chunkStartNs = logTimeNs;
    if (logTimeNs > this.chunkEndNs) this.chunkEndNs = logTimeNs;
    if (end >= this.chunkSize) this.flush();
  }

  /** Closes the open chunk: everything so far is in the sink. */
  flush(): void {
    const { chunk } = this;
    if (chunk.length === CHUNK_PREFIX) return;
    this.requireOpen();
    const offset = this.position;
    const length = chunk.length;
    const recordsLength = length - CHUNK_PREFIX;
    const startNs = this.chunkStartNs === Infinity ? 0 : this.chunkStartNs;
    const endNs = this.chunkEndNs;

    // the prefix, into the room kept for it
    chunk.length = 0;
    chunk.u8(OPCODE.chunk);
    chunk.u64(length - RECORD_PREFIX);
    chunk.u64(startNs);
    chunk.u64(endNs);
    chunk.u64(recordsLength);
    chunk.u32(0);
    chunk.text('');
    chunk.u64(recordsLength);
    chunk.length = length;

    // the indexes follow the chunk
    const indexOffsets = this.writeMessageIndexes(offset);
    this.chunks.push({
      startNs,
      endNs,
      offset,
      length,
      recordsLength,
      compression: '',
      storedSize: recordsLength,
      indexLength: chunk.length - length,
      indexOffsets,
    });
    this.putChunk();

    chunk.length = CHUNK_PREFIX;
    this.messageCount = 0;
    this.chunkStartNs = Infinity;
    this.chunkEndNs = 0;
  }

  /** One index per channel, with the time of each message and its offset from the first record of the chunk. */
  private writeMessageIndexes(chunkOffset: number): [channel: number, offset: number][] {
    const { chunk, channels, messageStarts, messageTimes, messageChannels, messageCount } = this;
    for (let i = 0; i < messageCount; i++) channels[messageChannels[i]].chunkCount++;
    const offsets: [number, number][] = [];
    for (const channel of channels) {
      if (channel.chunkCount === 0) continue;
      const size = channel.chunkCount * MESSAGE_INDEX_ENTRY;
      offsets.push([channel.id, chunkOffset + chunk.length]);
      chunk.u8(OPCODE.messageIndex);
      chunk.u64(2 + 4 + size);
      chunk.u16(channel.id);
      chunk.u32(size);
      chunk.ensure(size);
      channel.indexCursor = chunk.length;
      chunk.length += size;
      channel.messageCount += channel.chunkCount;
      channel.chunkCount = 0;
    }
    const { view } = chunk;
    for (let i = 0; i < messageCount; i++) {
      const channel = channels[messageChannels[i]];
      const timeNs = messageTimes[i];
      const at = channel.indexCursor;
      view.setUint32(at, timeNs >>> 0, true);
      view.setUint32(at + 4, Math.floor(timeNs / TWO_32), true);
      view.setUint32(at + 8, messageStarts[i] - CHUNK_PREFIX, true);
      view.setUint32(at + 12, 0, true);
      channel.indexCursor = at + MESSAGE_INDEX_ENTRY;
    }
    return offsets;
  }

  private growMessageList(): void {
    const { messageStarts, messageTimes, messageChannels } = this;
    this.messageStarts = new Uint32Array(2 * messageStarts.length);
    this.messageStarts.set(messageStarts);
    this.messageTimes = new Float64Array(2 * messageTimes.length);
    this.messageTimes.set(messageTimes);
    this.messageChannels = new Uint16Array(2 * messageChannels.length);
    this.messageChannels.set(messageChannels);
  }

  /** Adds a whole file, such as the scenario. */
  attach(name: string, mediaType: string, bytes: Uint8Array): void {
    const record = new GrowingBytes(bytes.length + 128);
    record.record(OPCODE.attachment, () => {
      record.u64(0);
      record.u64(0);
      record.text(name);
      record.text(mediaType);
      record.u64(bytes.length);
      record.raw(bytes);
      record.u32(crc32(record.bytes.subarray(RECORD_PREFIX, record.length)));
    });
    this.attachments.push({ name, mediaType, dataSize: bytes.length, ...this.place(record) });
  }

  /** Adds named texts. */
  metadata(name: string, entries: Readonly<Record<string, string>>): void {
    const record = new GrowingBytes(1024);
    record.record(OPCODE.metadata, () => {
      record.text(name);
      record.textMap(entries);
    });
    this.metadataEntries.push({ name, ...this.place(record) });
  }

  /** Writes the summary and ends the file. The sink stays open. */
  close(): void {
    if (this.closed) return;
    this.flush();
    this.closed = true;
    const end = new GrowingBytes(4096);
    end.record(OPCODE.dataEnd, () => end.u32(0));
    const { channels, chunks, attachments, metadataEntries: metadata } = this;
    const given = { schemas: [...this.schemas.values()], channels, chunks, attachments, metadata };
    const { summary, saved } = storedPlaces(given, this.sink.storedChunks?.() ?? chunks);
    writeSummary(end, this.position - saved, summary);
    end.raw(MAGIC);
    this.put(end.written());
  }

  /** Puts a record between chunks. */
  private place(record: GrowingBytes): { offset: number; length: number } {
    this.requireOpen();
    this.flush();
    const offset = this.position;
    this.put(record.written());
    return { offset, length: record.length };
  }

  private putChunk(): void {
    const { chunk, sink } = this;
    this.position += chunk.length;
    if (sink.exchange === undefined) sink.write(chunk.written());
    else chunk.use(sink.exchange(chunk.bytes, chunk.length));
  }

  private put(bytes: Uint8Array): void {
    this.sink.write(bytes);
    this.position += bytes.length;
  }

  private requireOpen(): void {
    if (this.closed) throw new Error('the recording is closed; nothing can be added to it');
  }
}
