/**
 * A file whose chunks are compressed and written by a thread of their own (Node). The thread is started once a recording is large
 * enough to be worth it, and has the file from when it is ready; until then, and where it cannot start, chunks are written as they are.
 */
import { ChunkThread } from './chunk-thread.ts';
import { FileSink, writeFailure } from './file-sink.ts';
import type { StoredChunk } from './packed-chunk.ts';
import { asTheyAre } from './packed-chunk.ts';
import type { ByteSink } from './writer.ts';

/** Bytes that are not worth a thread. */
const SMALL = 1 << 20;

export class CompressingSink implements ByteSink {
  private readonly file: FileSink;
  private thread: ChunkThread | undefined;
  /** Whether the thread has the file. */
  private isHandedOver = false;
  /** Chunks from before. */
  private readonly plain: StoredChunk[] = [];
  private ended = false;

  constructor(
    readonly path: string,
    private readonly threadUrl?: URL,
  ) {
    this.file = new FileSink(path);
  }

  /** Whether the thread has the file, or takes it with the next piece. */
  get isCompressing(): boolean {
    return this.thread?.isReady === true;
  }

  write(bytes: Uint8Array): void {
    const thread = this.readyThread();
    if (thread === undefined) return this.file.write(bytes);
    thread.write(bytes, this.handOver());
    this.requireWritten();
  }

  exchange(bytes: Uint8Array, length: number): Uint8Array {
    const thread = this.readyThread();
    if (thread === undefined) {
      this.plain.push(asTheyAre(bytes));
      return this.file.exchange(bytes, length);
    }
    const next = thread.exchange(bytes, length, this.handOver());
    this.requireWritten();
    return next;
  }

  /** Waits until everything so far is in the file. */
  storedChunks(): readonly StoredChunk[] {
    this.settle();
    return [...this.plain, ...(this.thread?.stored ?? [])];
  }

  /** Everything so far is in the file when this returns. */
  flush(): void {
    this.file.flush();
    this.settle();
  }

  /** Ends the file, and says when everything is in it. Rejects when anything could not be written. */
  async closed(): Promise<void> {
    this.ended = true;
    try {
      this.settle();
    } finally {
      await this.thread?.end();
      await this.file.closed();
    }
  }

  /** Ends the file without waiting for anything but the disk. */
  finishNow(): void {
    this.ended = true;
    try {
      this.settle();
    } finally {
      void this.thread?.end();
      this.file.finishNow();
    }
  }

  private readyThread(): ChunkThread | undefined {
    if (this.ended) throw new Error(`${this.path}: the file is closed; nothing can be written to it`);
    if (this.file.length >= SMALL) this.thread ??= new ChunkThread(this.file.descriptor, this.threadUrl);
    return this.isCompressing ? this.thread : undefined;
  }

  /** Where the thread goes on from, which it is told once. */
  private handOver(): number | undefined {
    const position = this.isHandedOver ? undefined : this.file.length;
    this.isHandedOver = true;
    return position;
  }

  private settle(): void {
    this.thread?.settle();
    this.requireWritten();
  }

  private requireWritten(): void {
    if (this.thread?.failure !== undefined) throw writeFailure(this.path, this.thread.failure);
  }
}
