/**
 * Pictures through a constant map, with OpenCV's fixed-point bilinear interpolation.
 *
 * A map entry holds the index of the upper left of four source pixels and two fractions in 1/32 pixel:
 *
 *   entry = index << 10 | fy << 5 | fx
 *   out   = (Σ w p + 512) >> 10,   w = (32 − fx | fx) × (32 − fy | fy)
 *
 * OpenCV's 15-bit weights are these times 32, and its rounding (Σ + 2¹⁴) >> 15 is the same. Rows are blended first,
 * then columns; sums of integers do not mind the order. Up to two bytes behind the picture are read.
 */

import { spanBegin, spanEnd } from "./spans";

/** Blends upper and lower row of one pixel pair, 8 bytes each: 16-bit lanes, times 32. */
// @ts-ignore: decorator
@inline
function blendRows(p: usize, step: usize, entry: u32): v128 {
  const above = v128.extend_low<u8>(v128.load_zero<u64>(p));
  const below = v128.extend_low<u8>(v128.load_zero<u64>(p + step));
  const fy = i16x8.splat(<i16>((entry >> 5) & 31));
  return i16x8.add(i16x8.shl(above, 5), i16x8.mul(i16x8.sub(below, above), fy));
}

/** Blends the columns of one three-channel pixel: lanes (c₀, c₁, c₂, c₀), times 1024. */
// @ts-ignore: decorator
@inline
function interpolate3(src: usize, step: usize, entry: u32): v128 {
  const rows = blendRows(src + 3 * <usize>(entry >> 10), step, entry);
  // 32 − fx in the low half, fx in the high one
  const fx = i32x4.splat(32 + (entry & 31) * 65535);
  return i32x4.dot_i16x8_s(v128.shuffle<i16>(rows, rows, 0, 3, 1, 4, 2, 5, 0, 3), fx);
}

// @ts-ignore: decorator
@inline
function interpolate1(src: usize, step: usize, entry: u32): u32 {
  const p = src + <usize>(entry >> 10);
  const fx = entry & 31;
  const fy = (entry >> 5) & 31;
  const above = <u32>load<u8>(p) * (32 - fx) + <u32>load<u8>(p, 1) * fx;
  const below = <u32>load<u8>(p + step) * (32 - fx) + <u32>load<u8>(p + step, 1) * fx;
  return (above * (32 - fy) + below * fy + 512) >> 10;
}

// @ts-ignore: decorator
@inline
function rounded(sums: v128): v128 {
  return i32x4.shr_u(i32x4.add(sums, i32x4.splat(512)), 10);
}

/** Four 32-bit lanes as four bytes. */
// @ts-ignore: decorator
@inline
function storeBytes(p: usize, lanes: v128): void {
  const words = i16x8.narrow_i32x4_u(lanes, lanes);
  v128.store_lane<u32>(p, i8x16.narrow_i16x8_u(words, words), 0);
}

/** One channel to one channel, rows row0 … row1 − 1. */
export function remap1(src: usize, step: usize, map: usize, spans: usize, dst: usize, stride: usize, row0: i32, row1: i32): void {
  for (let row = row0; row < row1; row++) {
    const out = dst + <usize>row * stride;
    const entries = map + ((<usize>row * stride) << 2);
    const begin = spanBegin(spans, row);
    const end = spanEnd(spans, row);
    memory.fill(out, 0, stride);
    for (let column = begin; column < end; column++) {
      store<u8>(out + column, interpolate1(src, step, load<u32>(entries + (<usize>column << 2))));
    }
  }
}

/** Three channels to three channels; a row of dst has 3 × stride bytes, and one byte behind the last row is written. */
export function remap3(src: usize, step: usize, map: usize, spans: usize, dst: usize, stride: usize, row0: i32, row1: i32): void {
  for (let row = row0; row < row1; row++) {
    const out = dst + 3 * <usize>row * stride;
    const entries = map + ((<usize>row * stride) << 2);
    const begin = spanBegin(spans, row);
    const end = spanEnd(spans, row);
    memory.fill(out, 0, 3 * stride);
    for (let column = begin; column < end; column++) {
      // the fourth byte is overwritten by the next pixel
      storeBytes(out + 3 * column, rounded(interpolate3(src, step, load<u32>(entries + (<usize>column << 2)))));
    }
    if (end > begin) store<u8>(out + 3 * end, 0);
  }
}

