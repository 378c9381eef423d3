/**
 * Decompresses LZ4 frames, as MCAP chunks hold them.
 *
 *   frame     = magic 0x184D2204, descriptor, (size u32, block, [checksum u32])*, 0 u32, [checksum u32]
 *   block     = (token, [more literal length], literals, distance u16, [more match length])*
 *   token     = literal length in the upper four bits, match length − 4 in the lower four; 15: more bytes follow, up to one < 255
 *
 * Checksums are not looked at: MCAP has its own. No dictionaries, and no frames of the old format.
 * Reference: github.com/lz4/lz4, doc/lz4_Frame_format.md and doc/lz4_Block_format.md.
 * Checked against: frames of the lz4 program.
 */
const MAGIC = 0x184d2204;
const SKIPPABLE = 0x184d2a50;
const SHORTEST_MATCH = 4;

/** All frames in the bytes, one after the other; a RangeError for anything that is not `size` bytes in the end. */
export function decompressLz4(bytes: Uint8Array, size: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const output = new Uint8Array(size);
  let from = 0;
  let to = 0;
  while (from < bytes.length) {
    const magic = view.getUint32(from, true);
    if ((magic & 0xfffffff0) >>> 0 === SKIPPABLE) {
      from += 8 + view.getUint32(from + 4, true);
      continue;
    }
    if (magic !== MAGIC) throw new RangeError('there is no LZ4 frame');
    const flags = view.getUint8(from + 4);
    if (flags >> 6 !== 1) throw new RangeError('a version of LZ4 that is not known');
    if ((flags & 0x01) !== 0) throw new RangeError('LZ4 with a dictionary');
    const [hasBlockChecksum, hasSize, hasChecksum] = [(flags & 0x10) !== 0, (flags & 0x08) !== 0, (flags & 0x04) !== 0];
    from += 4 + 2 + (hasSize ? 8 : 0) + 1;
    for (;;) {
      const header = view.getUint32(from, true);
      const end = from + 4 + (header & 0x7fffffff);
      if (header === 0) break;
      if (end > bytes.length) throw new RangeError('the LZ4 frame is cut');
      to =
        header >>> 31 === 1
          ? copyPlain(bytes, from + 4, end, output, to)
          : decompressBlock(bytes, from + 4, end, output, to);
      from = end + (hasBlockChecksum ? 4 : 0);
    }
    from += 4 + (hasChecksum ? 4 : 0);
  }
  if (to !== size) throw new RangeError(`${to} bytes where ${size} were announced`);
  return output;
}

function copyPlain(bytes: Uint8Array, from: number, end: number, output: Uint8Array, to: number): number {
  output.set(bytes.subarray(from, end), to);
  return to + end - from;
}

function decompressBlock(bytes: Uint8Array, start: number, end: number, output: Uint8Array, begin: number): number {
  let from = start;
  let to = begin;
  // a length of 15 goes on in further bytes
  const lengthFrom = (nibble: number): number => {
    let length = nibble;
    if (nibble === 15) {
      for (let more = 255; more === 255; length += more) {
        if (from >= end) throw new RangeError('an LZ4 block is cut');
        more = bytes[from++];
      }
    }
    return length;
  };
  while (from < end) {
    const token = bytes[from++];
    const literals = lengthFrom(token >> 4);
    if (from + literals > end || to + literals > output.length)
      throw new RangeError('an LZ4 block is longer than it may be');
    for (let i = 0; i < literals; i++) output[to++] = bytes[from++];
    // the last sequence has literals only
    if (from === end) return to;
    const distance = bytes[from] | (bytes[from + 1] << 8);
    from += 2;
    const length = lengthFrom(token & 15) + SHORTEST_MATCH;
    if (distance === 0 || distance > to || to + length > output.length)
      throw new RangeError('an LZ4 block refers to what is not there');
    // byte by byte: a match may overlap itself
    for (let i = 0; i < length; i++, to++) output[to] = output[to - distance];
  }
  throw new RangeError('an LZ4 block ends too early');
}
