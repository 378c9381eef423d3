/**
 * A 64-bit running hash in two 32-bit lanes, for hash chains and golden tests.
 *
 *   low  ← (rotl(low, 5)  ⊕ lo(x)) × 0x9E3779B1
 *   high ← (rotl(high, 5) ⊕ hi(x)) × 0x85EBCA77
 *
 * Every step is a bijection of the lane, so a single changed bit can never cancel by itself. It detects
 * accidents, not adversaries. All NaNs fold alike, because engines may store different NaN bits.
 */
export interface Hash64 {
  low: number;
  high: number;
}

const LOW_FACTOR = 0x9e3779b1;
const HIGH_FACTOR = 0x85ebca77;
const CANONICAL_NAN_HIGH = 0x7ff80000;

const float64 = new Float64Array(1);
const words = new Uint32Array(float64.buffer);

export const createHash = (): Hash64 => ({ low: 0x243f6a88 | 0, high: 0x85a308d3 | 0 });

/** Folds two 32-bit words. */
export function foldWords(hash: Hash64, low: number, high: number): void {
  hash.low = Math.imul(((hash.low << 5) | (hash.low >>> 27)) ^ low, LOW_FACTOR);
  hash.high = Math.imul(((hash.high << 5) | (hash.high >>> 27)) ^ high, HIGH_FACTOR);
}

/** Folds one double, bit by bit. */
export function foldNumber(hash: Hash64, value: number): void {
  if (value !== value) {
    foldWords(hash, 0, CANONICAL_NAN_HIGH);
    return;
  }
  float64[0] = value;
  foldWords(hash, words[0], words[1]);
}

/** Folds a string by its UTF-16 units. */
export function foldString(hash: Hash64, text: string): void {
  foldWords(hash, text.length, 0x5bd1e995);
  for (let i = 0; i < text.length; i++) foldWords(hash, text.charCodeAt(i), i);
}

/** Folds bytes, four at a time. */
export function foldBytes(hash: Hash64, bytes: Uint8Array): void {
  const n = bytes.length;
  foldWords(hash, n, 0x1b873593);
  let i = 0;
  for (; i + 8 <= n; i += 8) {
    const low = bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);
    const high = bytes[i + 4] | (bytes[i + 5] << 8) | (bytes[i + 6] << 16) | (bytes[i + 7] << 24);
    foldWords(hash, low, high);
  }
  for (; i < n; i++) foldWords(hash, bytes[i], i);
}

/** Mixes the lanes into each other; call once after each message, so that both lanes depend on all of it. */
export function crossMix(hash: Hash64): void {
  const low = hash.low ^ Math.imul(hash.high ^ (hash.high >>> 15), LOW_FACTOR);
  hash.low = low;
  hash.high ^= Math.imul(low ^ (low >>> 13), HIGH_FACTOR);
}

/** Sixteen hexadecimal digits. */
export function hashToHex(hash: Hash64): string {
  const hex = (word: number) => (word >>> 0).toString(16).padStart(8, '0');
  return hex(hash.high) + hex(hash.low);
}
