/**
 * Sixteen 32-bit lanes over blocks of 64 bytes, little-endian words, one round of XXH32 per word:
 *
 *   lane ← rotl(lane + word × 0x85EBCA77, 13) × 0x9E3779B1
 *
 * as src/math/byte-lanes.ts says; four lanes to a register.
 */

// @ts-ignore: decorator
@inline
function round(lanes: v128, words: v128): v128 {
  const sum = i32x4.add(lanes, i32x4.mul(words, i32x4.splat(<i32>0x85ebca77)));
  return i32x4.mul(v128.or(i32x4.shl(sum, 13), i32x4.shr_u(sum, 19)), i32x4.splat(<i32>0x9e3779b1));
}

/** `lanes` ← those after so many blocks from `address` on. */
export function foldBlocks(address: usize, blocks: i32, lanes: usize): void {
  let a = v128.load(lanes);
  let b = v128.load(lanes, 16);
  let c = v128.load(lanes, 32);
  let d = v128.load(lanes, 48);
  for (; blocks > 0; blocks--, address += 64) {
    a = round(a, v128.load(address));
    b = round(b, v128.load(address, 16));
    c = round(c, v128.load(address, 32));
    d = round(d, v128.load(address, 48));
  }
  v128.store(lanes, a);
  v128.store(lanes, b, 16);
  v128.store(lanes, c, 32);
  v128.store(lanes, d, 48);
}
