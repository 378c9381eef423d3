/**
 * Reads a recording: ours, or any MCAP with ROS 2 messages. A file that was cut anywhere reads up to its last whole
 * chunk and says so. Damaged bytes give an InputError with one sentence.
 *
 * Nothing is held in memory but the chunk being read.
 */
import { InputError } from '../../core/input-error.ts';
import { messageTypes } from '../../msgs/message-catalog.ts';
import type { MessageType } from '../../msgs/message-type.ts';
import { usualDecompression } from './chunk-decompression.ts';
import { MESSAGE_PREFIX, OPCODE, RECORD_PREFIX, SCENARIO_ATTACHMENT } from './format.ts';
import type { ByteSource, ChannelRecord, Decompress, Layout, SchemaRecord, Segment } from './layout.ts';
import { findLayout, hasMagic, segmentBytes } from './layout.ts';

export interface RecordedChannel {
  readonly id: number;
  readonly topic: string;
  /** Full ROS 2 name, such as `nav_msgs/msg/Odometry`. */
  readonly typeName: string;
  /** Definition text as recorded. */
  readonly definition: string;
  /** How messages are decoded; absent when the type or the encoding is not known. */
  readonly type?: MessageType;
  /** `block.port` of a Skidpad recording, else the topic. */
  readonly signal: string;
  readonly block?: string;
  readonly port?: string;
  /** Whether only some of its messages were kept. */
  readonly thinned: boolean;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface RecordedMessage {
  readonly channel: RecordedChannel;
  readonly sequence: number;
  readonly logTimeNs: number;
  readonly publishTimeNs: number;
  /** The encoded message. */
  readonly data: DataView;
}

/** All conditions hold together; an absent one lets everything pass. */
export interface MessageFilter {
  readonly channels?: Iterable<RecordedChannel>;
  readonly topics?: Iterable<string>;
  /** Inclusive bounds on the log time. */
  readonly fromNs?: number;
  readonly toNs?: number;
}

export interface ReadOptions {
  /** How the recording is called in error sentences. */
  readonly name?: string;
  /** Decompression by name; `lz4` and `zstd` when absent. */
  readonly decompress?: Readonly<Record<string, (bytes: Uint8Array, uncompressedSize: number) => Uint8Array>>;
  /** Makes a decoder for a type we do not know, from its recorded definition. */
  readonly dynamicDecoder?: (typeName: string, definition: string) => (data: DataView) => unknown;
}

/** Opens a recording from bytes in memory or any source of bytes. */
export function openRecording(input: Uint8Array | ByteSource, options: ReadOptions = {}): Recording {
  const source = input instanceof Uint8Array ? memorySource(input) : input;
  return new Recording(source, options);
}

const memorySource = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read(offset, length) {
    if (offset + length > bytes.length) throw new RangeError('the file ends before that');
    return bytes.subarray(offset, offset + length);
  },
});

export class Recording {
  readonly channels: readonly RecordedChannel[];
  /** Whether the file was finished. If not, `problem` says how far it could be read. */
  readonly complete: boolean;
  readonly problem: string | undefined;
  /** Log times of the first and the last message [ns]; 0 when there is none. */
  readonly firstTimeNs: number;
  readonly lastTimeNs: number;
  readonly metadata: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** How it is called in sentences. */
  readonly name: string;
  private readonly layout: Layout;
  private readonly byId: ReadonlyMap<number, RecordedChannel>;
  private readonly decompress: Decompress;
  private readonly dynamicDecoders = new Map<number, (data: DataView) => unknown>();

  constructor(
    private readonly source: ByteSource,
    private readonly options: ReadOptions,
  ) {
    this.name = options.name ?? 'recording';
    this.decompress = decompressor(this.name, options.decompress ?? usualDecompression);
    if (!hasMagic(source, 0)) throw new InputError(this.name, 'is not an MCAP recording');
    this.layout = findLayout(source, this.decompress);
    const { problem, segments, metadata, channels } = this.layout;
    this.problem = problem;
    this.complete = problem === undefined;
    this.metadata = metadata;
    this.channels = [...channels.values()]
      .sort((a, b) => a.id - b.id)
      .map((channel) => describe(channel, this.layout.schemas.get(channel.schemaId)));
    this.byId = new Map(this.channels.map((channel) => [channel.id, channel]));
    const filled = segments.filter((segment) => segment.length > 0 && segment.channelIds?.size !== 0);
    this.firstTimeNs = filled.reduce((first, segment) => Math.min(first, segment.startNs), filled[0]?.startNs ?? 0);
    this.lastTimeNs = filled.reduce((last, segment) => Math.max(last, segment.endNs), 0);
  }

  /** Of the whole file [bytes]. */
  get size(): number {
    return this.source.size;
  }

  /** The scenario of the run, as it was resolved; undefined in recordings of others. */
  get scenarioYaml(): string | undefined {
    const bytes = this.attachment(SCENARIO_ATTACHMENT);
    return bytes && new TextDecoder().decode(bytes);
  }

  /** Everything that lies in the file beside its messages, by name. */
  get attachments(): ReadonlyMap<string, Uint8Array> {
    return new Map([...this.layout.attachments.keys()].map((name) => [name, this.attachment(name)!]));
  }

