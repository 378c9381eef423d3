/**
 * Which pixels are surely hidden by what has been recorded, before any row is drawn: boxes of whole pixels that lie inside a face. Solids of which
 * nothing else is left need no edges at all.
 */
import { Canvas } from './canvas';

/** Bits of a word from one column to before another, both counted from its first. */
// @ts-ignore: decorator
@inline
function bitsBetween(from: i32, to: i32): u64 {
  return (<u64>-1 << <u64>max(0, from)) & (<u64>-1 >> <u64>(64 - min(64, to)));
}

/** Pixels from one column and row to before others hide what comes. */
export function hide(canvas: Canvas, left: i32, right: i32, upper: i32, lower: i32): void {
  if (left >= right) return;
  const stride = <usize>canvas.words << 3;
  const firstWord = left >> 6;
  const lastWord = (right - 1) >> 6;
  for (let w = firstWord; w <= lastWord; w++) {
    const bits = bitsBetween(left - (w << 6), right - (w << 6));
    let at = canvas.hiding + <usize>upper * stride + (<usize>w << 3);
    for (let row = upper; row < lower; row++, at += stride) store<u64>(at, load<u64>(at) | bits);
  }
}

/** Whether all pixels of a row from one column to before another are hidden. */
export function isHiddenIn(canvas: Canvas, row: i32, left: i32, right: i32): bool {
  const words = canvas.hiding + (<usize>(row * canvas.words) << 3);
  const lastWord = (right - 1) >> 6;
  for (let w = left >> 6; w <= lastWord; w++) {
    if ((~load<u64>(words + (<usize>w << 3)) & bitsBetween(left - (w << 6), right - (w << 6))) != 0) return false;
  }
  return true;
}
