/** CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF. Checked against: the published check value, "123456789" gives 29B1. */
export function crc16Ccitt(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0xffff;
  for (let i = from; i < to; i++) {
    crc ^= bytes[i] << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc;
}
