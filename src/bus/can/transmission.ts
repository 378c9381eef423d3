/**
 * One transmission: several nodes begin, bit by bit those that send recessive where another sends dominant fall back, one frame goes on, and
 * it ends in one of three ways.
 *
 *   sent                some other node acknowledges it
 *   acknowledge error   none does: an error flag in the place of the acknowledge delimiter
 *   bit error           a bit is another on the bus than its sender gave it (`bit-errors.ts`)
 *
 * After an error frame everybody who was sending tries again.
 *
 * Reference: ISO 11898-1:2015, 10.8.3 (arbitration), 10.4.4 (error frames). Differs: no overload frames, and all nodes see the same bits.
 */
import type { QueuedOutput } from '../../core/signal.ts';
import type { CanFrame } from '../../msgs/index.ts';
import { collide, corrupt, disturbFrame, dropPassive, flagsNow } from './bit-errors.ts';
import {
  countReceived,
  countReceiveError,
  countSendError,
  countSent,
  countSequences,
  countUnacknowledged,
  isPassive,
  suspension,
} from './fault-confinement.ts';
import { LONGEST, PASSIVE } from './frame-format.ts';
import { AFTER_ACK_SLOT, fastBits, frameLength, INTERMISSION, nominalBits } from './frame-length.ts';
import { publish } from './published-frames.ts';
import { NONE, offered, remove } from './transmit-queues.ts';
import type { BusTiming, Wire } from './wire.ts';
import { ACKNOWLEDGE_ERROR, DISTURBANCE, endEarly, FLAG, isOnBus, NO_ERROR } from './wire.ts';

/** Some nodes begin to send. */
export function begin(wire: Wire, bus: BusTiming, startNs: number): void {
  const { transmission, sending } = wire;
  const winner = arbitrate(wire, bus, startNs);
  if (winner === NONE) return;
  const sender = dropPassive(wire, winner, startNs);
  const bits = lengthNow(wire, sender, sending[sender]);
  transmission.isUnderWay = true;
  transmission.startNs = startNs;
  transmission.sender = sender;
  transmission.error = NO_ERROR;
  transmission.endNs = startNs + nominalBits(bits) * bus.bitNs + fastBits(bits) * bus.fastBitNs;
  transmission.recessiveNs = transmission.endNs - AFTER_ACK_SLOT * bus.bitNs;
  if (!isAcknowledged(wire))
    endEarly(transmission, bus, ACKNOWLEDGE_ERROR, transmission.recessiveNs + FLAG * bus.bitNs);
  if (bus.faults.corrupt.length > 0) corrupt(wire, bus);
  collide(wire, bus);
  if (bus.faults.disturbing.length > 0) disturbFrame(wire, bus);
  watchRecessive(wire, bus, startNs);
}

/** Who sends and who receives; the first of the nodes that won. */
function arbitrate(wire: Wire, bus: BusTiming, nowNs: number): number {
  const { queues, nodes, sending, isReceiving } = wire;
  let first = NONE;
  for (let node = 0; node < sending.length; node++) {
    sending[node] = NONE;
    isReceiving[node] = isOnBus(wire, bus, node, nowNs) ? 1 : 0;
    if (isReceiving[node] === 0 || queues.waiting[node] === 0 || nodes.suspendedUntilNs[node] > nowNs) continue;
    const place = offered(queues, node, nowNs, bus.byPriority);
    if (place === NONE) continue;
    const behind = first === NONE ? -1 : queues.key[place] - queues.key[sending[first]];
    if (behind > 0) continue;
    if (behind < 0) {
      for (let other = 0; other < node; other++) sending[other] = NONE;
      first = node;
    }
    sending[node] = place;
  }
  for (let node = 0; node < sending.length; node++) if (sending[node] !== NONE) isReceiving[node] = 0;
  return first;
}

/** Length of a frame as its sender would send it now, packed. */
function lengthNow(wire: Wire, node: number, place: number): number {
  const { bits, id, length, data } = wire.queues;
  const flags = flagsNow(wire, node, place);
  return (flags & PASSIVE) === 0 ? bits[place] : frameLength(id[place], flags, length[place], data, place * LONGEST);
}

function isAcknowledged({ isReceiving }: Wire): boolean {
  for (let node = 0; node < isReceiving.length; node++) if (isReceiving[node] === 1) return true;
  return false;
}

/** Somebody disturbs an idle bus: six dominant bits, then those of all who see them. */
export function disturb(wire: Wire, bus: BusTiming, nowNs: number): void {
  const { transmission, sending, isReceiving } = wire;
  transmission.isUnderWay = true;
  transmission.startNs = nowNs;
  transmission.sender = NONE;
  endEarly(transmission, bus, DISTURBANCE, nowNs + 2 * FLAG * bus.bitNs);
  for (let node = 0; node < sending.length; node++) {
    sending[node] = NONE;
    isReceiving[node] = isOnBus(wire, bus, node, nowNs) ? 1 : 0;
  }
  watchRecessive(wire, bus, nowNs);
}

/** Nodes that are bus off count the recessive bits up to now, and go on when the bus is recessive again. */
function watchRecessive({ nodes, transmission }: Wire, { bitNs }: BusTiming, nowNs: number): void {
  for (let node = 0; node < nodes.isBusOff.length; node++)
    if (nodes.isBusOff[node] === 1) countSequences(nodes, node, nowNs, transmission.recessiveNs, bitNs);
}

/** The last bit is over: everybody counts, and the sender forgets a frame that was sent. */
export function finish(wire: Wire, bus: BusTiming, output: QueuedOutput<CanFrame>): void {
  const { transmission, nodes, queues, sending, isReceiving } = wire;
  const { error, startNs, endNs, recessiveNs } = transmission;
  transmission.isUnderWay = false;
  wire.freeNs = endNs + INTERMISSION * bus.bitNs;
  wire.busyNs += wire.freeNs - Math.max(startNs, wire.busyFromNs);
  if (error === NO_ERROR) wire.frames++;
  else wire.errorFrames++;
  publish(wire, bus, output);
  for (let node = 0; node < sending.length; node++) {
    if (isReceiving[node] === 1) {
      if (error === NO_ERROR) countReceived(nodes, node);
      else countReceiveError(nodes, node);
    }
    if (sending[node] === NONE) continue;
    if (error === ACKNOWLEDGE_ERROR) countUnacknowledged(nodes, node, recessiveNs);
    else if (error !== NO_ERROR) countSendError(nodes, node, recessiveNs);
    else {
      countSent(nodes, node);
      remove(queues, node, sending[node]);
    }
    if (isPassive(nodes, node)) nodes.suspendedUntilNs[node] = wire.freeNs + suspension(nodes, node) * bus.bitNs;
  }
}
