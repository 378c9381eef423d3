/**
 * A frame as the bits that are on the wire, one by one: for what happens within a frame, as when a bit is disturbed or two nodes send
 * different frames under one identifier. How long a frame is, `frame-length.ts` says much faster.
 *
 * In FD frames the CRC covers the dynamic stuff bits too, and the number of these, modulo 8 as a Gray code with even parity, is sent before it;
 * a fixed stuff bit, the inverse of the bit before it, comes before every four bits from there on. Where five equal bits end the data, the first
 * fixed stuff bit is the only one.
 *
 * Reference: ISO 11898-1:2015, 10.4 and 10.5. Checked against: a published frame, and a naive serialisation.
 */
import type { Crc } from './crc.ts';
import { addBit, CRC_15, CRC_17, CRC_21 } from './crc.ts';
import { BIT_RATE_SWITCH, EXTENDED, FD, LONGEST, lengthCode, PASSIVE, REMOTE } from './frame-format.ts';
import { LONGEST_CRC_17 } from './frame-length.ts';

/** More than the longest frame has. */
const MOST_BITS = 12 * LONGEST;

export class BitStream {
  readonly bits = new Uint8Array(MOST_BITS);
  count = 0;
  /** Bits of arbitration, the start of frame included: places before this one. */
  arbitrationEnd = 0;
  /** Bits at the data rate: places from `fastFrom` up to, but not, `fastTo`. */
  fastFrom = 0;
  fastTo = 0;
  /** The place of the last bit that is covered by dynamic stuffing, and of the acknowledge slot. */
  lastStuffed = 0;
  acknowledge = 0;

  private crcKind: Crc = CRC_15;
  private crc = 0;
  private run = 0;
  private stuffed = 0;
  /** Whether the CRC covers stuff bits. */
  private checksStuffing = false;

  /** Writes the frame whose bytes begin at `data[at]`; its acknowledge slot is recessive, as its sender sends it. */
  write(id: number, flags: number, length: number, data: Uint8Array, at = 0): this {
    const isFd = (flags & FD) !== 0;
    this.begin(isFd ? (length > LONGEST_CRC_17 ? CRC_21 : CRC_17) : CRC_15, isFd);
    this.writeIdentifier(id, flags);
    if (isFd) this.writeFdControl(flags, length);
    else this.put(length, 6);
    if ((flags & REMOTE) === 0) for (let i = 0; i < length; i++) this.put(data[at + i], 8);
    if (isFd) this.writeFdCrc();
    else {
      this.put(this.crc, this.crcKind.width);
      this.stuffIfOwed();
      this.lastStuffed = this.count - 1;
    }
    // CRC delimiter, acknowledge slot and delimiter, end of frame
    this.fastTo = (flags & BIT_RATE_SWITCH) === 0 ? this.fastFrom : this.count + 1;
    this.acknowledge = this.count + 1;
    for (let i = 0; i < 10; i++) this.bits[this.count++] = 1;
    return this;
  }

  private begin(crcKind: Crc, checksStuffing: boolean): void {
    this.crcKind = crcKind;
    this.crc = crcKind.initial;
    this.checksStuffing = checksStuffing;
    [this.count, this.run, this.stuffed, this.fastFrom] = [0, 0, 0, 0];
    // start of frame
    this.put(0, 1);
  }

  /** Identifier and the bits among it, up to RTR or RRS; IDE of a standard frame follows. */
  private writeIdentifier(id: number, flags: number): void {
    const remote = (flags & REMOTE) === 0 ? 0 : 1;
    if ((flags & EXTENDED) === 0) {
      this.put((id << 1) | remote, 12);
      this.arbitrationEnd = this.count;
      // IDE, of which a classic frame has the place before r0 in its control field
      if ((flags & FD) !== 0) this.put(0, 1);
      return;
    }
    this.put(id >>> 18, 11);
    this.put(3, 2);
    this.put(id, 18);
    this.put(remote, 1);
    this.arbitrationEnd = this.count;
  }

  private writeFdControl(flags: number, length: number): void {
    this.put((flags & BIT_RATE_SWITCH) === 0 ? 4 : 5, 3);
    this.fastFrom = this.count;
    this.put(((flags & PASSIVE) === 0 ? 0 : 16) | lengthCode(length), 5);
  }

  private writeFdCrc(): void {
    this.lastStuffed = this.count - 1;
    const gray = (this.stuffed & 7) ^ ((this.stuffed & 7) >>> 1);
    const parity = (gray ^ (gray >>> 1) ^ (gray >>> 2)) & 1;
    const count = (gray << 1) | parity;
    for (let i = 3; i >= 0; i--) this.crc = addBit(this.crcKind, this.crc, (count >>> i) & 1);
    const width = 4 + this.crcKind.width;
    for (let i = 0; i < width; i++) {
      if (i % 4 === 0) this.append(1 - this.bits[this.count - 1]);
      this.append((i < 4 ? count >>> (3 - i) : this.crc >>> (width - 1 - i)) & 1);
    }
  }

  /** The lowest `count` bits of a number, most significant first, with stuff bits. */
  private put(value: number, count: number): void {
    for (let i = count - 1; i >= 0; i--) {
      this.stuffIfOwed();
      const bit = (value >>> i) & 1;
      this.append(bit);
      this.crc = addBit(this.crcKind, this.crc, bit);
    }
  }

  private stuffIfOwed(): void {
    if (this.run !== 5) return;
    const bit = 1 - this.bits[this.count - 1];
    this.append(bit);
    this.stuffed++;
    if (this.checksStuffing) this.crc = addBit(this.crcKind, this.crc, bit);
  }

  private append(bit: number): void {
    this.run = this.count > 0 && this.bits[this.count - 1] === bit ? this.run + 1 : 1;
    this.bits[this.count++] = bit;
  }
}
