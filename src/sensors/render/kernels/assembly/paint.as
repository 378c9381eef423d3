/**
 * Paint on a row of runs. A span costs what it changes in number of runs, whatever its length: filling one clears bits,
 * shading one shades the runs below. Each pixel goes through the same arithmetic as if it were painted by itself.
 */
import { Canvas, CELL, clearStart, isStart, levelsAt, LEVELS, NEGLIGIBLE, rounded, setLevels, setStart, splitAt } from './canvas';
import { TOUCH } from './touches';

/** p ← keep p + added, by channel, rounded and clipped. */
// @ts-ignore: decorator
@inline
export function mixed(value: i32, keep: f64, first: f64, second: f64, third: f64, isColour: bool): i32 {
  const low = rounded(<f64>(value & 255) * keep + first);
  if (!isColour) return low;
  const kept = f64x2.splat(keep);
  const half = f64x2.splat(0.5);
  const high = f64x2.convert_low_i32x4_u(i32x4.replace_lane(i32x4.splat((value >> 8) & 255), 1, value >> 16));
  const sum = f64x2.add(f64x2.add(f64x2.mul(high, kept), f64x2.replace_lane(f64x2.splat(second), 1, third)), half);
  const levels = i32x4.min_u(i32x4.trunc_sat_f64x2_u_zero(sum), i32x4.splat(255));
  return low | (i32x4.extract_lane(levels, 0) << 8) | (i32x4.extract_lane(levels, 1) << 16);
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

/** What becomes of every run that begins from `start` to before `end` is in a table of levels. */
function shadeSpan(starts: usize, cells: usize, start: i32, end: i32, table: usize): void {
  const lastWord = (end - 1) >> 6;
  for (let w = start >> 6; w <= lastWord; w++) {
    let bits = load<u64>(starts + (<usize>w << 3));
    if (w == start >> 6) bits &= <u64>-1 << (<u64>start & 63);
    if (w == lastWord) bits &= <u64>-1 >> (63 - (<u64>(end - 1) & 63));
    for (; bits != 0; bits &= bits - 1) {
      const at = cells + (<usize>((w << 6) + <i32>ctz<u64>(bits)) << CELL);
      const low = <i32>load<u8>(table + <usize>load<u8>(at, LEVELS));
      const middle = <i32>load<u8>(table + <usize>load<u8>(at, LEVELS + 1));
      const high = <i32>load<u8>(table + <usize>load<u8>(at, LEVELS + 2));
      store<i32>(at, low | (middle << 8) | (high << 16), LEVELS);
    }
  }
}

/** Shades at hand, each what is kept of a level and then all levels as bytes; there is room for so many. */
const SHADES: u64 = 16;
const SHADE: usize = 264;
const SHADED: usize = 8;

/** The table of a shade; written where it is not the one at hand. */
function shadesOf(shades: usize, keep: f64): usize {
  const bits = reinterpret<u64>(keep);
  const shade = shades + SHADE * <usize>((bits ^ (bits >> 32) ^ (bits >> 48)) & (SHADES - 1));
  if (load<f64>(shade) != keep) {
    store<f64>(shade, keep);
    for (let level = 0; level < 256; level++) store<u8>(shade + <usize>level, <u8>rounded(<f64>level * keep), SHADED);
  }
  return shade + SHADED;
}

/** The paint at hand: a level for each channel, and the opacity. */
@unmanaged
export class Brush {
  first: f64;
  second: f64;
  third: f64;
  opacity: f64;
}

/** Paints by the touches from `touch` to `end`. */
export function paintRow(canvas: Canvas, brush: Brush, touch: usize, end: usize): void {
  const first = brush.first;
  const second = brush.second;
  const third = brush.third;
  const opacity = brush.opacity;
  const width = canvas.width;
  const isColour = canvas.channels == 3;
  const starts = canvas.starts;
  const cells = canvas.cells;
  const full = opacity == 1 ? mixed(0, 0, first, second, third, isColour) : 0;
  const isShade = first == 0 && second == 0 && third == 0;
  let alpha: f64 = 0;
  let next = 0;
  // levels that the pixel before `next` has been given; −1 when it was left alone
  let given = -1;
  for (;; touch += TOUCH) {
    // after the last touch the rest of the row
    const isRest = touch == end;
    const column = isRest ? width : load<i32>(touch);
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
          if (alpha == 1 && isShade) shadeSpan(starts, cells, next, column, shadesOf(canvas.shades, keep));
          else mixSpan(starts, cells, next, column, keep, alpha * first, alpha * second, alpha * third, isColour);
          given = -1;
        }
      } else {
        given = -1;
      }
    }
    if (isRest) return;
    alpha = load<f64>(touch, 8);
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
