/**
 * What happens when a bit on the bus is another than its sender gave it: the sender answers with an error flag from the next bit on.
 *
 * Error flags overlap. That of the node which sees the error first lasts six bits; the others see six equal bits after 6 − d of them, d being
 * the bits of the same level that were on the bus just before, and add six of their own. So flags last 12 − d bits, and 6 where all see the error
 * at once, as six equal bits. In the data phase the 6 − d bits are those of the data rate; flags are always of the nominal rate.
 *
 * A sender that is error passive answers with recessive bits. They end its own frame in the same way, but in a frame that another node sends
 * as well nobody sees them: it falls out, and the other goes on.
 *
 * Reference: ISO 11898-1:2015, 10.4.4 and 10.11; the superposition of flags as in Bosch, CAN Specification 2.0, 3.1.3. Differs: bits are
 * disturbed behind the arbitration field and, in FD frames, before the stuff count.
 */
import { integerBelow } from '../../math/random.ts';
import { BitStream } from './bit-stream.ts';
import { countSendError, isPassive } from './fault-confinement.ts';
import { hits, nextOfAllNs } from './faults.ts';
import { FD, LONGEST, PASSIVE } from './frame-format.ts';
import { isSameFrame, NONE } from './transmit-queues.ts';
import type { BusTiming, Wire } from './wire.ts';
import { BIT_ERROR, endEarly, FLAG, NO_ERROR } from './wire.ts';

/** What is on the wire, and what another node would have there. Both are written before they are read. */
const onWire = new BitStream();
const beside = new BitStream();

/** What a frame is when its node sends it now: an FD frame also says whether that is error passive. */
export const flagsNow = ({ queues, nodes }: Wire, node: number, place: number): number =>
  (queues.flags[place] & FD) !== 0 && isPassive(nodes, node) ? queues.flags[place] | PASSIVE : queues.flags[place];

function writeBits(stream: BitStream, wire: Wire, node: number): BitStream {
  const { id, length, data } = wire.queues;
  const place = wire.sending[node];
  return stream.write(id[place], flagsNow(wire, node, place), length[place], data, place * LONGEST);
}

/** A bit of the frame is inverted, where a fault hits it. */
export function corrupt(wire: Wire, bus: BusTiming): void {
  const { transmission, queues, sending, stream } = wire;
  const { startNs, sender } = transmission;
  for (let i = 0; i < bus.faults.corrupt.length; i++) {
    if (!hits(bus.faults.corrupt[i], startNs, sender, queues.id[sending[sender]], stream)) continue;
    const { arbitrationEnd, lastStuffed, bits } = writeBits(onWire, wire, sender);
    const place = arbitrationEnd + integerBelow(stream, lastStuffed - arbitrationEnd + 1);
    fail(wire, bus, sender, place, 1 - bits[place]);
    return;
  }
}

/** A bit on the wire, as in `onWire`, has another value than `witness` gave it: error flags follow. */
function fail(wire: Wire, bus: BusTiming, witness: number, place: number, value: number): void {
  const { bitNs, fastBitNs } = bus;
  const isFast = place >= onWire.fastFrom && place < onWire.fastTo;
  const later = bitsUntilSeen(place, value, isPassive(wire.nodes, witness) ? 1 : 0);
  const flagsNs = later * (isFast ? fastBitNs : bitNs) + FLAG * bitNs;
  endEarly(wire.transmission, bus, BIT_ERROR, endOfBit(wire.transmission.startNs, bus, place) + flagsNs);
}

/** Bits of the first error flag that go by before the others see an error too; `level` is that of the flag. */
function bitsUntilSeen(place: number, value: number, level: number): number {
  let run = 1;
  while (run <= place && onWire.bits[place - run] === value) run++;
  if (run >= FLAG) return 0;
  return value === level ? FLAG - run : FLAG;
}

/** When a bit of `onWire` has ended [ns]. */
function endOfBit(startNs: number, { bitNs, fastBitNs }: BusTiming, place: number): number {
  const fast = Math.min(Math.max(place + 1 - onWire.fastFrom, 0), onWire.fastTo - onWire.fastFrom);
  return startNs + (place + 1 - fast) * bitNs + fast * fastBitNs;
}

/** Where the frames of two nodes differ first; the bit of `first` is in `onWire`. */
function firstDifference(wire: Wire, first: number, other: number): number {
  writeBits(onWire, wire, first);
  writeBits(beside, wire, other);
  let place = 0;
  while (onWire.bits[place] === beside.bits[place]) place++;
  return place;
}

const differs = ({ queues, sending }: Wire, first: number, other: number): boolean =>
  sending[other] !== NONE && !isSameFrame(queues, sending[first], sending[other]);

/** Nodes that are error passive fall out where their frame differs from another with the same identifier; the first that goes on. */
export function dropPassive(wire: Wire, winner: number, startNs: number): number {
  const { sending, nodes } = wire;
  let first = winner;
  for (let other = winner + 1; other < sending.length; other++) {
    if (!differs(wire, first, other)) continue;
    const place = firstDifference(wire, first, other);
    const witness = onWire.bits[place] === 1 ? first : other;
    if (!isPassive(nodes, witness)) continue;
    sending[witness] = NONE;
    countSendError(nodes, witness, startNs);
    if (witness === first) first = other;
  }
  return first;
}

/** Nodes send different frames under one identifier: who sends the recessive bit where they differ sees an error. */
export function collide(wire: Wire, bus: BusTiming): void {
  const { sending, transmission } = wire;
  const first = transmission.sender;
  for (let other = first + 1; other < sending.length; other++) {
    if (!differs(wire, first, other)) continue;
    const place = firstDifference(wire, first, other);
    const isEarlier = endOfBit(transmission.startNs, bus, place) < transmission.recessiveNs;
    if (transmission.error !== NO_ERROR && !isEarlier) continue;
    fail(wire, bus, onWire.bits[place] === 1 ? first : other, place, 0);
  }
}

/** Somebody disturbs the frame: six dominant bits, and those with which all answer. */
export function disturbFrame({ transmission }: Wire, bus: BusTiming): void {
  const { startNs, recessiveNs, endNs, error } = transmission;
  const noiseNs = nextOfAllNs(bus.faults.disturbing, startNs + 1);
  if (noiseNs < (error === NO_ERROR ? endNs : recessiveNs))
    endEarly(transmission, bus, BIT_ERROR, noiseNs + 2 * FLAG * bus.bitNs);
}
