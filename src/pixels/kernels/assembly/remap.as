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

/** A row of the picture with more changes than this is not worth listing. */
const MAX_CHANGES: i32 = 96;
const NOT_LISTED: u32 = 0xffffffff;

/**
 * Lists the pixels of a row that differ from the one before them, in their own row or in the row below, and a last one beyond all. Five pixels
 * at a time. False when there are too many.
 */
function listChanges(src: usize, step: usize, row: u32, width: u32, list: usize): bool {
  const end = row + width;
  let count = 0;
  for (let pixel = row + 1; pixel < end; pixel += 5) {
    const p = src + 3 * <usize>pixel;
    const above = v128.ne<u8>(v128.load(p), v128.load(p - 3));
    const below = v128.ne<u8>(v128.load(p + step), v128.load(p + step - 3));
    let changes = i8x16.bitmask(v128.or(above, below)) & 0x7fff;
    while (changes != 0) {
      // a third, for numbers below 16
      const which = (<u32>ctz(changes) * 11) >> 5;
      if (count == MAX_CHANGES) return false;
      store<u32>(list + (<usize>count << 2), pixel + which);
      count++;
      changes &= ~(7 << (3 * which));
    }
  }
  store<u32>(list + (<usize>count << 2), NOT_LISTED);
  return true;
}

/** Columns from … to − 1 that follow one row of the picture to the right, all with one fy: between two changes every column has one value. */
// @ts-ignore: decorator
@inline
function valueAlongRow(src: usize, step: usize, entries: usize, list: usize, out: usize, from: i32, to: i32): i32 {
  let change = load<u32>(list);
  let column = from;
  while (column + 4 <= to) {
    const e = entries + (<usize>column << 2);
    const entry = load<u32>(e);
    while (change <= entry >> 10) {
      list += 4;
      change = load<u32>(list);
    }
    if ((load<u32>(e, 12) >> 10) + 1 < change) {
      const value = i8x16.splat(<i8>largestOfOne(src, step, entry));
      for (; column + 16 <= to && (load<u32>(entries + (<usize>column << 2), 60) >> 10) + 1 < change; column += 16) {
        v128.store(out + column, value);
      }
      for (; column + 4 <= to && (load<u32>(entries + (<usize>column << 2), 12) >> 10) + 1 < change; column += 4) {
        v128.store_lane<u32>(out + column, value, 0);
      }
    } else {
      storeBytes(out + column, largestOfFour(src, step, e));
      column += 4;
    }
  }
  return column;
}

/**
 * Three channels to the largest of them, HSV's value. `along` has two 16-bit numbers per row: the columns that follow one row of
 * the picture, none where they are equal. `room` holds 512 bytes.
 */
export function remapValue(
  src: usize, step: usize, map: usize, spans: usize, along: usize, dst: usize, stride: usize, row0: i32, row1: i32, room: usize,
): void {
  const width = <u32>step / 3;
  let listed = NOT_LISTED;
  let isPlain = false;
  for (let row = row0; row < row1; row++) {
    const out = dst + <usize>row * stride;
    const entries = map + ((<usize>row * stride) << 2);
    memory.fill(out, 0, stride);
    const end = spanEnd(spans, row);
    const alongBegin = spanBegin(along, row);
    const alongEnd = spanEnd(along, row);
    let column = spanBegin(spans, row);
    if (alongBegin < alongEnd) {
      // far rows of the view show the same row of the picture many times
      const first = load<u32>(entries + (<usize>alongBegin << 2)) >> 10;
      const pictureRow = first - (first % width);
      if (pictureRow != listed) isPlain = listChanges(src, step, pictureRow, width, room);
      listed = pictureRow;
      if (isPlain) {
        largestOfEach(src, step, entries, out, column, alongBegin);
        column = valueAlongRow(src, step, entries, room, out, alongBegin, alongEnd);
      }
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
