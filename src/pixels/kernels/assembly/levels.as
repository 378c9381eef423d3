/** Pixel by pixel. Lengths are multiples of 16. */

import { spanBegin, spanEnd } from "./spans";

/** 255 where src > level, else 0. */
export function threshold(src: usize, dst: usize, length: usize, level: u8): void {
  const limit = i8x16.splat(level);
  for (let i: usize = 0; i < length; i += 16) v128.store(dst + i, v128.gt<u8>(v128.load(src + i), limit));
}

/** a − b, not below 0. */
export function subtract(a: usize, b: usize, dst: usize, length: usize): void {
  for (let i: usize = 0; i < length; i += 16) v128.store(dst + i, v128.sub_sat<u8>(v128.load(a + i), v128.load(b + i)));
}

/** How many pixels within the spans of every `pitch`-th row are not above `level`. Reads up to 15 bytes behind a span. */
export function countUpTo(src: usize, spans: usize, stride: usize, rows: i32, pitch: i32, level: u8): i32 {
  const limit = i8x16.splat(level);
  let count = 0;
  for (let row = 0; row < rows; row += pitch) {
    const p = src + <usize>row * stride;
    const end = spanEnd(spans, row);
    let column = spanBegin(spans, row);
    for (; column + 16 <= end; column += 16) count += popcnt(i8x16.bitmask(v128.le<u8>(v128.load(p + column), limit)));
    if (column < end) count += popcnt(i8x16.bitmask(v128.le<u8>(v128.load(p + column), limit)) & ((1 << (end - column)) - 1));
  }
  return count;
}

/** a where b is set, else 0. */
export function keep(a: usize, b: usize, dst: usize, length: usize): void {
  for (let i: usize = 0; i < length; i += 16) v128.store(dst + i, v128.and(v128.load(a + i), v128.load(b + i)));
}
