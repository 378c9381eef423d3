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
import { Canvas, CELL } from './canvas';

// @ts-ignore: decorator
@inline
function touch(touched: usize, column: i32): void {
  const word = touched + (<usize>(column >> 6) << 3);
  store<u64>(word, load<u64>(word) | (<u64>1 << (<u64>column & 63)));
}

// @ts-ignore: decorator
@inline
function add(cells: usize, column: i32, amount: f64): void {
  const at = cells + (<usize>column << CELL);
  store<f32>(at, <f32>(<f64>load<f32>(at) + amount));
}

/** Rows that edges are added to; all others stay as they are. */
let fromRow: i32 = 0;
let toRow: i32 = i32.MAX_VALUE;

/** Limits the rows that edges are added to. */
export function limitRows(from: i32, to: i32): void {
  fromRow = from;
  toRow = to;
}

/** Adds the edges between `count` points x₀, y₀, x₁, y₁ …; over several calls they must close. */
export function addPath(self: usize, path: usize, count: i32): void {
  const canvas = changetype<Canvas>(self);
  const columns = canvas.width;
  const width = <f64>columns;
  const height = <f64>canvas.height;
  const stride = <usize>(columns + 1) << CELL;
  const words = <usize>canvas.words << 3;
  let top = canvas.top;
  let bottom = canvas.bottom;
  let firstWord = canvas.firstWord;
  let lastWord = canvas.lastWord;
  const end = path + (<usize>(count - 1) << 4);
  for (let p = path; p < end; p += 16) {
    // downwards, sign tells which way it was
    const isDown = load<f64>(p, 8) < load<f64>(p, 24);
    const sign: f64 = isDown ? 1 : -1;
    const from = isDown ? p : p + 16;
    const to = isDown ? p + 16 : p;
    let x = load<f64>(from);
    let y = load<f64>(from, 8);
    let xLast = load<f64>(to);
    let yLast = load<f64>(to, 8);
    // out of sight: above, below, level, or to the right
    if (!(yLast > 0 && y < height && y < yLast && (x < width || xLast < width))) continue;
    const slope = (xLast - x) / (yLast - y);
    if (y < 0) {
      x -= y * slope;
      y = 0;
    }
    if (yLast > height) {
      xLast += (height - yLast) * slope;
      yLast = height;
    }
    let row = <i32>y;
    if (row > toRow) continue;
    // down to the first row that counts
    for (; row < fromRow && y < yLast; row++) {
      const yNext = min(yLast, <f64>(row + 1));
      x = <f64>(row + 1) >= yLast ? xLast : x + (yNext - y) * slope;
      y = yNext;
    }
    if (y >= yLast) continue;
    if (row < top) top = row;
    let cells = canvas.cells + <usize>row * stride;
    let touched = canvas.touched + <usize>row * words;
    for (; y < yLast && row <= toRow; row++, cells += stride, touched += words) {
      // the piece in this row
      const below = <f64>(row + 1);
      const isLastRow = below >= yLast;
      const yNext = isLastRow ? yLast : below;
      const xNext = isLastRow ? xLast : x + (yNext - y) * slope;
      let d = sign * (yNext - y);
      let lo = x < xNext ? x : xNext;
      let hi = x < xNext ? xNext : x;
      x = xNext;
      y = yNext;
      if (lo >= width) continue;
      // what is left of the picture covers all of the row
      if (lo < 0) {
        const left = hi <= 0 ? d : (d * lo) / (lo - hi);
        add(cells, 0, left);
        touch(touched, 0);
        firstWord = 0;
        if (lastWord < 0) lastWord = 0;
        if (hi <= 0) continue;
        d -= left;
        lo = 0;
      }
      if (hi > width) {
        d *= (width - lo) / (hi - lo);
        hi = width;
      }
      const first = <i32>lo;
      if (first >> 6 < firstWord) firstWord = first >> 6;
      let column = first;
      if (hi <= <f64>(first + 1)) {
        // within one pixel
        const share = d * (0.5 * (lo + hi) - <f64>first);
        add(cells, first, d - share);
        column = first + 1;
        add(cells, column, share);
        touch(touched, first);
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
          touch(touched, column);
          reached = g;
          before = share;
        }
        add(cells, column, d * (1 - before));
      }
      touch(touched, column);
      if (column >> 6 > lastWord) lastWord = column >> 6;
    }
    if (row - 1 > bottom) bottom = row - 1;
  }
  canvas.top = top;
  canvas.bottom = bottom;
  canvas.firstWord = firstWord;
  canvas.lastWord = lastWord;
}
