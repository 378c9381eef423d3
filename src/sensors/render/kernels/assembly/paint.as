/**
 * Paint on a picture of runs. A span costs what it changes in number of runs, whatever its length: filling one clears bits,
 * shading one shades the runs below. Each pixel goes through the same arithmetic as if it were painted by itself.
 */
import { Canvas, CELL, clearStart, isStart, levelsAt, LEVELS, NEGLIGIBLE, rounded, setLevels, setStart, splitAt } from './canvas';

/** p ← keep p + added, by channel. */
// @ts-ignore: decorator
@inline
function mixed(value: i32, keep: f64, first: f64, second: f64, third: f64, isColour: bool): i32 {
  const low = rounded(<f64>(value & 255) * keep + first);
  if (!isColour) return low;
  const middle = rounded(<f64>((value >> 8) & 255) * keep + second);
  return low | (middle << 8) | (rounded(<f64>(value >> 16) * keep + third) << 16);
}

/** Ends all runs that begin from `start` to before `end`. */
function clearStarts(starts: usize, start: i32, end: i32): void {
  let word = starts + (<usize>(start >> 6) << 3);
  const last = starts + (<usize>((end - 1) >> 6) << 3);
  const from = <u64>-1 << (<u64>start & 63);
  const to = <u64>-1 >> (63 - (<u64>(end - 1) & 63));
  if (word == last) {
    store<u64>(word, load<u64>(word) & ~(from & to));
    return;
  }
  store<u64>(word, load<u64>(word) & ~from);
  for (word += 8; word < last; word += 8) store<u64>(word, 0);
  store<u64>(word, load<u64>(word) & ~to);
}

/** Mixes into every run that begins from `start` to before `end`. */
function mixSpan(
  starts: usize,
  cells: usize,
  start: i32,
  end: i32,
  keep: f64,
  first: f64,
  second: f64,
  third: f64,
  isColour: bool,
): void {
  const lastWord = (end - 1) >> 6;
  // neighbouring runs often have the same levels
  let old = -1;
  let value = 0;
  for (let w = start >> 6; w <= lastWord; w++) {
    let bits = load<u64>(starts + (<usize>w << 3));
    if (w == start >> 6) bits &= <u64>-1 << (<u64>start & 63);
    if (w == lastWord) bits &= <u64>-1 >> (63 - (<u64>(end - 1) & 63));
    for (; bits != 0; bits &= bits - 1) {
      const at = cells + (<usize>((w << 6) + <i32>ctz<u64>(bits)) << CELL);
      const here = load<i32>(at, LEVELS);
      if (here != old) {
        old = here;
        value = mixed(here, keep, first, second, third, isColour);
      }
      store<i32>(at, value, LEVELS);
    }
  }
}

/** Paints what the paths cover, p ← p + α (paint − opacity p) for the covered share α of a pixel, and forgets them. */
export function paint(self: usize, brush: usize): void {
  // a level for each channel, then the opacity
  const first = load<f64>(brush);
  const second = load<f64>(brush, 8);
  const third = load<f64>(brush, 16);
  const opacity = load<f64>(brush, 24);
  const canvas = changetype<Canvas>(self);
  const width = canvas.width;
  const isColour = canvas.channels == 3;
  const firstWord = canvas.firstWord;
  const lastWord = canvas.lastWord;
  const stride = <usize>(width + 1) << CELL;
  const words = <usize>canvas.words << 3;
  const full = mixed(0, 0, first, second, third, isColour);
  for (let row = canvas.top; row <= canvas.bottom; row++) {
    const touched = canvas.touched + <usize>row * words;
    const starts = canvas.starts + <usize>row * words;
    const cells = canvas.cells + <usize>row * stride;
    let covered: f64 = 0;
    let alpha: f64 = 0;
    let next = 0;
    // levels that the pixel before `next` has been given; −1 when it was left alone
    let given = -1;
    for (let w = firstWord; w <= lastWord + 1; w++) {
      // after the last word the rest of the row
      const isRest = w > lastWord;
      let bits = isRest ? <u64>1 : load<u64>(touched + (<usize>w << 3));
      if (bits == 0) continue;
      if (!isRest) store<u64>(touched + (<usize>w << 3), 0);
      for (; bits != 0; bits &= bits - 1) {
        const column = isRest ? width : (w << 6) + <i32>ctz<u64>(bits);
        // the pixels since the last difference are all covered alike
        if (column > next) {
          if (alpha > NEGLIGIBLE) {
            if (column < width) splitAt(starts, cells, column);
            if (opacity == 1 && alpha > 1 - NEGLIGIBLE) {
              clearStarts(starts, next, column);
              if (given != full) {
                setStart(starts, next);
                setLevels(cells, next, full);
              }
              given = full;
            } else {
              splitAt(starts, cells, next);
              const keep = 1 - alpha * opacity;
              mixSpan(starts, cells, next, column, keep, alpha * first, alpha * second, alpha * third, isColour);
              given = -1;
            }
          } else {
            given = -1;
          }
        }
        if (isRest) break;
        const at = cells + (<usize>column << CELL);
        covered += <f64>load<f32>(at);
        store<f32>(at, 0);
        alpha = min<f64>(1, abs(covered));
        next = column + 1;
        if (column == width || alpha < NEGLIGIBLE) {
          given = -1;
          continue;
        }
        const old = levelsAt(starts, cells, column);
        const keep = 1 - alpha * opacity;
        const value = mixed(old, keep, alpha * first, alpha * second, alpha * third, isColour);
        if (next < width && !isStart(starts, next)) {
          setStart(starts, next);
          setLevels(cells, next, old);
        }
        if (value == given) {
          clearStart(starts, column);
        } else {
          setStart(starts, column);
          setLevels(cells, column, value);
        }
        given = value;
      }
    }
  }
  canvas.top = canvas.height;
  canvas.bottom = -1;
  canvas.firstWord = canvas.words;
  canvas.lastWord = -1;
}
