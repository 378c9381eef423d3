/** How the chunks of recordings are decompressed where nothing faster is at hand: in plain JavaScript, at once. */
import { Decompress as ZstdStream } from 'fzstd';
import { decompressLz4 } from './lz4-frame.ts';

/** By the name that a chunk says. A RangeError for what is damaged. */
export const usualDecompression = { lz4: decompressLz4, zstd: decompressZstd } as const;

/** Chunks are a few megabytes; a larger size is a damaged one. */
const LARGEST = 1 << 29;

/** Block by block, so that what is longer or shorter than it says is found; a RangeError for what is damaged. */
export function decompressZstd(bytes: Uint8Array, size: number): Uint8Array {
  if (size > LARGEST) throw new RangeError(`a chunk of ${size} bytes`);
  const content = new Uint8Array(size);
  let length = 0;
  const stream = new ZstdStream((block) => {
    if (length + block.length <= size) content.set(block, length);
    length += block.length;
    if (length > size) throw new RangeError(`more than ${size} bytes`);
  });
  try {
    stream.push(bytes, true);
  } catch (error) {
    throw new RangeError(`these are not Zstandard data: ${(error as Error).message}`);
  }
  if (length !== size) throw new RangeError(`Zstandard data of ${length} bytes in place of ${size}`);
  return content;
}
