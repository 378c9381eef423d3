/**
 * The entry of the thread that compresses chunks and writes them, so that a run waits for neither (Node). Every piece is answered and
 * counted, written or not: nobody waits for it in vain.
 */
import { writevSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { ChunkThreadData, Piece, PieceAnswer } from './chunk-pieces.ts';
import { STATE } from './chunk-pieces.ts';
import { packChunk } from './packed-chunk.ts';
import { installedZstd } from './zstd-file.ts';

/** Compresses nearly as well as level 1, in two thirds of the time. */
const LEVEL = -1;

const { descriptor, port, state } = workerData as ChunkThreadData;
const zstd = installedZstd();
const buffers: SharedArrayBuffer[] = [];
let position = 0;

function write({ slot, length, isChunk }: Piece): PieceAnswer {
  try {
    const content = new Uint8Array(buffers[slot], 0, length);
    const packed = isChunk ? packChunk(content, (records) => zstd.compress(records, LEVEL)) : undefined;
    writeAll(packed?.parts ?? [content]);
    return { slot, stored: packed && { compression: packed.compression, storedSize: packed.storedSize } };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { slot, failure: { code, message } };
  }
}

function writeAll(whole: readonly Uint8Array[]): void {
  for (let parts = whole; parts.length > 0; ) {
    const count = writevSync(descriptor, parts, position);
    position += count;
    parts = withoutFirst(parts, count);
  }
}

/** What is left of a write that stopped halfway. */
function withoutFirst(parts: readonly Uint8Array[], count: number): readonly Uint8Array[] {
  let left = count;
  return parts.flatMap((part) => {
    const skipped = Math.min(left, part.length);
    left -= skipped;
    return skipped < part.length ? [part.subarray(skipped)] : [];
  });
}

port.on('message', (piece: Piece) => {
  position = piece.position ?? position;
  if (piece.buffer !== undefined) buffers[piece.slot] = piece.buffer;
  port.postMessage(write(piece));
  Atomics.add(state, STATE.answered, 1);
  Atomics.notify(state, STATE.answered);
});
Atomics.store(state, STATE.ready, 1);
