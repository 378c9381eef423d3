/**
 * Finds out what is where in an MCAP file: from its summary when the file was finished, else by walking through it
 * from the start as far as whole records reach.
 */
import { crc32 } from '../../math/crc32.ts';
import { FOOTER_SIZE, MAGIC, OPCODE, RECORD_PREFIX } from './format.ts';
import { RecordCursor } from './record-cursor.ts';

/** Bytes with random access. Reading beyond the end throws a RangeError. */
export interface ByteSource {
  readonly size: number;
  /** Exactly `length` bytes, which nobody changes afterwards. */
  read(offset: number, length: number): Uint8Array;
}

export interface SchemaRecord {
  readonly id: number;
  readonly name: string;
  readonly encoding: string;
  readonly definition: string;
}

export interface ChannelRecord {
  readonly id: number;
  readonly schemaId: number;
  readonly topic: string;
  readonly messageEncoding: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** A stretch of records with messages: the inside of a chunk, or messages outside chunks. */
export interface Segment {
  readonly offset: number;
  readonly length: number;
  readonly compression: string;
  readonly uncompressedSize: number;
  /** 0: unknown. */
  readonly crc: number;
  readonly startNs: number;
  readonly endNs: number;
  /** Channels that have messages here; absent: unknown. */
  readonly channelIds?: ReadonlySet<number>;
}

export type Decompress = (compression: string, bytes: Uint8Array, uncompressedSize: number) => Uint8Array;

export interface Layout {
  readonly schemas: Map<number, SchemaRecord>;
  readonly channels: Map<number, ChannelRecord>;
  readonly segments: Segment[];
  readonly metadata: Map<string, Readonly<Record<string, string>>>;
  /** Place of each attachment's content. */
  readonly attachments: Map<string, { readonly offset: number; readonly length: number }>;
  /** Why the walk ended early; absent when the file is whole. */
  problem?: string;
}

const createLayout = (): Layout => ({
  schemas: new Map(),
  channels: new Map(),
  segments: [],
  metadata: new Map(),
  attachments: new Map(),
});

export const hasMagic = (source: ByteSource, offset: number): boolean =>
  offset >= 0 &&
  offset + MAGIC.length <= source.size &&
  source.read(offset, MAGIC.length).every((byte, i) => byte === MAGIC[i]);

export function findLayout(source: ByteSource, decompress: Decompress): Layout {
  return readSummary(source) ?? walk(source, decompress);
}

/** Undefined when there is no summary, or none that can be trusted to describe all messages. */
function readSummary(source: ByteSource): Layout | undefined {
  const footerAt = source.size - MAGIC.length - FOOTER_SIZE;
  if (footerAt < MAGIC.length || !hasMagic(source, source.size - MAGIC.length)) return undefined;
  const footer = new RecordCursor(source.read(footerAt, FOOTER_SIZE));
  if (footer.u8() !== OPCODE.footer || footer.u64() !== FOOTER_SIZE - RECORD_PREFIX) return undefined;
  const start = footer.u64();
  const offsetsStart = footer.u64();
  const crc = footer.u32();
  if (start < MAGIC.length || start > footerAt || offsetsStart > footerAt) return undefined;
  const summary = source.read(start, footerAt + FOOTER_SIZE - 4 - start);
  if (crc !== 0 && crc32(summary) !== crc) return undefined;
  try {
    return parseSummary(source, summary.subarray(0, footerAt - start));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function parseSummary(source: ByteSource, summary: Uint8Array): Layout | undefined {
  const layout = createLayout();
  const metadataAt: [offset: number, length: number][] = [];
  let messageCount = -1;
  for (const { opcode, content } of records(summary)) {
    switch (opcode) {
      case OPCODE.schema:
        addSchema(layout, content);
        break;
      case OPCODE.channel:
        addChannel(layout, content);
        break;
      case OPCODE.statistics:
        messageCount = content.u64();
        break;
      case OPCODE.chunkIndex:
        layout.segments.push(chunkIndexSegment(source, content));
        break;
      case OPCODE.metadataIndex:
        metadataAt.push([content.u64(), content.u64()]);
        break;
      case OPCODE.attachmentIndex:
        addIndexedAttachment(layout, source, content.u64(), content.u64());
        break;
    }
  }
  for (const [offset, length] of metadataAt) addMetadata(layout, recordAt(source, offset, length, OPCODE.metadata));
  // messages that no chunk index leads to, or whose channels are only beside them
  const describesAll = messageCount === 0 || (layout.segments.length > 0 && layout.channels.size > 0);
  return describesAll && namesAllChannels(layout) ? layout : undefined;
}

const namesAllChannels = ({ segments, channels, schemas }: Layout): boolean =>
  segments.every(({ channelIds = [] }) => [...channelIds].every((id) => channels.has(id))) &&
  [...channels.values()].every(({ schemaId }) => schemaId === 0 || schemas.has(schemaId));

/** Walks through the data section record by record. */
function walk(source: ByteSource, decompress: Decompress): Layout {
  const layout = createLayout();
  let offset = MAGIC.length;
  let loose: { offset: number; length: number; startNs: number; endNs: number } | undefined;
  try {
    for (;;) {
      const { opcode, length } = prefixAt(source, offset);
      const contentAt = offset + RECORD_PREFIX;
      if (opcode === OPCODE.dataEnd) break;
      if (opcode === OPCODE.message) {
        const timeNs = messageTime(layout, source.read(contentAt, length));
        loose ??= { offset, length: 0, startNs: timeNs, endNs: timeNs };
        loose.length += RECORD_PREFIX + length;
        loose.startNs = Math.min(loose.startNs, timeNs);
        loose.endNs = Math.max(loose.endNs, timeNs);
      } else {
        if (loose !== undefined) layout.segments.push(looseSegment(loose));
        loose = undefined;
        visit(layout, source, decompress, { opcode, contentAt, length });
      }
      offset = contentAt + length;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    layout.problem = `the file is cut or damaged at byte ${offset} of ${source.size}: ${error.message}`;
  }
  if (loose !== undefined) layout.segments.push(looseSegment(loose));
  return layout;
}

const looseSegment = (run: { offset: number; length: number; startNs: number; endNs: number }): Segment => ({
  ...run,
  compression: '',
  uncompressedSize: run.length,
  crc: 0,
});

interface PlacedContent {
  readonly opcode: number;
  readonly contentAt: number;
  readonly length: number;
}

function visit(
  layout: Layout,
  source: ByteSource,
  decompress: Decompress,
  { opcode, contentAt, length }: PlacedContent,
): void {
  const content = () => new RecordCursor(source.read(contentAt, length));
  switch (opcode) {
    case OPCODE.schema:
      return addSchema(layout, content());
    case OPCODE.channel:
      return addChannel(layout, content());
    case OPCODE.metadata:
      return addMetadata(layout, content());
    case OPCODE.attachment:
      return addAttachment(layout, content(), contentAt);
    case OPCODE.chunk:
      return addChunk(layout, source, decompress, chunkSegment(content(), contentAt));
  }
}

/** A chunk counts once all of it makes sense. */
function addChunk(layout: Layout, source: ByteSource, decompress: Decompress, segment: Segment): void {
  const channelIds = new Set<number>();
  let startNs = Infinity;
  let endNs = 0;
  for (const { opcode, content } of records(segmentBytes(source, segment, decompress))) {
    if (opcode === OPCODE.schema) addSchema(layout, content);
    else if (opcode === OPCODE.channel) addChannel(layout, content);
    else if (opcode === OPCODE.message) {
      const channelId = content.u16();
      if (!layout.channels.has(channelId)) throw new RangeError(`a message of the unknown channel ${channelId}`);
      channelIds.add(channelId);
      content.u32();
      const timeNs = content.u64();
      content.u64();
      startNs = Math.min(startNs, timeNs);
      endNs = Math.max(endNs, timeNs);
    }
  }
  layout.segments.push({ ...segment, channelIds, startNs: startNs === Infinity ? 0 : startNs, endNs });
}

/** The records of a segment, decompressed and checked. */
export function segmentBytes(source: ByteSource, segment: Segment, decompress: Decompress): Uint8Array {
  let bytes = source.read(segment.offset, segment.length);
  if (segment.compression !== '') bytes = decompress(segment.compression, bytes, segment.uncompressedSize);
  if (segment.crc !== 0 && crc32(bytes) !== segment.crc)
    throw new RangeError('the checksum of a chunk does not fit its content');
  return bytes;
}

/** Every record in a stretch of bytes. */
function* records(bytes: Uint8Array): Generator<{ opcode: number; content: RecordCursor }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let offset = 0; offset < bytes.length; ) {
    const opcode = view.getUint8(offset);
    const length = view.getUint32(offset + 1, true) + view.getUint32(offset + 5, true) * 4294967296;
    offset += RECORD_PREFIX;
    if (length > bytes.length - offset)
      throw new RangeError(`a record of ${length} bytes where ${bytes.length - offset} are left`);
    yield { opcode, content: new RecordCursor(bytes, offset, offset + length) };
    offset += length;
  }
}

function prefixAt(source: ByteSource, offset: number): { opcode: number; length: number } {
  const left = source.size - offset - RECORD_PREFIX;
  if (left < 0) throw new RangeError('it ends within a record');
  const prefix = new RecordCursor(source.read(offset, RECORD_PREFIX));
  const opcode = prefix.u8();
  const length = prefix.u64();
  if (opcode === 0) throw new RangeError('no record begins there');
  if (length > left) throw new RangeError(`a record of ${length} bytes where ${left} are left`);
  return { opcode, length };
}

function recordAt(source: ByteSource, offset: number, length: number, opcode: number): RecordCursor {
  const prefix = prefixAt(source, offset);
  if (prefix.opcode !== opcode || prefix.length !== length - RECORD_PREFIX)
    throw new RangeError('an index leads to the wrong place');
  return new RecordCursor(source.read(offset + RECORD_PREFIX, prefix.length));
}

function addSchema(layout: Layout, content: RecordCursor): void {
  const schema = { id: content.u16(), name: content.text(), encoding: content.text(), definition: content.text() };
  layout.schemas.set(schema.id, schema);
}

function addChannel(layout: Layout, content: RecordCursor): void {
  const id = content.u16();
  layout.channels.set(id, {
    id,
    schemaId: content.u16(),
    topic: content.text(),
    messageEncoding: content.text(),
    metadata: content.textMap(),
  });
}

function addMetadata(layout: Layout, content: RecordCursor): void {
  const name = content.text();
  layout.metadata.set(name, content.textMap());
}

/** Content begins after two times, name, media type and its length. */
function addAttachment(layout: Layout, content: RecordCursor, contentAt: number): void {
  content.u64();
  content.u64();
  const name = content.text();
  content.text();
  const length = content.u64();
  const offset = contentAt + content.offset;
  content.raw(length);
  layout.attachments.set(name, { offset, length });
}

function addIndexedAttachment(layout: Layout, source: ByteSource, offset: number, length: number): void {
  addAttachment(layout, recordAt(source, offset, length, OPCODE.attachment), offset + RECORD_PREFIX);
}

function messageTime(layout: Layout, content: Uint8Array): number {
  const cursor = new RecordCursor(content);
  const channelId = cursor.u16();
  if (!layout.channels.has(channelId)) throw new RangeError(`a message of the unknown channel ${channelId}`);
  cursor.u32();
  const timeNs = cursor.u64();
  cursor.u64();
  return timeNs;
}

/** Times, sizes and checksum, with any name of a compression that makes sense. */
const LONGEST_CHUNK_HEADER = 40 + 64;

function chunkSegment(content: RecordCursor, contentAt: number): Segment {
  const segment = chunkHeader(content, contentAt);
  content.raw(segment.length);
  return segment;
}

function chunkHeader(content: RecordCursor, contentAt: number): Segment {
  const startNs = content.u64();
  const endNs = content.u64();
  const uncompressedSize = content.u64();
  const crc = content.u32();
  const compression = content.text();
  const length = content.u64();
  const offset = contentAt + content.offset;
  return { offset, length, compression, uncompressedSize, crc, startNs, endNs };
}

/** The segment an index entry points at, without reading the chunk itself. */
function chunkIndexSegment(source: ByteSource, index: RecordCursor): Segment {
  const startNs = index.u64();
  const endNs = index.u64();
  const chunkAt = index.u64();
  const chunkLength = index.u64();
  const offsets = index.block();
  index.u64();
  const channelIds = new Set<number>();
  while (offsets.offset < offsets.end) {
    channelIds.add(offsets.u16());
    offsets.u64();
  }
  const prefix = prefixAt(source, chunkAt);
  if (prefix.opcode !== OPCODE.chunk || prefix.length !== chunkLength - RECORD_PREFIX)
    throw new RangeError('an index leads to the wrong place');
  const header = new RecordCursor(source.read(chunkAt + RECORD_PREFIX, Math.min(prefix.length, LONGEST_CHUNK_HEADER)));
  const { offset, length, compression, uncompressedSize, crc } = chunkHeader(header, chunkAt + RECORD_PREFIX);
  if (offset + length > chunkAt + chunkLength) throw new RangeError('a chunk is longer than its record');
  // a writer may leave message indexes out
  const known = channelIds.size > 0 ? { channelIds } : {};
  return { offset, length, compression, uncompressedSize, crc, startNs, endNs, ...known };
}
