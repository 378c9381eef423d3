/** All that changes on a bus, as plain data; and what follows from its parameters. */
import { DOUBLE } from '../../math/double.ts';
import type { RandomStream } from '../../math/random.ts';
import type { Confinement } from './fault-confinement.ts';
import { createConfinement } from './fault-confinement.ts';
import type { Faults } from './faults.ts';
import { isOpen } from './faults.ts';
import type { TransmitQueues } from './transmit-queues.ts';
import { createQueues, NONE } from './transmit-queues.ts';

export interface BusTiming {
  /** Bit times of the arbitration phase and of the data phase [ns]. */
  readonly bitNs: number;
  readonly fastBitNs: number;
  readonly hasFd: boolean;
  /** Whether a node offers the frame that would win arbitration, or the oldest. */
  readonly byPriority: boolean;
  /** Whether nodes that are bus off come back by themselves. */
  readonly recovers: boolean;
  readonly faults: Faults;
}

/** Why a frame has ended early; the first byte of the error frame that is published. */
export const NO_ERROR = 0;
export const BIT_ERROR = 1;
export const ACKNOWLEDGE_ERROR = 2;
export const DISTURBANCE = 3;

/** What is on the bus, from its first bit to its last. */
export interface Transmission {
  isUnderWay: boolean;
  startNs: number;
  endNs: number;
  /** From when on the bus is recessive again [ns]. */
  recessiveNs: number;
  error: number;
  /** The first of the nodes that send it; `NONE` for a disturbance that nobody sends. */
  sender: number;
}

export interface Wire {
  readonly queues: TransmitQueues;
  readonly nodes: Confinement;
  readonly stream: RandomStream;
  readonly transmission: Transmission;
  /** By node: the place of the frame that it is sending, or `NONE`; and whether it receives. */
  readonly sending: Int32Array;
  readonly isReceiving: Uint8Array;
  /** Of a node whose line is open: until when it is busy with itself [ns]. */
  readonly aloneUntilNs: Float64Array;
  /** Up to where all is simulated [ns]. */
  simulatedNs: number;
  /** The end of the last intermission [ns]: from then on a frame may begin. */
  freeNs: number;
  /** Up to where faults of nodes have been seen [ns]. */
  seenNs: number;
  /** Since the beginning. */
  frames: number;
  errorFrames: number;
  /** Time in which the bus was busy since `busyFromNs` [ns], frames with their intermission. */
  busyNs: number;
  busyFromNs: number;
}

export function createWire(nodes: number, queueLength: number, stream: RandomStream): Wire {
  const transmission = { startNs: DOUBLE, endNs: DOUBLE, recessiveNs: DOUBLE };
  const times = { simulatedNs: DOUBLE, freeNs: DOUBLE, seenNs: DOUBLE, busyNs: DOUBLE, busyFromNs: DOUBLE };
  const wire: Wire = {
    queues: createQueues(nodes, queueLength),
    nodes: createConfinement(nodes),
    stream,
    transmission: { ...transmission, isUnderWay: false, error: NO_ERROR, sender: NONE },
    sending: new Int32Array(nodes).fill(NONE),
    isReceiving: new Uint8Array(nodes),
    aloneUntilNs: new Float64Array(nodes),
    ...times,
    frames: 0,
    errorFrames: 0,
  };
  return Object.assign(wire, { simulatedNs: 0, freeNs: 0, seenNs: -1, busyNs: 0, busyFromNs: 0 });
}

export const isOnBus = ({ nodes }: Wire, { faults }: BusTiming, node: number, nowNs: number): boolean =>
  nodes.isBusOff[node] === 0 && !isOpen(faults.open, node, nowNs);

/** Bits of an error flag, and of the delimiter after it. */
export const FLAG = 6;
export const DELIMITER = 8;

/** What is on the bus ends early: error flags until `recessiveNs`, and the delimiter. */
export function endEarly(transmission: Transmission, { bitNs }: BusTiming, error: number, recessiveNs: number): void {
  transmission.error = error;
  transmission.recessiveNs = recessiveNs;
  transmission.endNs = recessiveNs + DELIMITER * bitNs;
}
