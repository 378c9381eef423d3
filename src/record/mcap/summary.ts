/** The records that describe an MCAP file: schemas, channels, and the summary that lets a reader seek. */
import type { MessageType } from '../../msgs/message-type.ts';
import { crc32 } from '../../math/crc32.ts';
import type { GrowingBytes } from './growing-bytes.ts';
import type { StoredChunk } from './packed-chunk.ts';
import { FOOTER_SIZE, OPCODE, RECORD_PREFIX } from './format.ts';

export interface SchemaEntry {
  readonly id: number;
  readonly type: MessageType;
}

export interface ChannelEntry {
  readonly id: number;
  readonly schemaId: number;
  readonly topic: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly messageCount: number;
}

export interface ChunkEntry extends StoredChunk {
  readonly startNs: number;
  readonly endNs: number;
  readonly offset: number;
  readonly length: number;
  readonly recordsLength: number;
  readonly indexLength: number;
  /** Channel, and file offset of its message index. */
  readonly indexOffsets: readonly (readonly [channel: number, offset: number])[];
}

export interface AttachmentEntry {
  readonly name: string;
  readonly mediaType: string;
  readonly dataSize: number;
  readonly offset: number;
  readonly length: number;
}

export interface MetadataEntry {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
}

export interface Summary {
  readonly schemas: readonly SchemaEntry[];
  readonly channels: readonly ChannelEntry[];
  readonly chunks: readonly ChunkEntry[];
  readonly attachments: readonly AttachmentEntry[];
  readonly metadata: readonly MetadataEntry[];
}

export function writeSchema(out: GrowingBytes, schema: SchemaEntry): void {
  out.record(OPCODE.schema, () => {
    out.u16(schema.id);
    out.text(schema.type.name);
    out.text('ros2msg');
    out.text(schema.type.definition);
  });
}

export function writeChannel(out: GrowingBytes, channel: ChannelEntry): void {
  out.record(OPCODE.channel, () => {
    out.u16(channel.id);
    out.u16(channel.schemaId);
    out.text(channel.topic);
    out.text('cdr');
    out.textMap(channel.metadata);
  });
}

/** Writes summary, summary offsets and footer into `out`, whose first byte will be at `base` in the file. */
export function writeSummary(out: GrowingBytes, base: number, summary: Summary): void {
  const summaryAt = out.length;
  const groups: [opcode: number, start: number, length: number][] = [];
  const group = <T>(opcode: number, entries: readonly T[], write: (out: GrowingBytes, entry: T) => void) => {
    const start = out.length;
    for (const entry of entries) write(out, entry);
    if (out.length > start) groups.push([opcode, base + start, out.length - start]);
  };
  group(OPCODE.schema, summary.schemas, writeSchema);
  group(OPCODE.channel, summary.channels, writeChannel);
  group(OPCODE.statistics, [summary], writeStatistics);
  group(OPCODE.chunkIndex, summary.chunks, writeChunkIndex);
  group(OPCODE.attachmentIndex, summary.attachments, writeAttachmentIndex);
  group(OPCODE.metadataIndex, summary.metadata, writeMetadataIndex);

  const offsetsAt = out.length;
  for (const [opcode, start, length] of groups) {
    out.record(OPCODE.summaryOffset, () => {
      out.u8(opcode);
      out.u64(start);
      out.u64(length);
    });
  }

  // the checksum covers everything from the first summary record to itself
  out.u8(OPCODE.footer);
  out.u64(FOOTER_SIZE - RECORD_PREFIX);
  out.u64(base + summaryAt);
  out.u64(base + offsetsAt);
  out.u32(crc32(out.bytes.subarray(summaryAt, out.length)));
}

function writeStatistics(out: GrowingBytes, summary: Summary): void {
  const used = summary.channels.filter((channel) => channel.messageCount > 0);
  const withMessages = summary.chunks.filter((chunk) => chunk.indexOffsets.length > 0);
  const startNs = withMessages.reduce((first, chunk) => Math.min(first, chunk.startNs), Infinity);
  out.record(OPCODE.statistics, () => {
    out.u64(used.reduce((sum, channel) => sum + channel.messageCount, 0));
    out.u16(summary.schemas.length);
    out.u32(summary.channels.length);
    out.u32(summary.attachments.length);
    out.u32(summary.metadata.length);
    out.u32(summary.chunks.length);
    out.u64(startNs === Infinity ? 0 : startNs);
    out.u64(withMessages.reduce((last, chunk) => Math.max(last, chunk.endNs), 0));
    out.u32(used.length * 10);
    for (const channel of used) {
      out.u16(channel.id);
      out.u64(channel.messageCount);
    }
  });
}

function writeChunkIndex(out: GrowingBytes, chunk: ChunkEntry): void {
  out.record(OPCODE.chunkIndex, () => {
    out.u64(chunk.startNs);
    out.u64(chunk.endNs);
    out.u64(chunk.offset);
    out.u64(chunk.length);
    out.u32(chunk.indexOffsets.length * 10);
    for (const [channel, offset] of chunk.indexOffsets) {
      out.u16(channel);
      out.u64(offset);
    }
    out.u64(chunk.indexLength);
    out.text(chunk.compression);
    out.u64(chunk.storedSize);
    out.u64(chunk.recordsLength);
  });
}

function writeAttachmentIndex(out: GrowingBytes, attachment: AttachmentEntry): void {
  out.record(OPCODE.attachmentIndex, () => {
    out.u64(attachment.offset);
    out.u64(attachment.length);
    out.u64(0);
    out.u64(0);
    out.u64(attachment.dataSize);
    out.text(attachment.name);
    out.text(attachment.mediaType);
  });
}

function writeMetadataIndex(out: GrowingBytes, metadata: MetadataEntry): void {
  out.record(OPCODE.metadataIndex, () => {
    out.u64(metadata.offset);
    out.u64(metadata.length);
    out.text(metadata.name);
  });
}
