/**
 * Frames that wait to be sent, of all nodes, as plain arrays: a node has the places from `node · capacity` on, the first `waiting[node]` of
 * which are taken, in no order. Nothing is allocated when a frame comes or goes.
 */
import type { CanFrame } from '../../msgs/index.ts';
import { UNTRACED } from '../../core/trace.ts';
import { arbitrationKey, flagsOf, LONGEST } from './frame-format.ts';
import { frameLength } from './frame-length.ts';

export interface TransmitQueues {
  readonly capacity: number;
  readonly waiting: Uint16Array;
  /** Frames of each node that found no place. */
  readonly lost: Uint32Array;
  /** Place in the order in which frames were handed over. */
  readonly order: Float64Array;
  /** From when on a frame may be sent [ns]; infinite for one that is held back. */
  readonly readyNs: Float64Array;
  readonly id: Uint32Array;
  readonly flags: Uint8Array;
  readonly length: Uint8Array;
  readonly data: Uint8Array;
  /** What it says in arbitration, and its length on the wire as `frameLength` packs it. */
  readonly key: Uint32Array;
  readonly bits: Uint32Array;
  /** Which message of its node it was, and which one is being handed over. */
  readonly trace: Float64Array;
  comingTrace: number;
  handedOver: number;
}

export const NONE = -1;

export function createQueues(nodes: number, capacity: number): TransmitQueues {
  const places = nodes * capacity;
  return {
    capacity,
    waiting: new Uint16Array(nodes),
    lost: new Uint32Array(nodes),
    order: new Float64Array(places),
    readyNs: new Float64Array(places),
    id: new Uint32Array(places),
    flags: new Uint8Array(places),
    length: new Uint8Array(places),
    data: new Uint8Array(places * LONGEST),
    key: new Uint32Array(places),
    bits: new Uint32Array(places),
    trace: new Float64Array(places),
    comingTrace: UNTRACED,
    handedOver: 0,
  };
}

/** Queues a frame; its place, or `NONE` where the queue is full. */
export function enqueue(queues: TransmitQueues, node: number, frame: CanFrame, readyNs: number): number {
  if (queues.waiting[node] === queues.capacity) {
    queues.lost[node]++;
    return NONE;
  }
  const place = node * queues.capacity + queues.waiting[node]++;
  const { id, length } = frame;
  const flags = flagsOf(frame);
  const start = place * LONGEST;
  if (!frame.is_remote) for (let i = 0; i < length; i++) queues.data[start + i] = frame.data[i];
  queues.order[place] = queues.handedOver++;
  queues.readyNs[place] = readyNs;
  queues.id[place] = id;
  queues.flags[place] = flags;
  queues.length[place] = length;
  queues.key[place] = arbitrationKey(id, flags);
  queues.trace[place] = queues.comingTrace;
  queues.bits[place] = frameLength(id, flags, length, queues.data, start);
  return place;
}

/** Takes a frame out; the last one of its node moves to its place. */
export function remove(queues: TransmitQueues, node: number, place: number): void {
  const last = node * queues.capacity + --queues.waiting[node];
  if (last === place) return;
  queues.order[place] = queues.order[last];
  queues.readyNs[place] = queues.readyNs[last];
  queues.id[place] = queues.id[last];
  queues.flags[place] = queues.flags[last];
  queues.length[place] = queues.length[last];
  queues.key[place] = queues.key[last];
  queues.bits[place] = queues.bits[last];
  queues.trace[place] = queues.trace[last];
  queues.data.copyWithin(place * LONGEST, last * LONGEST, last * LONGEST + LONGEST);
}

/** When the first of a node's frames may be sent [ns]; infinite where none waits. */
export function firstReadyNs(queues: TransmitQueues, node: number): number {
  const { readyNs, capacity } = queues;
  const end = node * capacity + queues.waiting[node];
  let first = Infinity;
  for (let place = node * capacity; place < end; place++) if (readyNs[place] < first) first = readyNs[place];
  return first;
}

/**
 * The frame that a node offers at an instant: of those that are ready, the one that would win arbitration, and of equals the oldest; or simply
 * the oldest. `NONE` where none is ready.
 */
export function offered(queues: TransmitQueues, node: number, nowNs: number, byPriority: boolean): number {
  const { readyNs, key, order, capacity } = queues;
  const end = node * capacity + queues.waiting[node];
  let best = NONE;
  for (let place = node * capacity; place < end; place++) {
    if (readyNs[place] > nowNs) continue;
    const isFirst = best === NONE || (byPriority && key[place] < key[best]);
    const isEqual = best !== NONE && (!byPriority || key[place] === key[best]);
    if (isFirst || (isEqual && order[place] < order[best])) best = place;
  }
  return best;
}

/** Whether two places hold the same bits. */
export function isSameFrame(queues: TransmitQueues, a: number, b: number): boolean {
  const { id, flags, length, data } = queues;
  if (id[a] !== id[b] || flags[a] !== flags[b] || length[a] !== length[b]) return false;
  for (let i = 0; i < length[a]; i++) if (data[a * LONGEST + i] !== data[b * LONGEST + i]) return false;
  return true;
}
