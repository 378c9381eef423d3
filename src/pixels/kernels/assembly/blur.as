/**
 * Gaussian blur with the binomial kernels (1 2 1)/4 and (1 4 6 4 1)/16 in both directions, borders mirrored without
 * repeating the edge (OpenCV's BORDER_REFLECT_101), rounded half up: cv2.GaussianBlur with σ = 0, to the bit.
 */

import { reached } from "./spans";

// @ts-ignore: decorator
@inline
function mirrored(i: i32, n: i32): i32 {
  const positive = i < 0 ? -i : i;
  return positive >= n ? 2 * n - 2 - positive : positive;
}

/** A row of the picture as it was: those before the current one may have been written, and the last two of them are kept. */
// @ts-ignore: decorator
@inline
function rowBefore(src: usize, kept: usize, stride: usize, row: i32, current: i32): usize {
  return row < current ? kept + <usize>(row & 1) * stride : src + <usize>row * stride;
}

// @ts-ignore: decorator
@inline
function words(p: usize): v128 {
  return v128.extend_low<u8>(v128.load_zero<u64>(p));
}

/**
 * `size` is 3 or 5. Rows of src and dst have `stride` bytes, a multiple of 16, and outside the spans src is zero; dst may be src. `room`
 * holds 4 × (stride + 16) bytes: one row of words, and the last two rows of src.
 */
export function gaussianBlur(src: usize, dst: usize, stride: usize, columns: i32, rows: i32, spans: usize, size: i32, room: usize): void {
  const line = room + 16;
  const kept = line + 2 * stride + 32;
  const six = i16x8.splat(6);
  const half = i16x8.splat(size == 5 ? 128 : 8);
  for (let row = 0; row < rows; row++) {
    const a = rowBefore(src, kept, stride, mirrored(row - 2, rows), row);
    const b = rowBefore(src, kept, stride, mirrored(row - 1, rows), row);
    const c = src + <usize>row * stride;
    const d = rowBefore(src, kept, stride, mirrored(row + 1, rows), row);
    const e = rowBefore(src, kept, stride, mirrored(row + 2, rows), row);
    const seen = reached(spans, row, rows, size >> 1, columns);
    // eight columns at a time; those beside are mirrored at the ends, and otherwise zero
    const from = <usize>(seen >> 16) & ~7;
    const to = <usize>(seen & 0xffff);
    // down the columns
    for (let column = from; column < to; column += 8) {
      const middle = words(c + column);
      const near = i16x8.add(words(b + column), words(d + column));
      const sum = size == 5
        ? i16x8.add(i16x8.add(words(a + column), words(e + column)), i16x8.add(i16x8.shl(near, 2), i16x8.mul(middle, six)))
        : i16x8.add(near, i16x8.shl(middle, 1));
      v128.store(line + (column << 1), sum);
    }
    if (from > 0) store<u32>(line + (from << 1) - 4, 0);
    if (to < <usize>columns) store<u32>(line + (((to + 7) & ~7) << 1), 0);
    // mirror the ends
    for (let i = 1; i <= 2; i++) {
      if (from == 0) store<u16>(line - <usize>(2 * i), load<u16>(line + 2 * <usize>mirrored(-i, columns)));
      if (to == <usize>columns) store<u16>(line + 2 * <usize>(columns - 1 + i), load<u16>(line + 2 * <usize>mirrored(columns - 1 + i, columns)));
    }
    memory.copy(kept + <usize>(row & 1) * stride, c, stride);
    // along the row
    const out = dst + <usize>row * stride;
    memory.fill(out, 0, from);
    for (let column = from; column < to; column += 8) {
      const p = line + (column << 1);
      const middle = v128.load(p);
      const near = i16x8.add(v128.load(p - 2), v128.load(p, 2));
      const sum = size == 5
        ? i16x8.add(i16x8.add(v128.load(p - 4), v128.load(p, 4)), i16x8.add(i16x8.shl(near, 2), i16x8.mul(middle, six)))
        : i16x8.add(near, i16x8.shl(middle, 1));
      const rounded = i16x8.shr_u(i16x8.add(sum, half), size == 5 ? 8 : 4);
      v128.store_lane<u64>(out + column, i8x16.narrow_i16x8_u(rounded, rounded), 0);
    }
    memory.fill(out + to, 0, stride - to);
  }
}
