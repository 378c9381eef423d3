/**
 * What paths cover in a row: the pixels that an edge touches, each with the share of it that is covered, from left to right. The
 * pixels up to the next one are covered by the same share.
 */
import { Canvas, CELL } from './canvas';

/** Bytes of a touch: its column, and from the eighth on the share as a double. */
export const TOUCH: usize = 16;

/** Writes the touches between two columns at `out`, forgets what covered the row there, and returns where they end. */
export function gatherRow(canvas: Canvas, from: i32, to: i32, out: usize): usize {
  const lastWord = to >> 6;
  const touched = canvas.touched;
  const cells = canvas.cells;
  let covered: f64 = 0;
  for (let w = from >> 6; w <= lastWord; w++) {
    let bits = load<u64>(touched + (<usize>w << 3));
    if (bits == 0) continue;
    store<u64>(touched + (<usize>w << 3), 0);
    for (; bits != 0; bits &= bits - 1) {
      const column = (w << 6) + <i32>ctz<u64>(bits);
      const at = cells + (<usize>column << CELL);
      covered += <f64>load<f32>(at);
      store<f32>(at, 0);
      store<i32>(out, column);
      store<f64>(out, min<f64>(1, abs(covered)), 8);
      out += TOUCH;
    }
  }
  return out;
}
