/**
 * How long a frame is on the wire, exactly for its contents: from the start of frame to the last bit of the end of frame, in bit times of
 * the arbitration phase and of the data phase. The three bits of intermission come after it.
 *
 *   classic    SOF 1 · arbitration and control 18 or 38 · data 8n · CRC 15 · stuff bits among them · delimiter 1 · ACK 2 · EOF 7
 *              44 + 8n or 64 + 8n bits, and at most ⌊(34 + 8n − 1)/4⌋ or ⌊(54 + 8n − 1)/4⌋ stuff bits
 *   FD         SOF 1 · arbitration and control 21 or 40 · data 8n · stuff bits among them
 *              · stuff count 4 · CRC 17 or 21 · fixed stuff bits 6 or 7 · delimiter 1 · ACK 2 · EOF 7
 *
 * With bit-rate switch the data phase begins at the sample point of BRS and ends at that of the CRC delimiter. Where both phases sample
 * at the same share of a bit, these two bits together last one bit of each phase; so BRS is counted with the arbitration phase and the
 * delimiter with the data phase.
 *
 * Reference: ISO 11898-1:2015, 10.4. Checked against: closed forms, and a naive serialisation bit by bit.
 */
import { addByte, CRC_15 } from './crc.ts';
import { BIT_RATE_SWITCH, EXTENDED, FD, lengthCode, PASSIVE, REMOTE } from './frame-format.ts';
import { AFTER_START, isOwed, nextState, stateAfter, stuffedCount, tabulateOnce } from './stuffing.ts';

/** Bits after the CRC of any frame: delimiter, acknowledge slot and delimiter, end of frame. */
const TRAILER = 10;
/** From the acknowledge delimiter to the end of frame; all recessive. */
export const AFTER_ACK_SLOT = 8;
export const INTERMISSION = 3;
/** Data up to this length [B] are checked by 17 bits, longer data by 21. */
export const LONGEST_CRC_17 = 16;
/** Stuff count, CRC, and a fixed stuff bit before every four bits of them. */
const CRC_17_FIELD = 4 + 17 + 6;
const CRC_21_FIELD = 4 + 21 + 7;

/** Bits of each phase, packed: arbitration phase in the upper, data phase in the lower sixteen. */
export const nominalBits = (length: number): number => length >>> 16;
export const fastBits = (length: number): number => length & 0xffff;

/** Length of a frame whose bytes begin at `data[at]`, packed. */
export function frameLength(id: number, flags: number, length: number, data: Uint8Array, at = 0): number {
  tabulateOnce();
  if ((flags & FD) !== 0) return fdLength(id, flags, length, data, at);
  return classicLength(id, flags, length, data, at) << 16;
}

/** Of the frame at hand: state of the stuffing, stuff bits so far, and the register of CRC-15. */
let state = AFTER_START;
let stuffed = 0;
let crc = 0;

/** The lowest `count` bits of a number, most significant first. */
function takeBits(bits: number, count: number): void {
  for (let i = count - 1; i >= 0; i--) {
    if (isOwed(state)) stuffed++;
    state = stateAfter(state, (bits >>> i) & 1);
  }
}

function takeByte(byte: number): void {
  const index = state * 256 + byte;
  stuffed += stuffedCount[index];
  state = nextState[index];
}

function takeCheckedByte(byte: number): void {
  takeByte(byte);
  crc = addByte(CRC_15, crc, byte);
}

function classicLength(id: number, flags: number, length: number, data: Uint8Array, at: number): number {
  state = AFTER_START;
  stuffed = 0;
  crc = CRC_15.initial;
  const isExtended = (flags & EXTENDED) !== 0;
  const isRemote = (flags & REMOTE) !== 0;
  // up to the DLC there are 19 or 39 bits; with zeros before them, which change no CRC that begins with zero, whole bytes
  const first = isExtended ? id >>> 23 : id >>> 9;
  takeBits(first, isExtended ? 6 : 2);
  crc = addByte(CRC_15, crc, first);
  if (isExtended) {
    // the rest of the base identifier, SRR = 1, IDE = 1, the extension
    takeCheckedByte(((id >>> 15) & 0xf8) | 6 | ((id >>> 17) & 1));
    takeCheckedByte((id >>> 9) & 255);
  }
  // the rest of the identifier, RTR, two dominant bits, DLC
  takeCheckedByte((id >>> 1) & 255);
  takeCheckedByte(((id & 1) << 7) | (isRemote ? 1 << 6 : 0) | length);
  const bytes = isRemote ? 0 : length;
  for (let i = 0; i < bytes; i++) takeCheckedByte(data[at + i]);
  takeByte(crc >>> 7);
  takeBits(crc, 7);
  if (isOwed(state)) stuffed++;
  return (isExtended ? 54 : 34) + 8 * bytes + stuffed + TRAILER;
}

/** Of an FD frame no CRC need be known: its stuff bits are fixed. */
function fdLength(id: number, flags: number, length: number, data: Uint8Array, at: number): number {
  state = AFTER_START;
  stuffed = 0;
  const isExtended = (flags & EXTENDED) !== 0;
  const isFast = (flags & BIT_RATE_SWITCH) !== 0;
  if (isExtended) {
    // base identifier, SRR = 1, IDE = 1, extension
    takeBits(id >>> 18, 11);
    takeBits(3, 2);
    takeBits(id, 18);
    takeBits(0, 1);
  } else {
    takeBits(id, 11);
    takeBits(0, 2);
  }
  // RRS = 0 (and IDE = 0) before, then FDF = 1, res = 0, BRS
  takeBits(isFast ? 5 : 4, 3);
  const arbitration = (isExtended ? 36 : 17) + stuffed;
  // ESI and DLC; a stuff bit that is owed after BRS belongs to the data phase
  stuffed = 0;
  takeBits(((flags & PASSIVE) === 0 ? 0 : 16) | lengthCode(length), 5);
  for (let i = 0; i < length; i++) takeByte(data[at + i]);
  const checked = 5 + 8 * length + stuffed + (length > LONGEST_CRC_17 ? CRC_21_FIELD : CRC_17_FIELD);
  return isFast ? ((arbitration + TRAILER - 1) << 16) | (checked + 1) : (arbitration + checked + TRAILER) << 16;
}
