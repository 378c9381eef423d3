/** From runs to bytes. Nothing is written outside the picture. */
import { Canvas, CELL, LEVELS } from './canvas';

/** Writes the row at `out`. */
export function writeRow(canvas: Canvas, out: usize): void {
  if (canvas.channels == 3) writeColours(canvas.starts, canvas.cells, canvas.words, canvas.width, out, canvas.end);
  else writeGreys(canvas.starts, canvas.cells, canvas.words, canvas.width, out, canvas.end);
}

/** 16 bytes at a time, beyond the end of a run where what follows is still to be written. */
function writeGreys(starts: usize, cells: usize, words: i32, width: i32, to: usize, end: usize): void {
  let value = load<i32>(cells, LEVELS);
  let from = to;
  for (let w = 0; w < words; w++) {
    let bits = load<u64>(starts + (<usize>w << 3));
    if (w == 0) bits &= ~(<u64>1);
    for (; bits != 0; bits &= bits - 1) {
      const column = <usize>((w << 6) + <i32>ctz<u64>(bits));
      writeGrey(from, to + column, value, end);
      from = to + column;
      value = load<i32>(cells + (column << CELL), LEVELS);
    }
  }
  writeGrey(from, to + width, value, end);
}

// @ts-ignore: decorator
@inline
function writeGrey(from: usize, to: usize, value: i32, end: usize): void {
  const pattern = i8x16.splat(<i8>value);
  let p = from;
  if (to + 16 <= end) {
    for (; p < to; p += 16) v128.store(p, pattern);
    return;
  }
  for (; p < to; p++) store<u8>(p, <u8>value);
}

function writeColours(starts: usize, cells: usize, words: i32, width: i32, to: usize, end: usize): void {
  let value = load<i32>(cells, LEVELS);
  let from = to;
  for (let w = 0; w < words; w++) {
    let bits = load<u64>(starts + (<usize>w << 3));
    if (w == 0) bits &= ~(<u64>1);
    for (; bits != 0; bits &= bits - 1) {
      const column = <usize>((w << 6) + <i32>ctz<u64>(bits));
      writeColour(from, to + 3 * column, value, end);
      from = to + 3 * column;
      value = load<i32>(cells + (column << CELL), LEVELS);
    }
  }
  writeColour(from, to + 3 * width, value, end);
}

/** Sixteen pixels are three vectors. */
// @ts-ignore: decorator
@inline
function writeColour(from: usize, to: usize, value: i32, end: usize): void {
  let p = from;
  if (to + 48 > end) {
    for (; p < to; p += 3) {
      store<u8>(p, <u8>value);
      store<u8>(p, <u8>(value >> 8), 1);
      store<u8>(p, <u8>(value >> 16), 2);
    }
    return;
  }
  const levels = i32x4.splat(value);
  const first = v128.swizzle(levels, i8x16(0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0));
  v128.store(p, first);
  if (p + 16 >= to) return;
  const second = v128.swizzle(levels, i8x16(1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1));
  const third = v128.swizzle(levels, i8x16(2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2));
  v128.store(p, second, 16);
  v128.store(p, third, 32);
  for (p += 48; p < to; p += 48) {
    v128.store(p, first);
    v128.store(p, second, 16);
    v128.store(p, third, 32);
  }
}
