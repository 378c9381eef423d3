/**
 * A closed chunk with the indexes behind it, as it goes into a file: compressed where that pays. Indexes hold times, and places among
 * the uncompressed records, so they are the same either way.
 */
import { CHUNK_PREFIX, OPCODE, RECORD_PREFIX } from './format.ts';
import { GrowingBytes } from './growing-bytes.ts';

/** How the records of a chunk lie in the file. */
export interface StoredChunk {
  readonly compression: string;
  readonly storedSize: number;
}

export interface PackedChunk extends StoredChunk {
  /** What is written, one after the other. */
  readonly parts: readonly Uint8Array[];
}

const COMPRESSION = 'zstd';
const COMPRESSED_PREFIX = CHUNK_PREFIX + COMPRESSION.length;
/** What may be left of a chunk at most, as a share: less gain is not worth a reader's time. */
const WORTHWHILE = 0.9;

/** Of a chunk record that is not compressed, with whatever follows it. */
export const asTheyAre = (chunk: Uint8Array): StoredChunk => ({
  compression: '',
  storedSize: recordEnd(chunk) - CHUNK_PREFIX,
});

/** `chunk` is a chunk record that is not compressed, with its indexes. */
export function packChunk(chunk: Uint8Array, compress: (records: Uint8Array) => Uint8Array): PackedChunk {
  const end = recordEnd(chunk);
  const records = chunk.subarray(CHUNK_PREFIX, end);
  const stored = compress(records);
  if (stored.length > WORTHWHILE * records.length) return { ...asTheyAre(chunk), parts: [chunk] };
  const head = new GrowingBytes(COMPRESSED_PREFIX);
  head.u8(OPCODE.chunk);
  head.u64(COMPRESSED_PREFIX - RECORD_PREFIX + stored.length);
  // times, uncompressed size and checksum stay
  head.raw(chunk.subarray(RECORD_PREFIX, RECORD_PREFIX + 8 + 8 + 8 + 4));
  head.text(COMPRESSION);
  head.u64(stored.length);
  const parts = [head.written(), stored, chunk.subarray(end)];
  return { parts, compression: COMPRESSION, storedSize: stored.length };
}

const recordEnd = ({ buffer, byteOffset, byteLength }: Uint8Array): number =>
  RECORD_PREFIX + new DataView(buffer, byteOffset, byteLength).getUint32(1, true);
