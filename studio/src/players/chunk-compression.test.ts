import { describe, expect, it } from 'vitest';
import { checkCompression, chunkDecompression } from './chunk-compression.ts';

/** Twelve times "skidpad ", as the programs zstd and lz4 compress it. */
const CONTENT = new TextEncoder().encode('skidpad '.repeat(12));
const from64 = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));
const ZSTD = from64('KLUv/SRgfQAAQHNraWRwYWQgAQC1qXABiAFg1g==');
const LZ4 = from64('BCJNGGRApxIAAACPc2tpZHBhZCAIAEBQZHBhZCAAAAAApHjnkA==');

describe('chunks of recordings in the page', () => {
  it('are decompressed by the name that they say, also where there is no WebAssembly to be fetched', async () => {
    const decompress = await chunkDecompression('run.mcap');
    expect([...decompress('zstd', ZSTD, CONTENT.length)]).toEqual([...CONTENT]);
    expect([...decompress('lz4', LZ4, CONTENT.length)]).toEqual([...CONTENT]);
  });

  it('of another compression are refused in a sentence', async () => {
    const sentence =
      'run.mcap: is compressed with brotli, which cannot be read here; mcap decompress makes one that can';
    expect(() => checkCompression('run.mcap', 'brotli')).toThrow(sentence);
    const decompress = await chunkDecompression('run.mcap');
    expect(() => decompress('brotli', ZSTD, 1)).toThrow(sentence);
    for (const name of ['', 'lz4', 'zstd']) expect(() => checkCompression('run.mcap', name)).not.toThrow();
  });
});
