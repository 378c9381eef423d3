/** Little-endian numbers in bytes. */
const number = new DataView(new ArrayBuffer(4));

export const loadU16 = (bytes: Uint8Array, at: number): number => bytes[at] | (bytes[at + 1] << 8);
export const loadU32 = (bytes: Uint8Array, at: number): number =>
  (loadU16(bytes, at) | (loadU16(bytes, at + 2) << 16)) >>> 0;
/** Up to 2⁵³. */
export const loadU64 = (bytes: Uint8Array, at: number): number =>
  loadU32(bytes, at) + loadU32(bytes, at + 4) * 0x1_0000_0000;

export function loadF32(bytes: Uint8Array, at: number): number {
  number.setUint32(0, loadU32(bytes, at));
  return number.getFloat32(0);
}

export function storeU16(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value & 255;
  bytes[at + 1] = (value >>> 8) & 255;
}

export function storeU32(bytes: Uint8Array, at: number, value: number): void {
  storeU16(bytes, at, value & 0xffff);
  storeU16(bytes, at + 2, value >>> 16);
}

export function storeU64(bytes: Uint8Array, at: number, value: number): void {
  storeU32(bytes, at, value % 0x1_0000_0000);
  storeU32(bytes, at + 4, Math.floor(value / 0x1_0000_0000));
}

export function storeF32(bytes: Uint8Array, at: number, value: number): void {
  number.setFloat32(0, value);
  storeU32(bytes, at, number.getUint32(0));
}
