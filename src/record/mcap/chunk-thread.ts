/**
 * The loop's end of the thread that compresses chunks and writes them (Node). Chunks are filled in shared memory, which both ends keep.
 * A few may be on their way; for more the loop waits, so that memory is bounded when compressor or disk are slower than the run.
 * Answers are fetched, not delivered: a loop that never lets its thread go hears of them all the same.
 */
import type { MessagePort } from 'node:worker_threads';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { ChunkThreadData, Piece, PieceAnswer } from './chunk-pieces.ts';
import { STATE } from './chunk-pieces.ts';
import type { StoredChunk } from './packed-chunk.ts';

/** Pieces that may be on their way; one more buffer is being filled. */
const MOST_UNDER_WAY = 4;
/** Without a single answer for so long, the thread is given up [ms]. */
const PATIENCE_MS = 120_000;

interface Slot {
  bytes: Uint8Array<SharedArrayBuffer>;
  /** Whether the thread has this buffer. */
  isKnown: boolean;
}

export class ChunkThread {
  /** What became of the chunks so far, in order. */
  readonly stored: StoredChunk[] = [];
  /** Why nothing more can be written. */
  failure: PieceAnswer['failure'];
  private readonly worker: Worker;
  private readonly port: MessagePort;
  private readonly state = new Int32Array(new SharedArrayBuffer(8));
  private readonly slots: readonly Slot[];
  private readonly free: number[];
  /** The slot that the loop is filling. */
  private filling: number | undefined;
  private given = 0;
  private answered = 0;

  /** It writes to an open file. */
  constructor(descriptor: number, url = new URL('./chunk-thread-main.js', import.meta.url)) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    const workerData: ChunkThreadData = { descriptor, port: port2, state: this.state };
    this.worker = new Worker(url, { workerData, transferList: [port2], name: 'recording' });
    // one that cannot start is never ready
    this.worker.on('error', () => {});
    this.worker.unref();
    this.port.unref();
    this.slots = Array.from({ length: MOST_UNDER_WAY + 1 }, () => ({ bytes: sharedBytes(0), isKnown: false }));
    this.free = this.slots.map((_, i) => i);
  }

  get isReady(): boolean {
    return Atomics.load(this.state, STATE.ready) === 1;
  }

  /** Pieces that it was given and has not been heard to have written. */
  get underWay(): number {
    return this.given - this.answered;
  }

  /** Writes bytes as they are. */
  write(bytes: Uint8Array, position?: number): void {
    this.waitFor(MOST_UNDER_WAY - 1);
    if (this.failure === undefined)
      this.send({ slot: this.copied(bytes), length: bytes.length, isChunk: false, position });
  }

  /** Writes a chunk with its indexes, the first `length` bytes, and gives an array of at least the same size to go on in. */
  exchange(bytes: Uint8Array, length: number, position?: number): Uint8Array {
    this.waitFor(MOST_UNDER_WAY - 1);
    if (this.failure !== undefined) return bytes;
    const slot = this.takeFilled(bytes) ?? this.copied(bytes.subarray(0, length));
    this.send({ slot, length, isChunk: true, position });
    this.filling = this.freeSlot(bytes.length);
    return this.slots[this.filling].bytes;
  }

  /** Returns when everything so far is in the file, or cannot be. */
  settle(): void {
    this.waitFor(0);
  }

  async end(): Promise<void> {
    this.port.close();
    await this.worker.terminate();
  }

  /** The slot that was filled; undefined when the loop needed more room and went on elsewhere. */
  private takeFilled(bytes: Uint8Array): number | undefined {
    const { filling } = this;
    this.filling = undefined;
    if (filling === undefined || this.slots[filling].bytes === bytes) return filling;
    this.free.push(filling);
    return undefined;
  }

  private copied(bytes: Uint8Array): number {
    const slot = this.freeSlot(bytes.length);
    this.slots[slot].bytes.set(bytes);
    return slot;
  }

  private freeSlot(size: number): number {
    const index = this.free.pop()!;
    if (this.slots[index].bytes.length < size)
      Object.assign(this.slots[index], { bytes: sharedBytes(size), isKnown: false });
    return index;
  }

  private send(piece: Piece): void {
    const slot = this.slots[piece.slot];
    this.port.postMessage(slot.isKnown ? piece : { ...piece, buffer: slot.bytes.buffer });
    slot.isKnown = true;
    this.given++;
  }

  /** Until at most so many pieces are on their way. */
  private waitFor(underWay: number): void {
    while (this.failure === undefined) {
      const answered = Atomics.load(this.state, STATE.answered);
      while (this.answered < answered) this.hear(receiveMessageOnPort(this.port)!.message as PieceAnswer);
      if (this.underWay <= underWay) return;
      if (Atomics.wait(this.state, STATE.answered, answered, PATIENCE_MS) === 'timed-out')
        this.failure = { code: undefined, message: 'the thread that writes it does not answer' };
    }
  }

  private hear({ slot, stored, failure }: PieceAnswer): void {
    this.answered++;
    this.free.push(slot);
    if (stored !== undefined) this.stored.push(stored);
    this.failure ??= failure;
  }
}

const sharedBytes = (size: number): Uint8Array<SharedArrayBuffer> => new Uint8Array(new SharedArrayBuffer(size));
