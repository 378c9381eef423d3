/**
 * A file that takes bytes from a running loop without making it wait: each write goes to the thread pool with its
 * place in the file, so several can be under way, and the writer goes on in another buffer. When all buffers are
 * busy, the write happens at once. On a busy machine the pool may get its turn late: `flush` does not wait for it.
 */
import { close, closeSync, openSync, write, writeSync } from 'node:fs';
import { InputError } from '../../core/input-error.ts';
import type { ByteSink } from './writer.ts';

const BUFFER_COUNT = 4;

interface Buffer {
  bytes: Uint8Array;
  length: number;
  /** Place in the file. */
  position: number;
  /** How many bytes are written; a write may stop halfway. */
  done: number;
  busy: boolean;
}

export class FileSink implements ByteSink {
  readonly descriptor: number;
  private readonly buffers: Buffer[];
  private given = 0;
  private failure: InputError | undefined;
  private ended = false;
  private released = false;
  private readonly waiting: (() => void)[] = [];

  constructor(readonly path: string) {
    try {
      this.descriptor = openSync(path, 'w');
    } catch (error) {
      throw writeFailure(path, error);
    }
    this.buffers = Array.from({ length: BUFFER_COUNT }, () => ({
      bytes: new Uint8Array(0),
      length: 0,
      position: 0,
      done: 0,
      busy: false,
    }));
  }

  /** Bytes that it was given so far: the place of the next. */
  get length(): number {
    return this.given;
  }

  write(bytes: Uint8Array): void {
    this.exchange(bytes.slice(), bytes.length);
  }

  exchange(bytes: Uint8Array, length: number): Uint8Array {
    if (this.failure !== undefined) throw this.failure;
    if (this.ended) throw new Error(`${this.path}: the file is closed; nothing can be written to it`);
    const position = this.given;
    this.given += length;
    const buffer = this.buffers.find((candidate) => !candidate.busy);
    if (buffer === undefined) {
      this.writeNow(bytes.subarray(0, length), position);
      return bytes;
    }
    const spare = buffer.bytes.length >= bytes.length ? buffer.bytes : new Uint8Array(bytes.length);
    Object.assign(buffer, { bytes, length, position, done: 0, busy: true });
    this.send(buffer);
    return spare;
  }

  /** Everything so far is in the file when this returns: writes again, in its place, what may still be under way. */
  flush(): void {
    for (const { busy, bytes, length, position } of this.buffers)
      if (busy) this.writeNow(bytes.subarray(0, length), position);
    if (this.failure !== undefined) throw this.failure;
  }

  /** Ends the file, and says when everything is in it. Rejects when anything could not be written. */
  async closed(): Promise<void> {
    this.ended = true;
    if (this.isBusy()) await new Promise<void>((resolve) => this.waiting.push(resolve));
    await this.release();
    if (this.failure !== undefined) throw this.failure;
  }

  /** Ends the file without waiting for the thread pool. */
  finishNow(): void {
    this.ended = true;
    try {
      this.flush();
    } finally {
      // a descriptor in use by the pool must not be closed: it could be another file by then
      if (!this.isBusy() && !this.released) {
        this.released = true;
        closeSync(this.descriptor);
      }
    }
  }

  private send(buffer: Buffer): void {
    const { bytes, length, done, position } = buffer;
    write(this.descriptor, bytes, done, length - done, position + done, (error, count) => {
      if (error !== null) this.failure ??= writeFailure(this.path, error);
      else if (done + count < length) {
        buffer.done += count;
        return this.send(buffer);
      }
      buffer.busy = false;
      if (this.ended && !this.isBusy()) {
        for (const resolve of this.waiting.splice(0)) resolve();
        void this.release();
      }
    });
  }

  private writeNow(bytes: Uint8Array, position: number): void {
    try {
      for (let done = 0; done < bytes.length; )
        done += writeSync(this.descriptor, bytes, done, bytes.length - done, position + done);
    } catch (error) {
      this.failure ??= writeFailure(this.path, error);
      throw this.failure;
    }
  }

  private isBusy(): boolean {
    return this.buffers.some((buffer) => buffer.busy);
  }

  private async release(): Promise<void> {
    if (this.released) return;
    this.released = true;
    await new Promise<void>((resolve) => {
      close(this.descriptor, (error) => {
        if (error !== null && error !== undefined) this.failure ??= writeFailure(this.path, error);
        resolve();
      });
    });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'there is no permission to write here',
  EPERM: 'there is no permission to write here',
  EROFS: 'the file system is read-only',
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'a folder is in the way',
  EMFILE: 'no file handle is left for this process',
  ENFILE: 'no file handle is left on this machine',
  EFBIG: 'the file is larger than the file system allows',
};

/** One sentence for a failed write. */
export function writeFailure(path: string, error: unknown): InputError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new InputError(path, `cannot be written: ${REASONS[code ?? ''] ?? message}`);
}
