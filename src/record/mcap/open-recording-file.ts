/** Opens a recording on disk, reading only what is asked for. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { InputError } from '../../core/input-error.ts';
import { usualDecompression } from './chunk-decompression.ts';
import type { ByteSource } from './layout.ts';
import type { ReadOptions, Recording } from './recording-reader.ts';
import { openRecording } from './recording-reader.ts';
import { installedZstd } from './zstd-file.ts';

/** Small reads are served from a stretch of this many bytes. */
const READ_AHEAD = 1 << 16;
/** No record, chunk or kept file is longer [bytes]. */
const LONGEST_READ = 1 << 28;

const decompress: ReadOptions['decompress'] = {
  ...usualDecompression,
  zstd: (bytes, size) => installedZstd().decompress(bytes, size),
};

/** The file stays open until the process ends or `close` is called. */
export function openRecordingFile(path: string, options: ReadOptions = {}): Recording & { close(): void } {
  const source = new FileSource(path);
  try {
    return Object.assign(openRecording(source, { name: path, decompress, ...options }), {
      close: () => source.close(),
    });
  } catch (error) {
    source.close();
    throw error;
  }
}

class FileSource implements ByteSource {
  readonly size: number;
  private readonly descriptor: number;
  /** The number of a closed file may be that of another one by now. */
  private isOpen = true;
  private ahead = new Uint8Array(0);
  private aheadAt = 0;

  constructor(private readonly path: string) {
    try {
      // a pipe is not waited for
      this.descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    } catch (error) {
      throw readFailure(path, error);
    }
    const stat = fstatSync(this.descriptor);
    if (!stat.isFile()) {
      this.close();
      throw new InputError(path, 'is not a file');
    }
    this.size = stat.size;
  }

  read(offset: number, length: number): Uint8Array {
    if (offset + length > this.size) throw new RangeError('the file ends before that');
    if (length > LONGEST_READ) throw new RangeError(`a part of ${length} bytes is too long`);
    if (length > READ_AHEAD) return this.load(offset, length);
    if (offset < this.aheadAt || offset + length > this.aheadAt + this.ahead.length) {
      this.ahead = this.load(offset, Math.min(READ_AHEAD, this.size - offset));
      this.aheadAt = offset;
    }
    return this.ahead.subarray(offset - this.aheadAt, offset - this.aheadAt + length);
  }

  close(): void {
    if (this.isOpen) closeSync(this.descriptor);
    this.isOpen = false;
  }

  private load(offset: number, length: number): Uint8Array<ArrayBuffer> {
    if (!this.isOpen) throw new InputError(this.path, 'cannot be read: it has been closed');
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length; ) {
      const count = this.loadPart(bytes, done, offset + done);
      if (count === 0) throw new RangeError('the file became shorter while it was read');
      done += count;
    }
    return bytes;
  }

  private loadPart(bytes: Uint8Array, done: number, position: number): number {
    try {
      return readSync(this.descriptor, bytes, done, bytes.length - done, position);
    } catch (error) {
      throw readFailure(this.path, error);
    }
  }
}

function readFailure(path: string, error: unknown): InputError {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason =
    code === 'ENOENT'
      ? 'there is no such file'
      : code === 'EACCES'
        ? 'there is no permission to read it'
        : `cannot be read: ${message}`;
  return new InputError(path, reason);
}
