/**
 * CRC-32 (IEEE 802.3, reflected polynomial 0xEDB88320), as MCAP, PNG and zip use it, four bytes at a time (slicing-by-4).
 * Checked against: the check value 0xCBF43926 of "123456789", and zlib.
 */
const BYTES = 256;
/** Row n: what a byte does to the remainder with n more bytes behind it. */
const TABLE = new Uint32Array(4 * BYTES);
for (let byte = 0; byte < BYTES; byte++) {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  TABLE[byte] = crc;
}
for (let i = BYTES; i < TABLE.length; i++) TABLE[i] = TABLE[TABLE[i - BYTES] & 0xff] ^ (TABLE[i - BYTES] >>> 8);

/** Of these bytes from a place on; where there is a CRC-32 `before`, of what that one is of and these behind it. */
export function crc32(bytes: Uint8Array, before = 0, from = 0): number {
  const { length } = bytes;
  let crc = ~before;
  let i = from;
  for (; i + 4 <= length; i += 4) {
    crc ^= bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);
    crc =
      TABLE[3 * BYTES + (crc & 0xff)] ^
      TABLE[2 * BYTES + ((crc >>> 8) & 0xff)] ^
      TABLE[BYTES + ((crc >>> 16) & 0xff)] ^
      TABLE[crc >>> 24];
  }
  for (; i < length; i++) crc = TABLE[(crc ^ bytes[i]) & 0xff] ^ (crc >>> 8);
  return ~crc >>> 0;
}