/** The largest channels of four pixels, from four entries; rounding is monotone, so the largest sum gives the largest channel. */
// @ts-ignore: decorator
@inline
function largestOfFour(src: usize, step: usize, e: usize): v128 {
  const a = interpolate3(src, step, load<u32>(e));
  const b = interpolate3(src, step, load<u32>(e, 4));
  const c = interpolate3(src, step, load<u32>(e, 8));
  const d = interpolate3(src, step, load<u32>(e, 12));
  const ab = i32x4.max_u(v128.shuffle<i32>(a, b, 0, 4, 1, 5), v128.shuffle<i32>(a, b, 2, 6, 2, 6));
  const cd = i32x4.max_u(v128.shuffle<i32>(c, d, 0, 4, 1, 5), v128.shuffle<i32>(c, d, 2, 6, 2, 6));
  return rounded(i32x4.max_u(v128.shuffle<i32>(ab, cd, 0, 1, 4, 5), v128.shuffle<i32>(ab, cd, 2, 3, 6, 7)));
}

// @ts-ignore: decorator
@inline
function largestOfOne(src: usize, step: usize, entry: u32): i32 {
  const sums = rounded(interpolate3(src, step, entry));
  return max(max(i32x4.extract_lane(sums, 0), i32x4.extract_lane(sums, 1)), i32x4.extract_lane(sums, 2));
}

// @ts-ignore: decorator
@inline
function largestOfEach(src: usize, step: usize, entries: usize, out: usize, from: i32, to: i32): void {
  for (let column = from; column < to; column++) {
    store<u8>(out + column, largestOfOne(src, step, load<u32>(entries + (<usize>column << 2))));
  }
}

/**
 * The first pixel from `pixel` to `last` that differs from the one before it, in its own row or in the row below;
 * last + 1 if there is none. Five pixels at a time.
 */
// @ts-ignore: decorator
@inline
function nextChange(src: usize, step: usize, pixel: u32, last: u32): u32 {
  for (; pixel <= last; pixel += 5) {
    const p = src + 3 * <usize>pixel;
    const above = v128.ne<u8>(v128.load(p), v128.load(p - 3));
    const below = v128.ne<u8>(v128.load(p + step), v128.load(p + step - 3));
    const changes = i8x16.bitmask(v128.or(above, below)) & 0x7fff;
    // a third, for numbers below 16
    if (changes != 0) return min(pixel + ((<u32>ctz(changes) * 11) >> 5), last + 1);
  }
  return last + 1;
}

/**
 * A stretch of columns that follows one row of the picture to the right, all with one fy: between two changes of the picture, every
 * column has one value.
 */
// @ts-ignore: decorator
@inline
function valueAlongRow(src: usize, step: usize, entries: usize, out: usize, from: i32, to: i32): void {
  const last = (load<u32>(entries + (<usize>(to - 1) << 2)) >> 10) + 1;
  let change: u32 = 0;
  let column = from;
  for (; column + 8 <= to;) {
    const e = entries + (<usize>column << 2);
    const entry = load<u32>(e);
    if (change <= entry >> 10) change = nextChange(src, step, (entry >> 10) + 1, last);
    if ((load<u32>(e, 28) >> 10) + 1 < change) {
      const value = i8x16.splat(<i8>largestOfOne(src, step, entry));
      do {
        v128.store_lane<u64>(out + column, value, 0);
        column += 8;
      } while (column + 8 <= to && (load<u32>(entries + (<usize>column << 2), 28) >> 10) + 1 < change);
    } else {
      storeBytes(out + column, largestOfFour(src, step, e));
      column += 4;
    }
  }
  largestOfEach(src, step, entries, out, column, to);
}

