/**
 * Named random streams as plain data: a stream can be cloned, saved and hashed with the rest of the state, and adding one
 * never changes another.
 *
 *   generator   xoshiro128** 1.1 (D. Blackman, S. Vigna, ACM TOMS 47, 2021): 128 bits of state, period 2¹²⁸ − 1
 *   seeding     word i = MurmurHash3(seed as 8 bytes ‖ name as UTF-16, i·0x9E3779B9), least significant byte first
 *   gaussian    polar method (G. Marsaglia, T. A. Bray, SIAM Review 6, 1964), with the logarithm of this folder
 *
 * Two of n streams overlap within L draws with a probability of about n² L / 2¹²⁸. Not for cryptography.
 * Checked against: the reference implementation's outputs, an independent Python version, moments, χ² and correlations.
 */
import { log } from './logarithm.ts';
import { murmurHash } from './murmur-hash.ts';

export interface RandomStream {
  /** Four 32-bit words, not all zero. */
  state: Uint32Array;
  /** The second number of the last Gaussian pair. */
  spare: number;
  hasSpare: boolean;
}

const TWO_TO_32 = 4294967296;

/** The stream of this name under this seed (any safe integer). */
export function createStream(seed: number, name: string): RandomStream {
  if (!Number.isSafeInteger(seed)) throw new Error(`createStream: the seed is ${seed}, but must be a safe integer.`);
  const key = streamKey(seed, name);
  const state = new Uint32Array(4);
  for (let i = 0; i < 4; i++) state[i] = murmurHash(key, Math.imul(i, 0x9e3779b9));
  // the generator never leaves the all-zero state
  if ((state[0] | state[1] | state[2] | state[3]) === 0) state[0] = 1;
  return { state, spare: 0, hasSpare: false };
}

/** Seed (64-bit two's complement) and name as bytes, least significant first. */
function streamKey(seed: number, name: string): Uint8Array {
  const key = new Uint8Array(8 + 2 * name.length);
  const low = seed >>> 0;
  const high = Math.floor(seed / TWO_TO_32);
  for (let i = 0; i < 4; i++) {
    key[i] = low >>> (8 * i);
    key[4 + i] = high >> (8 * i);
  }
  for (let i = 0; i < name.length; i++) {
    const unit = name.charCodeAt(i);
    key[8 + 2 * i] = unit;
    key[9 + 2 * i] = unit >>> 8;
  }
  return key;
}

/** The next 32 bits, 0 … 2³² − 1. */
export function nextUint32(s: RandomStream): number {
  const state = s.state;
  const s1 = state[1] | 0;
  const scrambled = Math.imul(s1, 5);
  const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9);
  const s2 = state[2] ^ state[0];
  const s3 = state[3] ^ s1;
  state[1] = s1 ^ s2;
  state[0] ^= s3;
  state[2] = s2 ^ (s1 << 9);
  state[3] = (s3 << 11) | (s3 >>> 21);
  return result >>> 0;
}

/** Uniform in [0, 1), a multiple of 2⁻⁵³. */
export function uniform(s: RandomStream): number {
  const high = nextUint32(s) >>> 5;
  const low = nextUint32(s) >>> 6;
  return (high * 67108864 + low) * 1.1102230246251565e-16;
}

/** Uniform between lo and hi; hi itself only by rounding. */
export const uniformBetween = (s: RandomStream, lo: number, hi: number): number => lo + (hi - lo) * uniform(s);

/** Uniform among 0 … n − 1, unbiased, for an integer 1 ≤ n ≤ 2³². */
export function integerBelow(s: RandomStream, n: number): number {
  if (!(n >= 1 && n <= TWO_TO_32 && Math.floor(n) === n)) {
    throw new Error(`integerBelow: the bound is ${n}, but must be an integer from 1 to 2^32.`);
  }
  // draw again in the incomplete last group of n
  const limit = TWO_TO_32 - (TWO_TO_32 % n);
  let draw = nextUint32(s);
  while (draw >= limit) draw = nextUint32(s);
  return draw % n;
}

/** True with probability p. */
export const chance = (s: RandomStream, p: number): boolean => uniform(s) < p;

/** Standard normal, N(0, 1). */
export function gaussian(s: RandomStream): number {
  if (s.hasSpare) {
    s.hasSpare = false;
    return s.spare;
  }
  // a point in the unit disc, not its centre
  let u = 0;
  let v = 0;
  let square = 0;
  do {
    u = 2 * uniform(s) - 1;
    v = 2 * uniform(s) - 1;
    square = u * u + v * v;
  } while (square >= 1 || square === 0);
  const factor = Math.sqrt((-2 * log(square)) / square);
  s.spare = v * factor;
  s.hasSpare = true;
  return u * factor;
}
