/**
 * Canny's edges of a grey picture, to the bit those of cv2.Canny with aperture 3 and |gx| + |gy| as magnitude.
 *
 *   g = Sobel 3 × 3, border repeated;  m = |gx| + |gy|, 0 outside the picture
 *   candidate: m > low, and m is a ridge across the edge: of the two neighbours in the direction of the gradient, m exceeds
 *   the left or upper and at least equals the right or lower; on diagonals it exceeds both
 *   edge: a candidate with m > high, or one that touches an edge (eight neighbours)
 *
 * Directions change at 22.5° and 67.5°, tan 22.5° = 13573/2¹⁵ and tan 67.5° = tan 22.5° + 2.
 * Only what lies within the spans of the picture, and beside them, is looked at: the rest of the picture is 0.
 *
 * Reference: J. Canny, IEEE TPAMI 8 (1986).
 */

const CANDIDATE: u8 = 1;
const EDGE: u8 = 255;

/** The stack of edges whose neighbours are to be looked at. */
let top: usize = 0;

// @ts-ignore: decorator
@inline
function pushEdge(address: usize): void {
  store<u8>(address, EDGE);
  store<u32>(top, <u32>address);
  top += 4;
}

/** m of a row, in columns first … end − 1, rounded outwards to multiples of 8. `above` and `below` are where those rows are. */
function magnitudes(row: usize, above: usize, below: usize, first: i32, end: i32, out: usize): void {
  for (let column = first & ~7; column < end; column += 8) {
    const x = <usize>column;
    const a0 = v128.load_ext<u8>(above + x - 1);
    const a1 = v128.load_ext<u8>(above + x);
    const a2 = v128.load_ext<u8>(above + x + 1);
    const b0 = v128.load_ext<u8>(row + x - 1);
    const b2 = v128.load_ext<u8>(row + x + 1);
    const c0 = v128.load_ext<u8>(below + x - 1);
    const c1 = v128.load_ext<u8>(below + x);
    const c2 = v128.load_ext<u8>(below + x + 1);
    const middle = i16x8.sub(b2, b0);
    const gx = i16x8.add(i16x8.add(i16x8.sub(a2, a0), i16x8.sub(c2, c0)), i16x8.add(middle, middle));
    const centre = i16x8.sub(c1, a1);
    const gy = i16x8.add(i16x8.add(i16x8.sub(c0, a0), i16x8.sub(c2, a2)), i16x8.add(centre, centre));
    v128.store(out + (x << 1), i16x8.add(i16x8.abs(gx), i16x8.abs(gy)));
  }
}

/** Whether the magnitude m in the middle of three rows of magnitudes is a ridge; the gradient comes from the grey rows. */
// @ts-ignore: decorator
@inline
function isRidge(m: i32, row: usize, above: usize, below: usize, up: usize, here: usize, down: usize): bool {
  const a0 = <i32>load<u8>(above - 1);
  const a2 = <i32>load<u8>(above + 1);
  const c0 = <i32>load<u8>(below - 1);
  const c2 = <i32>load<u8>(below + 1);
  const gx = a2 - a0 + c2 - c0 + 2 * (<i32>load<u8>(row + 1) - <i32>load<u8>(row - 1));
  const gy = c0 - a0 + c2 - a2 + 2 * (<i32>load<u8>(below) - <i32>load<u8>(above));
  const x = abs(gx);
  const y = abs(gy) << 15;
  const shallow = x * 13573;
  if (y < shallow) return m > <i32>load<i16>(here - 2) && m >= <i32>load<i16>(here, 2);
  if (y > shallow + (x << 16)) return m > <i32>load<i16>(up) && m >= <i32>load<i16>(down);
  return (gx ^ gy) < 0
    ? m > <i32>load<i16>(up, 2) && m > <i32>load<i16>(down - 2)
    : m > <i32>load<i16>(up - 2) && m > <i32>load<i16>(down, 2);
}

/** Candidates of a row; those above `high` go onto the stack as edges. */
function candidates(row: usize, above: usize, below: usize, first: i32, end: i32, up: usize, here: usize, down: usize, low: i32, high: i32, edges: usize): void {
  const limit = i16x8.splat(<i16>low);
  for (let column = first & ~7; column < end; column += 8) {
    let lanes = i16x8.bitmask(v128.gt<i16>(v128.load(here + (<usize>column << 1)), limit));
    while (lanes != 0) {
      const x = <usize>(column + ctz(lanes));
      lanes &= lanes - 1;
      const m = <i32>load<i16>(here + (x << 1));
      if (!isRidge(m, row + x, above + x, below + x, up + (x << 1), here + (x << 1), down + (x << 1))) continue;
      if (m > high) pushEdge(edges + x);
      else store<u8>(edges + x, CANDIDATE);
    }
  }
}

