/** What the chunks of somebody else's recordings are compressed with; ours are not. */
import { InputError } from '../../../src/core/input-error.ts';
import type { Decompress } from '../../../src/record/mcap/layout.ts';
import { decompressLz4 } from './lz4-frame.ts';
import type { DecompressZstd } from './zstd.ts';

/** A chunk asks for Zstandard, which is a module of its own and not loaded yet. */
export class ZstdNeeded extends Error {}

export class ChunkDecompression {
  private zstd: DecompressZstd | undefined;

  constructor(
    private readonly title: string,
    private readonly loadZstd: () => Promise<DecompressZstd>,
  ) {}

  /** Loads what these compressions need; an InputError for those that nobody knows. */
  async prepare(names: Iterable<string>): Promise<void> {
    for (const name of names) {
      if (name === 'zstd') this.zstd ??= await this.loadZstd();
      else if (name !== '' && name !== 'lz4') throw this.unknown(name);
    }
  }

  readonly run: Decompress = (name, bytes, size) => {
    if (name === 'lz4') return decompressLz4(bytes, size);
    if (name !== 'zstd') throw this.unknown(name);
    if (this.zstd === undefined) throw new ZstdNeeded();
    return this.zstd(bytes, size);
  };

  private unknown(name: string): InputError {
    return new InputError(
      this.title,
      `is compressed with ${name}, which cannot be read here; mcap decompress makes one that can`,
    );
  }
}
