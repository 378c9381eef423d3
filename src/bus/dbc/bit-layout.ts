/**
 * Where the bits of a signal lie. DBC files number the bits of a message byte by byte, within a byte from the least significant one:
 *
 *              bit 7   6   5   4   3   2   1   0
 *   byte 0         7   6   5   4   3   2   1   0
 *   byte 1        15  14  13  12  11  10   9   8
 *
 * Intel (little-endian): `start` is the least significant bit, and the next more significant one is the next number.
 * Motorola (big-endian): `start` is the most significant bit, and the next less significant one is the next to the right in this
 * picture, after bit 0 of a byte bit 7 of the next. A signal `7|16@0` is therefore bytes 0 and 1, most significant byte first.
 */
import type { DbcSignal } from './database.ts';

type Place = Pick<DbcSignal, 'start' | 'length' | 'byteOrder'>;

/** Some bits of a signal that lie side by side in one byte. */
export interface BitRun {
  readonly byte: number;
  /** Least significant of them in the byte. */
  readonly shift: number;
  readonly count: number;
  /** Least significant of them in the value, 0 to 63. */
  readonly position: number;
}

/** Places from left to right in the picture above: byte 0 bit 7 is 0, byte 0 bit 0 is 7, byte 1 bit 7 is 8. */
const fromLeft = (bit: number): number => 8 * Math.floor(bit / 8) + 7 - (bit % 8);

/** How many bits a message must have to hold the signal. */
export const endOfSignal = ({ start, length, byteOrder }: Place): number =>
  byteOrder === 'intel' ? start + length : fromLeft(start) + length;

/** Number of the bit that is the i-th of the value, counted from the least significant one. */
export const bitOfSignal = ({ start, length, byteOrder }: Place, i: number): number =>
  byteOrder === 'intel' ? start + i : fromLeft(fromLeft(start) + length - 1 - i);

/** The signal from its least significant bits on; no run goes across bit 32 of the value. */
export function bitRuns(signal: Place): BitRun[] {
  const runs: BitRun[] = [];
  for (let position = 0; position < signal.length; ) {
    const first = bitOfSignal(signal, position);
    const shift = first % 8;
    const room = Math.min(8 - shift, signal.length - position, position < 32 ? 32 - position : 64 - position);
    runs.push({ byte: Math.floor(first / 8), shift, count: room, position });
    position += room;
  }
  return runs;
}
