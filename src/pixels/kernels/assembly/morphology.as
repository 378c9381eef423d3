/**
 * Erosion and dilation by a rectangle: the least and the largest value under it. Its anchor is at (width / 2, height / 2),
 * rounded down; what lies outside the picture does not count. As cv2.erode and cv2.dilate, to the bit.
 *
 * The extreme of n neighbours comes from extremes of 1, 2, 4 …: ⌈log₂ n⌉ passes, first along rows, then down columns.
 */

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
    const shift = min(done, reach - done);
    // later steps still read what lies further on
    const length = bytes + (reach - done - shift) * pitch;
    const ahead = shift * pitch;
    for (let i: usize = 0; i < length; i += 16) v128.store(p + i, extreme(least, v128.load(p + i), v128.load(p + i + ahead)));
    done += shift;
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
