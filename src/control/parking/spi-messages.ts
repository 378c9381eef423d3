/**
 * Messages from the computer that plans to the one that drives, in the bytes that bus/spi carries:
 *
 *   5A, type (u8), counter (u8), length of the data (u8), data, CRC-16/CCITT (u16) over all from the type on        little-endian
 *
 *   01  odometry     u64 sensor stamp [µs], u64 host stamp [µs], f32 x, y [m], yaw [rad], speed [m/s], yaw rate [rad/s], u8 flags (1: stop)
 *   02  trajectory   u32 identifier, u16 points of all, u16 the first one here, u8 points here, each f32 x, y [m], yaw [rad], curvature [1/m], speed [m/s]
 *   03  map          u64 sensor stamp of its newest picture [µs], u64 host stamp [µs], u16 slots, u16 obstacles, u32 identifier of the chosen slot
 *
 * What is damaged or cut off is passed over, and reading begins anew at the next start byte. docs/parking-mcu.md has the timing; firmware/parking/messages.c
 * reads the same.
 */
import { crc16Ccitt } from '../../math/crc16-ccitt.ts';

export const START = 0x5a;
export const HEAD = 4;
export const TAIL = 2;
const LONGEST_MESSAGE = HEAD + 255 + TAIL;
export const ODOMETRY = 1;
export const TRAJECTORY = 2;
export const MAP = 3;
export const ODOMETRY_LENGTH = 37;
export const MAP_LENGTH = 24;
export const TRAJECTORY_HEAD = 9;
export const POINT_LENGTH = 20;
export const POINTS_PER_MESSAGE = 10;

/** Bytes of a message that has begun. */
export interface MessageReader {
  readonly bytes: Uint8Array;
  count: number;
  /** Messages that were whole, and bytes that belonged to none. */
  whole: number;
  lost: number;
}

export const createMessageReader = (): MessageReader => ({
  bytes: new Uint8Array(LONGEST_MESSAGE),
  count: 0,
  whole: 0,
  lost: 0,
});

/** Takes in a byte; whether a message is whole with it, which is then in `bytes` until the next byte. */
export function hearByte(reader: MessageReader, byte: number): boolean {
  const { bytes } = reader;
  if (isWhole(reader)) reader.count = 0;
  bytes[reader.count++] = byte;
  while (reader.count > 0 && !isPossible(reader)) {
    for (let i = 1; i < reader.count; i++) bytes[i - 1] = bytes[i];
    reader.count--;
    reader.lost++;
  }
  if (!isWhole(reader)) return false;
  reader.whole++;
  return true;
}

const isWhole = ({ bytes, count }: MessageReader): boolean => count >= HEAD + TAIL && count === HEAD + bytes[3] + TAIL;

/** Whether these bytes may begin a message; a whole one has its checksum. */
function isPossible(reader: MessageReader): boolean {
  const { bytes, count } = reader;
  if (bytes[0] !== START) return false;
  if (!isWhole(reader)) return count < HEAD || count < HEAD + bytes[3] + TAIL;
  return crc16Ccitt(bytes, 1, count - TAIL) === (bytes[count - 2] | (bytes[count - 1] << 8));
}
