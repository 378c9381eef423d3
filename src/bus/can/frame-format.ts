/**
 * What a frame of a CAN bus can be, and who wins when several begin at once.
 *
 *   arbitration   identifier bits from the most significant one; dominant (0) beats recessive (1):
 *                 base identifier (11) · RTR, or SRR = 1 · IDE · identifier extension (18) · RTR
 *                 so a data frame beats its remote frame, and a standard frame every extended one with the same base
 *   FD lengths    0 … 8, 12, 16, 20, 24, 32, 48, 64 bytes; classic 0 … 8
 *
 * Reference: ISO 11898-1:2015, 10.4 (frame formats), 10.4.2.5 (DLC), 10.8 (arbitration); Bosch, CAN Specification 2.0, 1991.
 */
import type { CanFrame } from '../../msgs/index.ts';

/** What a frame is, as bits of one number. */
export const EXTENDED = 1;
export const REMOTE = 2;
export const FD = 4;
export const BIT_RATE_SWITCH = 8;
/** The error state indicator of an FD frame: its sender is error passive. */
export const PASSIVE = 16;

/** Bytes that a data length code stands for, in FD frames. */
const LENGTH_OF_CODE = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64];

const CODE_OF_LENGTH = new Int8Array(256).fill(-1);
LENGTH_OF_CODE.forEach((length, code) => (CODE_OF_LENGTH[length] = code));

/** The four bits that say how many bytes there are; −1 where no code says so. */
export const lengthCode = (length: number): number => CODE_OF_LENGTH[length];

const LONGEST_CLASSIC = 8;
export const LONGEST = 64;

/** What a frame is, but for the state of its sender. */
export const flagsOf = (frame: CanFrame): number =>
  (frame.is_extended ? EXTENDED : 0) |
  (frame.is_remote ? REMOTE : 0) |
  (frame.is_fd ? FD : 0) |
  (frame.is_bit_rate_switch ? BIT_RATE_SWITCH : 0);

const LARGEST_BASE = 0x7ff;
const LARGEST_EXTENDED = 0x1fffffff;

/**
 * Whether a controller takes a frame to send it: an identifier that fits, a length that has a code, no error frame, no remote frame in FD
 * format, no bit-rate switch in a classic one, and FD only where the bus has it.
 */
export function isPossible(frame: CanFrame, hasFd: boolean): boolean {
  if (frame.is_error || frame.id > (frame.is_extended ? LARGEST_EXTENDED : LARGEST_BASE)) return false;
  if (frame.is_fd) return hasFd && !frame.is_remote && lengthCode(frame.length) >= 0;
  return !frame.is_bit_rate_switch && frame.length <= LONGEST_CLASSIC;
}

/** The bits of arbitration as one unsigned number: the smallest wins. */
export function arbitrationKey(id: number, flags: number): number {
  const remote = (flags & REMOTE) === 0 ? 0 : 1;
  if ((flags & EXTENDED) === 0) return ((id << 21) | (remote << 20)) >>> 0;
  return (((id >>> 18) << 21) | (3 << 19) | ((id & 0x3ffff) << 1) | remote) >>> 0;
}