/**
 * Three channels to the largest of them, HSV's value. `along` has two 16-bit numbers per row: the columns that follow one row of
 * the picture, none where they are equal.
 */
export function remapValue(
  src: usize, step: usize, map: usize, spans: usize, along: usize, dst: usize, stride: usize, row0: i32, row1: i32,
): void {
  for (let row = row0; row < row1; row++) {
    const out = dst + <usize>row * stride;
    const entries = map + ((<usize>row * stride) << 2);
    memory.fill(out, 0, stride);
    const end = spanEnd(spans, row);
    const alongBegin = spanBegin(along, row);
    const alongEnd = spanEnd(along, row);
    let column = spanBegin(spans, row);
    if (alongBegin < alongEnd) {
      largestOfEach(src, step, entries, out, column, alongBegin);
      valueAlongRow(src, step, entries, out, alongBegin, alongEnd);
      column = alongEnd;
    }
    for (; column + 4 <= end; column += 4) storeBytes(out + column, largestOfFour(src, step, entries + (<usize>column << 2)));
    largestOfEach(src, step, entries, out, column, end);
  }
}

/** Three channels to grey; the weights of the channels in 1/2¹⁵. */
export function remapGrey(src: usize, step: usize, map: usize, spans: usize, dst: usize, stride: usize, row0: i32, row1: i32, w0: i32, w1: i32, w2: i32): void {
  const weights = i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(w0), 1, w1), 2, w2);
  for (let row = row0; row < row1; row++) {
    const out = dst + <usize>row * stride;
    const entries = map + ((<usize>row * stride) << 2);
    const end = spanEnd(spans, row);
    memory.fill(out, 0, stride);
    for (let column = spanBegin(spans, row); column < end; column++) {
      const pixel = rounded(interpolate3(src, step, load<u32>(entries + (<usize>column << 2))));
      const product = i32x4.mul(pixel, weights);
      const sum = i32x4.extract_lane(product, 0) + i32x4.extract_lane(product, 1) + i32x4.extract_lane(product, 2);
      store<u8>(out + column, (sum + 16384) >> 15);
    }
  }
}

// @ts-ignore: decorator
@inline
function tap(src: usize, width: i32, height: i32, channels: i32, x: i32, y: i32, channel: i32): i32 {
  if (<u32>x >= <u32>width || <u32>y >= <u32>height) return 0;
  return load<u8>(src + <usize>((y * width + x) * channels + channel));
}

/**
 * Pixels on the picture's edge, some of whose four source pixels lie outside and count as 0. An edge is four 32-bit
 * numbers: index in the destination, x, y, and fy << 5 | fx. Mode 0 copies the channels, 1 takes the largest, 2 grey.
 */
export function remapEdges(
  src: usize, width: i32, height: i32, channels: i32, edges: usize, count: i32, dst: usize, from: i32, to: i32, mode: i32, w0: i32, w1: i32, w2: i32,
): void {
  for (let i = 0; i < count; i++, edges += 16) {
    const target = load<i32>(edges);
    if (target < from || target >= to) continue;
    const x = load<i32>(edges, 4);
    const y = load<i32>(edges, 8);
    const fx = load<i32>(edges, 12) & 31;
    const fy = load<i32>(edges, 12) >> 5;
    let largest = 0;
    let grey = 16384;
    for (let channel = 0; channel < channels; channel++) {
      const above = tap(src, width, height, channels, x, y, channel) * (32 - fx) + tap(src, width, height, channels, x + 1, y, channel) * fx;
      const below = tap(src, width, height, channels, x, y + 1, channel) * (32 - fx) + tap(src, width, height, channels, x + 1, y + 1, channel) * fx;
      const value = (above * (32 - fy) + below * fy + 512) >> 10;
      if (mode == 0) store<u8>(dst + <usize>(target * channels + channel), value);
      if (value > largest) largest = value;
      grey += value * (channel == 0 ? w0 : channel == 1 ? w1 : w2);
    }
    if (mode == 1) store<u8>(dst + <usize>target, largest);
    if (mode == 2) store<u8>(dst + <usize>target, grey >> 15);
  }
}
