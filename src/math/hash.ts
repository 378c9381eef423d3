/**
 * A 64-bit running hash in two 32-bit lanes, for hash chains and golden tests. One step takes two words:
 *
 *   low  ← (low ⊕ lo) × 0x9E3779B1      low  ← low ⊕ (low ≫ 15)
 *   high ← (high ⊕ hi) × 0x85EBCA77     high ← high ⊕ (high ≫ 15)
 *
 * Every step is a bijection of each lane, so a single changed word can never cancel by itself, and no two flipped
 * bits do. The lanes run in parallel and are mixed into each other after each message. It detects accidents, not
 * adversaries. All NaNs fold alike, because engines may store different NaN bits.
 */
import { BLOCK, LANES, lanesOf } from './byte-lanes.ts';
import { frameMemoryOf } from './frame-memory.ts';

export interface Hash64 {
  low: number;
  high: number;
}

const CANONICAL_NAN_HIGH = 0x7ff80000;

const float64 = new Float64Array(1);
const words = new Uint32Array(float64.buffer);

const SEED_LOW = 0x243f6a88 | 0;
const SEED_HIGH = 0x85a308d3 | 0;

export const createHash = (): Hash64 => ({ low: SEED_LOW, high: SEED_HIGH });

/** Folds two 32-bit words. */
export function foldWords(hash: Hash64, lowWord: number, highWord: number): void {
  const low = Math.imul(hash.low ^ lowWord, 0x9e3779b1);
  const high = Math.imul(hash.high ^ highWord, 0x85ebca77);
  hash.low = low ^ (low >>> 15);
  hash.high = high ^ (high >>> 15);
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

/** Folds a string by its UTF-16 units, four at a time; beyond the end there are zeros. */
export function foldString(hash: Hash64, text: string): void {
  const n = text.length;
  foldWords(hash, n, 0x5bd1e995);
  let { low, high } = hash;
  for (let i = 0; i < n; i += 4) {
    const second = i + 1 < n ? text.charCodeAt(i + 1) : 0;
    const third = i + 2 < n ? text.charCodeAt(i + 2) : 0;
    const fourth = i + 3 < n ? text.charCodeAt(i + 3) : 0;
    low = Math.imul(low ^ (text.charCodeAt(i) | (second << 16)), 0x9e3779b1);
    high = Math.imul(high ^ (third | (fourth << 16)), 0x85ebca77);
    low ^= low >>> 15;
    high ^= high >>> 15;
  }
  hash.low = low;
  hash.high = high;
}

/** Fewer bytes than this [B] are digested faster than anyone could look whether they have been. */
const WORTH_KNOWING = 4096;
const digest: Hash64 = createHash();

/** Folds bytes: their number, then their digest, which the thread that wrote them may have found already. */
export function foldBytes(hash: Hash64, bytes: Uint8Array): void {
  foldWords(hash, bytes.length, 0x1b873593);
  const known = bytes.length < WORTH_KNOWING ? undefined : frameMemoryOf(bytes)?.digestOf(bytes);
  if (known === undefined) digestBytes(bytes, digest);
  const { low, high } = known ?? digest;
  foldWords(hash, low, high);
}

/**
 * The digest of bytes alone, whatever was hashed before them: sixteen lanes of all whole blocks of 64, each into both words, then what is
 * left, eight at a time.
 */
export function digestBytes(bytes: Uint8Array, into: Hash64): void {
  const n = bytes.length;
  into.low = SEED_LOW;
  into.high = SEED_HIGH;
  if (n < BLOCK) return foldRest(into, bytes, 0);
  const lanes = lanesOf(bytes);
  for (let i = 0; i < LANES; i++) foldWords(into, lanes[i], lanes[i]);
  foldRest(into, bytes, n - (n % BLOCK));
}

/** Folds the bytes from the i-th on. */
function foldRest(hash: Hash64, bytes: Uint8Array, i: number): void {
  const n = bytes.length;
  let { low, high } = hash;
  for (; i + 8 <= n; i += 8) {
    low = Math.imul(low ^ (bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24)), 0x9e3779b1);
    low ^= low >>> 15;
    high = Math.imul(
      high ^ (bytes[i + 4] | (bytes[i + 5] << 8) | (bytes[i + 6] << 16) | (bytes[i + 7] << 24)),
      0x85ebca77,
    );
    high ^= high >>> 15;
  }
  hash.low = low;
  hash.high = high;
  for (; i < n; i++) foldWords(hash, bytes[i], i);
}

/** Mixes the lanes into each other; call once after each message, so that both lanes depend on all of it. */
export function crossMix(hash: Hash64): void {
  const low = hash.low ^ Math.imul(hash.high ^ (hash.high >>> 15), 0x9e3779b1);
  hash.low = low;
  hash.high ^= Math.imul(low ^ (low >>> 13), 0x85ebca77);
}

/** Sixteen hexadecimal digits. */
export function hashToHex(hash: Hash64): string {
  const hex = (word: number) => (word >>> 0).toString(16).padStart(8, '0');
  return hex(hash.high) + hex(hash.low);
}
