/**
 * Two time stamps in a picture itself, where no cable, serializer or driver can lose them: the first 16 bytes, which are eight pixels
 * of the first row of 4:2:2.
 *
 *   byte 0   u64   sensor time: when the picture was taken, since the start of the simulation [µs]
 *   byte 8   u64   host time: when it was handed over, by the clock of the host [µs]
 *
 * Both little-endian. As numbers they are exact below 2⁵³ µs, 285 years.
 */
export const STAMP_BYTES = 16;
/** As many as hold both stamps, at two bytes each. */
export const STAMP_PIXELS = 8;

const WORD = 0x1_0000_0000;

export const microseconds = (ns: number): number => Math.floor(ns / 1000);

export function writeUint64(bytes: Uint8Array, at: number, value: number): void {
  writeUint32(bytes, at, value % WORD);
  writeUint32(bytes, at + 4, Math.floor(value / WORD));
}

export const readUint64 = (bytes: Uint8Array, at: number): number =>
  readUint32(bytes, at) + WORD * readUint32(bytes, at + 4);

function writeUint32(bytes: Uint8Array, at: number, value: number): void {
  for (let i = 0; i < 4; i++) bytes[at + i] = value >>> (8 * i);
}

const readUint32 = (bytes: Uint8Array, at: number): number =>
  (bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)) >>> 0;

/** Writes both stamps over the beginning of a picture. */
export function stampPicture(picture: Uint8Array, sensorTime: number, hostTime: number): void {
  writeUint64(picture, 0, sensorTime);
  writeUint64(picture, 8, hostTime);
}

export const sensorTimeOf = (picture: Uint8Array): number => readUint64(picture, 0);
export const hostTimeOf = (picture: Uint8Array): number => readUint64(picture, 8);
