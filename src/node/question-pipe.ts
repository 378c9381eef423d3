/** Inside a sandbox process: questions as they come, and the way back. One read and one write for each, in memory that is used again. */
import { readSync, writeSync } from 'node:fs';

/** The descriptor of the socket; frames on it are preceded by their length as a little-endian u32. */
const SOCKET = 3;
const LENGTH_BYTES = 4;

export class QuestionPipe {
  private bytes = Buffer.alloc(1 << 16);
  private from = 0;
  private to = 0;

  /** Blocks until there is one; undefined when there will be none. It holds until the next call. */
  next(): Uint8Array | undefined {
    if (!this.has(LENGTH_BYTES)) return undefined;
    const length = this.bytes.readUInt32LE(this.from);
    if (!this.has(LENGTH_BYTES + length)) return undefined;
    const start = this.from + LENGTH_BYTES;
    this.from = start + length;
    return this.bytes.subarray(start, this.from);
  }

  answer(answer: Uint8Array): void {
    const bytes = Buffer.allocUnsafe(LENGTH_BYTES + answer.length);
    bytes.writeUInt32LE(answer.length);
    bytes.set(answer, LENGTH_BYTES);
    for (let written = 0; written < bytes.length; ) written += retrying(() => writeSync(SOCKET, bytes, written));
  }

  /** Reads on until so many bytes are there. */
  private has(count: number): boolean {
    if (this.from + count > this.bytes.length) this.makeRoom(count);
    while (this.to - this.from < count) {
      const read = retrying(() => readSync(SOCKET, this.bytes, this.to, this.bytes.length - this.to, null));
      if (read === 0) return false;
      this.to += read;
    }
    return true;
  }

  private makeRoom(count: number): void {
    const room = count > this.bytes.length ? Buffer.alloc(2 * count) : this.bytes;
    this.bytes.copy(room, 0, this.from, this.to);
    this.bytes = room;
    this.to -= this.from;
    this.from = 0;
  }
}

/** Where a pipe does not block, a moment later. */
function retrying(call: () => number): number {
  for (;;) {
    try {
      return call();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