// @ts-ignore: decorator
@inline
function follow(address: usize): void {
  if (load<u8>(address) == CANDIDATE) pushEdge(address);
}

/** Every candidate that touches an edge becomes one. */
function growEdges(stack: usize, stride: usize): void {
  while (top > stack) {
    top -= 4;
    const p = <usize>load<u32>(top);
    follow(p - stride - 1);
    follow(p - stride);
    follow(p - stride + 1);
    follow(p - 1);
    follow(p + 1);
    follow(p + stride - 1);
    follow(p + stride);
    follow(p + stride + 1);
  }
}

/** The columns in which a row or one of its neighbours is not 0, and one more at either side, as a span. */
function widenSpan(spans: usize, row: i32, rows: i32, columns: i32, out: usize): void {
  let first = columns;
  let end = 0;
  for (let near = max(row - 1, 0); near <= min(row + 1, rows - 1); near++) {
    const last = <i32>load<u16>(spans + (<usize>near << 2), 2);
    if (last == 0) continue;
    first = min(first, <i32>load<u16>(spans + (<usize>near << 2)));
    end = max(end, last);
  }
  store<u16>(out, <u16>(end == 0 ? 0 : max(first - 1, 0)));
  store<u16>(out, <u16>(end == 0 ? 0 : min(end + 1, columns)), 2);
}

/**
 * `edges` ← 255 at edges within rows keepFirst … keepEnd − 1, else 0. Grey and edges have rows of `stride` bytes, at least 16
 * more than columns; there is a row before and behind the edges. `spans` are those of the grey picture; `edgeSpans` gets
 * where edges can be. `room` holds three rows of `stride` 16-bit numbers, `stack` one 32-bit number for each pixel.
 */
export function canny(
  grey: usize, stride: usize, columns: i32, rows: i32, spans: usize, low: i32, high: i32, keepFirst: i32, keepEnd: i32,
  edges: usize, edgeSpans: usize, room: usize, stack: usize,
): void {
  const pitch = stride << 1;
  memory.fill(edges - stride, 0, (<usize>rows + 2) * stride);
  memory.fill(room, 0, 3 * pitch);
  top = stack;
  // magnitudes of three rows; each has a zero before and behind it
  let up = room + 16;
  let here = up + pitch;
  let down = here + pitch;
  let rowsToClear = 0;
  for (let row = 0; row <= rows; row++) {
    if (rowsToClear > 0) {
      memory.fill(down, 0, (<usize>columns + 1) << 1);
      rowsToClear--;
    }
    const p = grey + <usize>row * stride;
    if (row < rows) {
      const span = edgeSpans + (<usize>row << 2);
      widenSpan(spans, row, rows, columns, span);
      const end = <i32>load<u16>(span, 2);
      if (end > 0) {
        magnitudes(p, row > 0 ? p - stride : p, row < rows - 1 ? p + stride : p, load<u16>(span), end, down);
        v128.store(down + (<usize>columns << 1), i16x8.splat(0));
        rowsToClear = 3;
      }
    }
    // the row before has both its neighbours now
    const span = edgeSpans + (<usize>(row - 1) << 2);
    if (row > 0 && load<u16>(span, 2) > 0) {
      candidates(
        p - stride, row > 1 ? p - 2 * stride : p - stride, row < rows ? p : p - stride, load<u16>(span), load<u16>(span, 2),
        up, here, down, low, high, edges + <usize>(row - 1) * stride,
      );
    }
    const last = up;
    up = here;
    here = down;
    down = last;
  }
  growEdges(stack, stride);
  keepEdges(edges, stride, rows, edgeSpans, keepFirst, keepEnd);
}

/** Candidates that nothing touched, and all rows outside keepFirst … keepEnd − 1, become 0. */
function keepEdges(edges: usize, stride: usize, rows: i32, edgeSpans: usize, keepFirst: i32, keepEnd: i32): void {
  for (let row = 0; row < rows; row++, edges += stride, edgeSpans += 4) {
    const end = <usize>load<u16>(edgeSpans, 2);
    if (row < keepFirst || row >= keepEnd) {
      memory.fill(edges, 0, end);
      store<u32>(edgeSpans, 0);
    } else {
      for (let column = <usize>(load<u16>(edgeSpans) & ~15); column < end; column += 16) {
        v128.store(edges + column, v128.eq<u8>(v128.load(edges + column), i8x16.splat(-1)));
      }
    }
  }
}
