/** What the loop and the thread that writes its recording tell each other. */
import type { MessagePort } from 'node:worker_threads';
import type { StoredChunk } from './packed-chunk.ts';

/** A piece of the file, in shared memory: a chunk, or bytes that go into it as they are. */
export interface Piece {
  /** Which of the shared buffers it is in, and that buffer when it is a new one. */
  readonly slot: number;
  readonly buffer?: SharedArrayBuffer;
  readonly length: number;
  readonly isChunk: boolean;
  /** Its place in the file; absent: behind the piece before. */
  readonly position?: number;
}

/** What became of a piece, whose buffer is free again. */
export interface PieceAnswer {
  readonly slot: number;
  /** Of a chunk that was written. */
  readonly stored?: StoredChunk;
  readonly failure?: { readonly code: string | undefined; readonly message: string };
}

export interface ChunkThreadData {
  readonly descriptor: number;
  /** Carries pieces one way, and their answers the other. */
  readonly port: MessagePort;
  readonly state: Int32Array<SharedArrayBuffer>;
}

/** Places in the shared state: whether the thread takes pieces, and how many it has answered. */
export const STATE = { ready: 0, answered: 1 } as const;
