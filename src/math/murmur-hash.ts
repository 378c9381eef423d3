/**
 * MurmurHash3 (x86, 32 bit) of bytes: a good, quick hash for names; it detects accidents, not adversaries.
 *
 * Reference: A. Appleby, MurmurHash3, 2011 (public domain). Checked against: its published test vectors.
 */
const C1 = 0xcc9e2d51;
const C2 = 0x1b873593;

const rotateLeft = (x: number, bits: number): number => (x << bits) | (x >>> (32 - bits));

const scramble = (word: number): number => Math.imul(rotateLeft(Math.imul(word, C1), 15), C2);

/** The hash as an unsigned 32-bit integer. */
export function murmurHash(bytes: Uint8Array, seed: number): number {
  const blocks = bytes.length & ~3;
  let hash = seed | 0;
  // whole words, least significant byte first
  for (let i = 0; i < blocks; i += 4) {
    const word = bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);
    hash = (Math.imul(rotateLeft(hash ^ scramble(word), 13), 5) + 0xe6546b64) | 0;
  }
  // the one to three bytes left over
  let tail = 0;
  for (let i = bytes.length - 1; i >= blocks; i--) tail = (tail << 8) | bytes[i];
  hash ^= scramble(tail);
  // avalanche
  hash ^= bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