  attachment(name: string): Uint8Array | undefined {
    const place = this.layout.attachments.get(name);
    return place && this.source.read(place.offset, place.length);
  }

  /** The channel of a signal (`block.port`) or topic. */
  channel(signalOrTopic: string): RecordedChannel | undefined {
    return (
      this.channels.find((channel) => channel.signal === signalOrTopic) ??
      this.channels.find((channel) => channel.topic === signalOrTopic)
    );
  }

  /** Messages in the order of the file, which for a Skidpad recording is the order of publication. */
  *messages(filter: MessageFilter = {}): Generator<RecordedMessage> {
    const { fromNs = -Infinity, toNs = Infinity } = filter;
    const wanted = this.wantedChannels(filter);
    for (const segment of this.layout.segments) {
      if (segment.endNs < fromNs || segment.startNs > toNs) continue;
      if (segment.channelIds !== undefined && ![...segment.channelIds].some((id) => wanted.has(id))) continue;
      for (const message of this.segmentMessages(segment, wanted)) {
        if (message.logTimeNs >= fromNs && message.logTimeNs <= toNs) yield message;
      }
    }
  }

  /** The message behind the bytes; the bytes themselves when nobody knows the type. `into` is filled if given. */
  decode(channel: RecordedChannel, data: DataView, into?: unknown): unknown {
    try {
      if (channel.type === undefined) return this.dynamicDecoder(channel)(data);
      const message = into ?? channel.type.create();
      channel.type.decode(data, 0, data.byteLength, message);
      return message;
    } catch (error) {
      const { message } = error as Error;
      throw new InputError(this.name, `a ${channel.typeName} on ${channel.topic} cannot be decoded: ${message}`);
    }
  }

  private dynamicDecoder(channel: RecordedChannel): (data: DataView) => unknown {
    let decoder = this.dynamicDecoders.get(channel.id);
    if (decoder === undefined) {
      decoder = this.options.dynamicDecoder?.(channel.typeName, channel.definition) ?? ((data) => data);
      this.dynamicDecoders.set(channel.id, decoder);
    }
    return decoder;
  }

  private wantedChannels({ channels, topics }: MessageFilter): ReadonlySet<number> {
    const ids = channels && new Set(Array.from(channels, (channel) => channel.id));
    const names = topics && new Set(topics);
    const passing = this.channels.filter(({ id, topic }) => (ids?.has(id) ?? true) && (names?.has(topic) ?? true));
    return new Set(passing.map((channel) => channel.id));
  }

  private *segmentMessages(segment: Segment, wanted: ReadonlySet<number>): Generator<RecordedMessage> {
    let offset = 0;
    try {
      const bytes = segmentBytes(this.source, segment, this.decompress);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      while (offset < bytes.length) {
        const end = offset + RECORD_PREFIX + readU64(view, offset + 1);
        if (end > bytes.length) throw new RangeError('a record is longer than its chunk');
        if (view.getUint8(offset) === OPCODE.message) {
          const channelId = view.getUint16(offset + 9, true);
          if (end - offset < MESSAGE_PREFIX) throw new RangeError('a message record is too short');
          if (!this.byId.has(channelId)) throw new RangeError(`a message of the unknown channel ${channelId}`);
          if (wanted.has(channelId)) yield messageAt(view, offset, end, this.byId.get(channelId)!);
        }
        offset = end;
      }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new InputError(this.name, `is damaged near byte ${segment.offset + offset}: ${error.message}`);
    }
  }
}

const readU64 = (view: DataView, at: number): number =>
  view.getUint32(at, true) + view.getUint32(at + 4, true) * 4294967296;

const messageAt = (view: DataView, offset: number, end: number, channel: RecordedChannel): RecordedMessage => ({
  channel,
  sequence: view.getUint32(offset + 11, true),
  logTimeNs: readU64(view, offset + 15),
  publishTimeNs: readU64(view, offset + 23),
  data: new DataView(view.buffer, view.byteOffset + offset + MESSAGE_PREFIX, end - offset - MESSAGE_PREFIX),
});

function describe(channel: ChannelRecord, schema: SchemaRecord | undefined): RecordedChannel {
  const { id, topic, metadata } = channel;
  const typeName = schema?.name ?? '';
  const readable = channel.messageEncoding === 'cdr' && schema?.encoding === 'ros2msg';
  const type = readable ? (messageTypes.get(typeName) ?? messageTypes.get(typeName.replace('/', '/msg/'))) : undefined;
  const { block, port } = metadata;
  const ours = block !== undefined && port !== undefined;
  return {
    id,
    topic,
    typeName,
    type,
    metadata,
    definition: schema?.definition ?? '',
    signal: ours ? `${block}.${port}` : topic,
    block,
    port,
    thinned: metadata.rateHz !== undefined,
  };
}

function decompressor(name: string, known: NonNullable<ReadOptions['decompress']>): Decompress {
  return (compression, bytes, uncompressedSize) => {
    if (!Object.hasOwn(known, compression)) {
      throw new InputError(
        name,
        `is compressed with ${JSON.stringify(compression)}, which cannot be read here; run \`mcap decompress\` on it first`,
      );
    }
    try {
      return known[compression](bytes, uncompressedSize);
    } catch (error) {
      throw new RangeError(`a chunk cannot be decompressed: ${(error as Error).message}`);
    }
  };
}
