/**
 * How much of each pixel lies inside closed paths: exact areas, so that an edge shows where it is to a fraction of a pixel and
 * a line thinner than a pixel has just the brightness it deserves, without steps or shimmer at any distance.
 *
 * An edge that crosses a row of pixels downwards by d covers, of the pixels to its right, d of each; upwards −d. With x
 * running from `lo` to `hi` within the row,
 *
 *   G(x) = 0 for x ≤ lo,   (x − lo)² / (2 (hi − lo)) between,   x − ½(lo + hi) for x ≥ hi
 *
 * is the area to the right of the edge as far as x, per d; pixel i gets d (G(i+1) − G(i)). Only the differences from one
 * pixel to the next are stored, at the few pixels that an edge touches, and a bit for each; painting adds them up from
 * left to right, jumps from bit to bit and fills what is between. So the price is that of the edges, not of the area.
 *
 * Paths that turn the same way add up; overlaps count once. Coordinates: the picture is 0 … width, 0 … height.
 */
import { CELL, truncated } from './canvas';

// @ts-ignore: decorator
@inline
function touch(touched: usize, column: i32): void {
  const word = touched + (<usize>(column >> 6) << 3);
  store<u64>(word, load<u64>(word) | (<u64>1 << (<u64>column & 63)));
}

/** All columns from one to another. */
// @ts-ignore: decorator
@inline
function touchAll(touched: usize, from: i32, to: i32): void {
  let word = touched + (<usize>(from >> 6) << 3);
  const last = touched + (<usize>(to >> 6) << 3);
  let bits = <u64>-1 << (<u64>from & 63);
  for (; word < last; word += 8) {
    store<u64>(word, load<u64>(word) | bits);
    bits = <u64>-1;
  }
  store<u64>(last, load<u64>(last) | (bits & (<u64>-1 >> (63 - (<u64>to & 63)))));
}

// @ts-ignore: decorator
@inline
function add(cells: usize, column: i32, amount: f64): void {
  const at = cells + (<usize>column << CELL);
  store<f32>(at, <f32>(<f64>load<f32>(at) + amount));
}

/** Without a branch, which for edges that lean either way nobody could predict. */
// @ts-ignore: decorator
@inline
function lesserOf(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmin(f64x2.splat(a), f64x2.splat(b)), 0);
}

// @ts-ignore: decorator
@inline
function greaterOf(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmax(f64x2.splat(a), f64x2.splat(b)), 0);
}

/** Adds what an edge covers that comes into the row at x, leaves it at xNext and goes downwards by d. */
// @ts-ignore: decorator
@inline
export function cover(cells: usize, touched: usize, width: f64, x: f64, xNext: f64, depth: f64): void {
  let d = depth;
  let lo = lesserOf(x, xNext);
  let hi = greaterOf(x, xNext);
  if (lo >= width) return;
  // what is left of the picture covers all of the row
  if (lo < 0) {
    const left = hi <= 0 ? d : (d * lo) / (lo - hi);
    add(cells, 0, left);
    touch(touched, 0);
    if (hi <= 0) return;
    d -= left;
    lo = 0;
  }
  if (hi > width) {
    d *= (width - lo) / (hi - lo);
    hi = width;
  }
  const first = truncated(lo);
  let column = first;
  if (hi <= <f64>(first + 1)) {
    // within one pixel
    const share = d * (0.5 * (lo + hi) - <f64>first);
    add(cells, first, d - share);
    column = first + 1;
    add(cells, column, share);
  } else {
    const half = 0.5 / (hi - lo);
    const middle = 0.5 * (lo + hi);
    let reached: f64 = 0;
    let before: f64 = 0;
    for (; <f64>column < hi; column++) {
      const right = <f64>(column + 1);
      const across = right - lo;
      const g = right < hi ? across * across * half : right - middle;
      const share = g - reached;
      add(cells, column, d * (share - before));
      reached = g;
      before = share;
    }
    add(cells, column, d * (1 - before));
  }
  touchAll(touched, first, column);
}
