/** What the chunks of recordings are compressed with. Zstandard is WebAssembly where it can be had, which is ten times as fast as JavaScript. */
import wasmAddress from '@foxglove/wasm-zstd/dist/wasm-zstd.wasm?url';
import { InputError } from '../../../src/core/input-error.ts';
import { usualDecompression } from '../../../src/record/mcap/chunk-decompression.ts';
import type { Decompress } from '../../../src/record/mcap/layout.ts';
import { Zstd } from '../../../src/record/mcap/zstd.ts';

/** By the name that a chunk says; an InputError for one that is not known. */
export async function chunkDecompression(title: string): Promise<Decompress> {
  const { lz4, zstd } = { ...usualDecompression, ...(await fastZstd()) };
  return (name, bytes, size) => {
    checkCompression(title, name);
    return name === 'lz4' ? lz4(bytes, size) : zstd(bytes, size);
  };
}

/** Nothing where it cannot be had. */
async function fastZstd(): Promise<Pick<typeof usualDecompression, 'zstd'> | undefined> {
  try {
    const answer = await fetch(new URL(wasmAddress, import.meta.url));
    const fast = new Zstd(await WebAssembly.compile(await answer.arrayBuffer()));
    return { zstd: (bytes, size) => fast.decompress(bytes, size) };
  } catch {
    return undefined;
  }
}

export function checkCompression(title: string, name: string): void {
  if (name === '' || name === 'lz4' || name === 'zstd') return;
  throw new InputError(
    title,
    `is compressed with ${name}, which cannot be read here; mcap decompress makes one that can`,
  );
}
