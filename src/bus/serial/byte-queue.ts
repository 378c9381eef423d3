/** Bytes that wait for their turn on a line, first in first out, in a ring of fixed size: plain data. */
import type { SerialBytes } from '../../msgs/index.ts';

export interface ByteQueue {
  readonly ring: Uint8Array;
  head: number;
  count: number;
  /** Bytes for which there was no room. */
  lost: number;
}

export const createByteQueue = (capacity: number): ByteQueue => ({
  ring: new Uint8Array(capacity),
  head: 0,
  count: 0,
  lost: 0,
});

/** A message that does not fit is lost whole. */
export function putBytes(queue: ByteQueue, { data, length }: Pick<SerialBytes, 'data' | 'length'>): void {
  const { ring } = queue;
  if (queue.count + length > ring.length) {
    queue.lost += length;
    return;
  }
  for (let i = 0; i < length; i++) ring[(queue.head + queue.count + i) % ring.length] = data[i];
  queue.count += length;
}

/** Takes up to `most` bytes into `target`, and returns how many. */
export function takeBytes(queue: ByteQueue, target: Uint8Array, offset: number, most: number): number {
  const { ring } = queue;
  const count = Math.min(most, queue.count, target.length - offset);
  for (let i = 0; i < count; i++) target[offset + i] = ring[(queue.head + i) % ring.length];
  queue.head = (queue.head + count) % ring.length;
  queue.count -= count;
  return count;
}
