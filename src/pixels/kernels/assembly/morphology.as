/**
 * Erosion and dilation by a rectangle: the least and the largest value under it. Its anchor is at (width / 2, height / 2),
 * rounded down; what lies outside the picture does not count. As cv2.erode and cv2.dilate, to the bit.
 *
 * The extreme of n neighbours comes from extremes of 1, 3, 9 …: ⌈log₃ n⌉ passes, first along rows, then down columns.
 */

import { reached } from "./spans";

// @ts-ignore: decorator
@inline
function extreme(least: bool, a: v128, b: v128): v128 {
  return least ? v128.min<u8>(a, b) : v128.max<u8>(a, b);
}

/** p[i] ← extreme of p[i] … p[i + reach − 1], for `bytes` bytes in steps of `pitch`; reads (reach − 1) × pitch further. */
// @ts-ignore: decorator
@inline
function gather(least: bool, p: usize, bytes: usize, reach: usize, pitch: usize): void {
  for (let done: usize = 1; done < reach;) {
    // two more stretches as long as what is done, or what is missing
    const first = min(done, reach - done);
    const second = min(2 * done, reach - done);
    // later steps still read what lies further on
    const length = bytes + (reach - done - second) * pitch;
    const near = first * pitch;
    const far = second * pitch;
    if (near == far) {
      for (let i: usize = 0; i < length; i += 16) v128.store(p + i, extreme(least, v128.load(p + i), v128.load(p + i + near)));
    } else {
      for (let i: usize = 0; i < length; i += 16) {
        v128.store(p + i, extreme(least, extreme(least, v128.load(p + i), v128.load(p + i + near)), v128.load(p + i + far)));
      }
    }
    done += second;
  }
}

/**
 * Along rows within `line`, then down the columns within `room`. `room` holds (rows + height − 1) × stride bytes,
 * `line` stride + width + 32.
 */
// @ts-ignore: decorator
@inline
function morph(least: bool, src: usize, dst: usize, stride: usize, columns: i32, rows: i32, width: i32, height: i32, room: usize, line: usize): void {
  const neutral: u8 = least ? 255 : 0;
  const top = <usize>(height >> 1);
  const left = <usize>(width >> 1);
  memory.fill(room, neutral, top * stride);
  memory.fill(room + (top + <usize>rows) * stride, neutral, (<usize>height - 1 - top) * stride);
  memory.fill(line, neutral, stride + <usize>width + 32);
  for (let row = 0; row < rows; row++) {
    const out = room + (top + <usize>row) * stride;
    memory.copy(line + left, src + <usize>row * stride, columns);
    if (width > 1) {
      memory.fill(line, neutral, left);
      memory.fill(line + left + columns, neutral, <usize>width + 15);
      gather(least, line, columns, width, 1);
    }
    memory.copy(out, line, stride);
  }
  gather(least, room, <usize>rows * stride, height, stride);
  memory.copy(dst, room, <usize>rows * stride);
}

export function erode(src: usize, dst: usize, stride: usize, columns: i32, rows: i32, width: i32, height: i32, room: usize, line: usize): void {
  morph(true, src, dst, stride, columns, rows, width, height, room, line);
}

export function dilate(src: usize, dst: usize, stride: usize, columns: i32, rows: i32, width: i32, height: i32, room: usize, line: usize): void {
  morph(false, src, dst, stride, columns, rows, width, height, room, line);
}

/**
 * dst ← src − opening along rows by `width`, an odd number: what is brighter than its surroundings and narrower. Outside the spans, and
 * `reach` pixels around them, src is zero, and so is the result: nothing can be opened there. `line` holds 2 × (stride + width + 32) bytes.
 */
export function topHat(src: usize, dst: usize, stride: usize, columns: i32, rows: i32, spans: usize, reach: i32, width: i32, line: usize): void {
  const half = width >> 1;
  const eroded = line;
  const opened = line + stride + <usize>width + 32;
  for (let row = 0; row < rows; row++) {
    const from = src + <usize>row * stride;
    const to = dst + <usize>row * stride;
    const seen = reached(spans, row, rows, reach, columns);
    const begin = <i32>(seen >> 16);
    const end = <i32>(seen & 0xffff);
    const length = <usize>(end - begin);
    // the least of each neighbourhood, in which what lies outside the picture does not count
    const left = max(0, begin - half);
    const right = min(columns, end + half);
    const outside = <usize>(left - (begin - half));
    memory.fill(eroded, 255, outside);
    memory.copy(eroded + outside, from + <usize>left, right - left);
    memory.fill(eroded + outside + <usize>(right - left), 255, <usize>(end + half - right) + 16);
    gather(true, eroded, length, width, 1);
    // the largest of those, which are zero outside
    memory.fill(opened, 0, half);
    memory.copy(opened + <usize>half, eroded, length);
    memory.fill(opened + <usize>half + length, 0, half + 16);
    gather(false, opened, length, width, 1);
    memory.fill(to, 0, begin);
    for (let i: usize = 0; i < length; i += 16) {
      v128.store(to + <usize>begin + i, v128.sub_sat<u8>(v128.load(from + <usize>begin + i), v128.load(opened + i)));
    }
    memory.fill(to + <usize>end, 0, stride - <usize>end);
  }
}
