/**
 * Who has the medium when. Time is whole nanoseconds; a frame begins as soon as the bus is idle and a node has one.
 *
 *   idle ──▶ arbitration ──▶ frame ──────────────────────▶ intermission, 3 bits ──▶ idle
 *                              └──▶ error flags, delimiter ──┘
 *
 * What becomes of a frame is settled at its start, since nothing that comes later can change it, and takes effect at its end.
 *
 * Reference: ISO 11898-1:2015, 10.8 (medium access) and 12.1 (fault confinement).
 */
import type { QueuedOutput } from '../../core/signal.ts';
import type { CanFrame } from '../../msgs/index.ts';
import { countUnacknowledged, recover, recoveryNs, suspension, switchOff } from './fault-confinement.ts';
import type { Faults } from './faults.ts';
import { closedFromNs, isOpen, nextOfAllNs } from './faults.ts';
import { AFTER_ACK_SLOT, fastBits, INTERMISSION, nominalBits } from './frame-length.ts';
import { begin, disturb, finish } from './transmission.ts';
import { firstReadyNs, offered } from './transmit-queues.ts';
import type { BusTiming, Wire } from './wire.ts';
import { DELIMITER, FLAG } from './wire.ts';

/** Simulates up to an instant [ns], and sends what has ended by then; all that is handed over before it is known. */
export function advance(wire: Wire, bus: BusTiming, untilNs: number, output: QueuedOutput<CanFrame>): void {
  const { transmission } = wire;
  for (;;) {
    if (transmission.isUnderWay) {
      if (transmission.endNs > untilNs) break;
      finish(wire, bus, output);
    }
    const startNs = nextStart(wire, bus);
    const offNs = nextOff(wire, bus.faults);
    const noiseNs = nextOfAllNs(bus.faults.disturbing, Math.max(wire.freeNs, wire.simulatedNs));
    const nextNs = Math.min(offNs, noiseNs, startNs);
    if (nextNs >= untilNs) break;
    seeFaults(wire, bus, nextNs);
    if (nextNs === startNs && nextNs !== offNs) begin(wire, bus, startNs);
    else if (nextNs === noiseNs && nextNs !== offNs) disturb(wire, bus, noiseNs);
  }
  if (!transmission.isUnderWay) seeFaults(wire, bus, untilNs);
  if (bus.faults.open.length > 0) tryAlone(wire, bus, untilNs);
  wire.simulatedNs = untilNs;
}

/** The first instant at which some node may begin a frame [ns]. */
function nextStart({ queues, nodes, freeNs, simulatedNs }: Wire, { bitNs, recovers, faults }: BusTiming): number {
  let first = Infinity;
  for (let node = 0; node < queues.waiting.length; node++) {
    if (queues.waiting[node] === 0) continue;
    let start = Math.max(firstReadyNs(queues, node), freeNs, simulatedNs, nodes.suspendedUntilNs[node]);
    if (nodes.isBusOff[node] === 1) start = recovers ? Math.max(start, recoveryNs(nodes, node, bitNs)) : Infinity;
    if (faults.open.length > 0) start = closedFromNs(faults.open, node, start);
    if (start < first) first = start;
  }
  return first;
}

/** When the next fault takes a node off the bus [ns]. */
function nextOff({ seenNs }: Wire, { busOff }: Faults): number {
  let first = Infinity;
  for (let i = 0; i < busOff.length; i++) if (busOff[i].fromNs > seenNs) first = Math.min(first, busOff[i].fromNs);
  return first;
}

/** Nodes that faults have taken off the bus since the last look, and those that are back. */
function seeFaults(wire: Wire, { bitNs, recovers, faults: { busOff } }: BusTiming, nowNs: number): void {
  const { nodes, seenNs } = wire;
  const idleNs = Math.max(nowNs, wire.freeNs);
  // a fault that was taken away before its end holds nobody any more
  for (let node = 0; node < nodes.isBusOff.length; node++)
    if (nodes.watchedFromNs[node] > idleNs) nodes.watchedFromNs[node] = idleNs;
  for (let i = 0; i < busOff.length; i++) {
    const { fromNs, untilNs, node } = busOff[i];
    if (nowNs >= fromNs && (fromNs > seenNs || nowNs < untilNs)) switchOff(nodes, node, Math.max(untilNs, wire.freeNs));
  }
  wire.seenNs = nowNs;
  if (!recovers) return;
  for (let node = 0; node < nodes.isBusOff.length; node++)
    if (nodes.isBusOff[node] === 1 && recoveryNs(nodes, node, bitNs) <= nowNs) recover(nodes, node);
}

/** Nodes whose line is open send all the same, and nobody acknowledges. */
function tryAlone({ queues, nodes, aloneUntilNs, simulatedNs }: Wire, bus: BusTiming, untilNs: number): void {
  const { bitNs, fastBitNs, byPriority, faults } = bus;
  for (let node = 0; node < nodes.isBusOff.length; node++) {
    if (nodes.isBusOff[node] === 1 || !isOpen(faults.open, node, untilNs)) continue;
    let nowNs = Math.max(aloneUntilNs[node], simulatedNs, firstReadyNs(queues, node));
    while (nowNs < untilNs) {
      const bits = queues.bits[offered(queues, node, nowNs, byPriority)];
      countUnacknowledged(nodes, node, nowNs);
      const after = FLAG + DELIMITER + INTERMISSION + suspension(nodes, node) - AFTER_ACK_SLOT;
      nowNs += (nominalBits(bits) + after) * bitNs + fastBits(bits) * fastBitNs;
    }
    if (nowNs < Infinity) aloneUntilNs[node] = nowNs;
  }
}
