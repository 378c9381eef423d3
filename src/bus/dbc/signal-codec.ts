/**
 * One signal in the bytes of a frame. Made once from its description; taking a value out and putting one in allocate nothing.
 *
 *   physical = raw · factor + offset        raw = round((physical − offset) / factor), halves away from zero
 *
 * What does not fit is limited, never wrapped: a physical value first to [minimum | maximum] where the file gives limits, then the raw
 * value to what its bits hold. A value that is not a number is not written: the bits stay as they are. Raw values of up to 53 bits are
 * exact; of longer ones, `raw` is the nearest double and `rawBits` exact. A floating-point signal has no rounding but its own.
 */
import { powerOfTwo } from '../../math/float-bits.ts';
import { bitRuns } from './bit-layout.ts';
import type { DbcSignal } from './database.ts';

const WORD = 0x1_0000_0000;

/** The low and high words of the value that is being taken out or put in. */
let low = 0;
let high = 0;
const floats = new Float32Array(1);
const floatWords = new Uint32Array(floats.buffer);
const doubles = new Float64Array(1);
const doubleBytes = new DataView(doubles.buffer);

export class SignalCodec {
  /** Of each run of bits: byte, shift in it, mask after the shift, shift in the word, and which word: 0 low, 1 high. */
  private readonly runs: Int32Array;
  /** A raw integer at or beyond these is limited. */
  private readonly lower: number;
  private readonly upper: number;
  private readonly hasLimits: boolean;

  constructor(readonly signal: DbcSignal) {
    const { length, isSigned, encoding, minimum, maximum } = signal;
    this.runs = Int32Array.from(
      bitRuns(signal).flatMap(({ byte, shift, count, position }) => [
        ...[byte, shift, (1 << count) - 1],
        ...(position < 32 ? [position, 0] : [position - 32, 1]),
      ]),
    );
    const isInteger = encoding === 'integer';
    this.lower = !isInteger ? -Infinity : isSigned ? -powerOfTwo(length - 1) : 0;
    this.upper = !isInteger ? Infinity : isSigned ? powerOfTwo(length - 1) : powerOfTwo(length);
    this.hasLimits = minimum < maximum;
  }

  /** The physical value. */
  decode(data: Uint8Array): number {
    return this.raw(data) * this.signal.factor + this.signal.offset;
  }

  /** The raw value as a number. */
  raw(data: Uint8Array): number {
    this.take(data);
    const { length, isSigned, encoding } = this.signal;
    if (encoding === 'float') {
      floatWords[0] = low;
      return floats[0];
    }
    if (encoding === 'double') {
      doubleBytes.setUint32(0, low, true);
      doubleBytes.setUint32(4, high, true);
      // halves of a double as this machine has them
      return doubleBytes.getFloat64(0, true);
    }
    if (length <= 32) return isSigned ? (low << (32 - length)) >> (32 - length) : low;
    return (isSigned ? (high << (64 - length)) >> (64 - length) : high) * WORD + low;
  }

  /** The bits of the raw value, exactly, as an unsigned number. */
  rawBits(data: Uint8Array): bigint {
    this.take(data);
    return (BigInt(high) << 32n) | BigInt(low);
  }

  encode(data: Uint8Array, physical: number): void {
    const { minimum, maximum } = this.signal;
    const limited = !this.hasLimits ? physical : physical < minimum ? minimum : physical > maximum ? maximum : physical;
    this.encodeUnlimited(data, limited);
  }

  /** Limited only by what its bits hold. */
  encodeUnlimited(data: Uint8Array, physical: number): void {
    const { factor, offset, encoding } = this.signal;
    const raw = (physical - offset) / factor;
    this.setRaw(data, encoding !== 'integer' ? raw : raw < 0 ? -Math.round(-raw) : Math.round(raw));
  }

  /** A whole number, but for floating-point signals. */
  setRaw(data: Uint8Array, raw: number): void {
    if (Number.isNaN(raw)) return;
    const { encoding } = this.signal;
    if (encoding === 'float') {
      floats[0] = raw;
      low = floatWords[0];
    } else if (encoding === 'double') {
      doubleBytes.setFloat64(0, raw, true);
      low = doubleBytes.getUint32(0, true);
      high = doubleBytes.getUint32(4, true);
    } else if (raw >= this.upper) this.setWords(this.upper, -1);
    else this.setWords(raw < this.lower ? this.lower : raw, 0);
    this.put(data);
  }

  /** The exact bits, as `rawBits` gives them. */
  setRawBits(data: Uint8Array, bits: bigint): void {
    low = Number(BigInt.asUintN(32, bits));
    high = Number(BigInt.asUintN(32, bits >> 32n));
    this.put(data);
  }

  /** Two's complement of a whole number plus 0 or −1: the largest raw value itself may be no double. */
  private setWords(raw: number, minus: 0 | -1): void {
    low = raw >>> 0;
    high = Math.floor(raw / WORD) >>> 0;
    if (minus === 0) return;
    if (low === 0) high = (high - 1) >>> 0;
    low = (low - 1) >>> 0;
  }

  private take(data: Uint8Array): void {
    const { runs } = this;
    low = 0;
    high = 0;
    for (let i = 0; i < runs.length; i += 5) {
      const part = ((data[runs[i]] >> runs[i + 1]) & runs[i + 2]) << runs[i + 3];
      if (runs[i + 4] === 0) low |= part;
      else high |= part;
    }
    low >>>= 0;
    high >>>= 0;
  }

  private put(data: Uint8Array): void {
    const { runs } = this;
    for (let i = 0; i < runs.length; i += 5) {
      const mask = runs[i + 2];
      const shift = runs[i + 1];
      const part = ((runs[i + 4] === 0 ? low : high) >>> runs[i + 3]) & mask;
      data[runs[i]] = (data[runs[i]] & ~(mask << shift)) | (part << shift);
    }
  }
}
