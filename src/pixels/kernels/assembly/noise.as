/**
 * Gain and read noise, sixteen bytes at a time, each byte once:
 *
 *   p ← clip(p gain),   p ← clip(p + n),   n = ⌊(tᵢ + tⱼ)/128⌋
 *
 * t is a table of 16384 16-bit samples in 1/128 grey levels, a quarter of a level and more in all included so that n is rounded, and its first
 * sixteen once more behind it. Sixteen neighbours from i on meet sixteen from j on. i and j are the first 14 bits and the next of
 *
 *   s ← 6364136223846793005 s + 1442695040888963407   (mod 2⁶⁴)
 *
 * Two steps at a time are one step of the same kind: s ← a² s + (a + 1) c.
 * Reference: D. E. Knuth, MMIX, for the multiplier.
 */
const A: u64 = 6364136223846793005;
const C: u64 = 1442695040888963407;

/** Shifts to signed bytes and back, where saturating sums of signed numbers clip to 0 … 255. */
// @ts-ignore: decorator
@inline
function noised(pixels: v128, s: u64, table: usize): v128 {
  const a = table + <usize>((s >> 50) << 1);
  const b = table + <usize>((s >> 35) & 0x7ffe);
  const low = i16x8.shr_s(i16x8.add(v128.load(a), v128.load(b)), 7);
  const high = i16x8.shr_s(i16x8.add(v128.load(a, 16), v128.load(b, 16)), 7);
  const middle = i8x16.splat(-128);
  return v128.xor(i8x16.add_sat_s(v128.xor(pixels, middle), i8x16.narrow_i16x8_s(low, high)), middle);
}

/** p gain/2^shift, rounded half up; the gain has 16 bits. */
// @ts-ignore: decorator
@inline
function amplified(pixels: v128, gain: v128, half: v128, shift: i32): v128 {
  const low = v128.extend_low<u8>(pixels);
  const high = v128.extend_high<u8>(pixels);
  const a = i32x4.shr_u(i32x4.add(i32x4.extmul_low_i16x8_u(low, gain), half), shift);
  const b = i32x4.shr_u(i32x4.add(i32x4.extmul_high_i16x8_u(low, gain), half), shift);
  const c = i32x4.shr_u(i32x4.add(i32x4.extmul_low_i16x8_u(high, gain), half), shift);
  const d = i32x4.shr_u(i32x4.add(i32x4.extmul_high_i16x8_u(high, gain), half), shift);
  return i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(a, b), i16x8.narrow_i32x4_s(c, d));
}

// @ts-ignore: decorator
@inline
function pass(amplifies: bool, adds: bool, pixels: usize, length: usize, gain: i32, shift: i32, table: usize, low: u32, high: u32, room: usize): void {
  const factor = i16x8.splat(<i16>gain);
  const half = i32x4.splat((1 << shift) >> 1);
  let s: u64 = (<u64>high << 32) | <u64>low;
  const end = pixels + length;
  // a pair is worked on side by side
  for (; pixels + 32 <= end; pixels += 32) {
    const next = s * A + C;
    s = s * (A * A) + (A + 1) * C;
    let p = v128.load(pixels);
    let q = v128.load(pixels, 16);
    if (amplifies) {
      p = amplified(p, factor, half, shift);
      q = amplified(q, factor, half, shift);
    }
    if (adds) {
      p = noised(p, next, table);
      q = noised(q, s, table);
    }
    v128.store(pixels, p);
    v128.store(pixels, q, 16);
  }
  for (; pixels < end; pixels += 16) {
    s = s * A + C;
    let p = v128.load(pixels);
    if (amplifies) p = amplified(p, factor, half, shift);
    if (adds) p = noised(p, s, table);
    if (pixels + 16 <= end) {
      v128.store(pixels, p);
    } else {
      // what lies behind is left alone
      v128.store(room, p);
      memory.copy(pixels, room, end - pixels);
    }
  }
}

/** p ← clip(p gain/2^shift); `room` holds 16 bytes. Reads up to 15 bytes behind the end. */
export function amplify(pixels: usize, length: usize, gain: i32, shift: i32, room: usize): void {
  pass(true, false, pixels, length, gain, shift, 0, 0, 0, room);
}

/** p ← clip(p + n); s begins with the two halves. */
export function addNoise(pixels: usize, length: usize, table: usize, low: u32, high: u32, room: usize): void {
  pass(false, true, pixels, length, 0, 0, table, low, high, room);
}

/** Both in one pass. */
export function amplifyAndAddNoise(pixels: usize, length: usize, gain: i32, shift: i32, table: usize, low: u32, high: u32, room: usize): void {
  pass(true, true, pixels, length, gain, shift, table, low, high, room);
}
