/**
 * CRC-8 of SAE J1850: polynomial 0x1D, start 0xFF, final XOR 0xFF. AUTOSAR's E2E profile 1 and many ECUs protect frames with it.
 * Checked against: the published check value, "123456789" gives 0x4B.
 */
export function crc8J1850(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0xff;
  for (let i = from; i < to; i++) {
    crc ^= bytes[i];
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ 0x1d) & 0xff : crc << 1;
  }
  return crc ^ 0xff;
}
