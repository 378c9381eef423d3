/**
 * Line segments among edges by the progressive probabilistic Hough transform, to the bit those of cv2.HoughLinesP.
 *
 * Points are drawn at random. Each votes for all lines through it, r = ⌊x cos θ + y sin θ⌉ for every angle; when one of them
 * has `threshold` votes, the picture is followed along that line both ways from the point until more than `maxGap` pixels are
 * empty. Its points are used up, whether or not the segment is long enough; if it is, their votes are taken back, even those
 * that were never cast, as OpenCV does.
 *
 * Random numbers: multiply with carry, s ← (s mod 2³²) · 4164903690 + ⌊s / 2³²⌋ from 2⁶⁴ − 1, as cv::RNG.
 * r is computed in single precision, one rounding per operation, halves to even. Votes are kept only for the distances that the
 * points can have, row after row of one array.
 *
 * Reference: J. Matas, C. Galambos, J. Kittler, Computer Vision and Image Understanding 78 (2000).
 */

/** Of an edge that belongs to a line that was found, or was tried for one. */
const USED: u8 = 254;
const EDGE: u8 = 255;

/** Where a line through a point ended. */
let endX: i32 = 0;
let endY: i32 = 0;

// @ts-ignore: decorator
@inline
function rounded(x: f32, y: f32, lines: usize, angles: usize, n: usize): i32 {
  return <i32>nearest<f32>(x * load<f32>(lines + (n << 2)) + y * load<f32>(lines + ((angles + n) << 2)));
}

/** The addresses of the votes of a point for the angles n … n + 3. */
// @ts-ignore: decorator
@inline
function fourVotes(x: v128, y: v128, lines: usize, angles: usize, n: usize, origins: usize): v128 {
  const cosine = v128.load(lines + (n << 2));
  const sine = v128.load(lines + ((angles + n) << 2));
  const r = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.add(f32x4.mul(x, cosine), f32x4.mul(y, sine))));
  return i32x4.add(v128.load(origins + (n << 2)), i32x4.shl(r, 2));
}

// @ts-ignore: decorator
@inline
function add(address: usize, amount: i32): i32 {
  const votes = load<i32>(address) + amount;
  store<i32>(address, votes);
  return votes;
}

/** Takes back what a point voted for. */
function takeBack(x: i32, y: i32, lines: usize, angles: usize, origins: usize): void {
  const xs = f32x4.splat(<f32>x);
  const ys = f32x4.splat(<f32>y);
  let n: usize = 0;
  for (; n + 4 <= angles; n += 4) {
    const votes = fourVotes(xs, ys, lines, angles, n, origins);
    add(i32x4.extract_lane(votes, 0), -1);
    add(i32x4.extract_lane(votes, 1), -1);
    add(i32x4.extract_lane(votes, 2), -1);
    add(i32x4.extract_lane(votes, 3), -1);
  }
  for (; n < angles; n++) add(<usize>(load<i32>(origins + (n << 2)) + (rounded(<f32>x, <f32>y, lines, angles, n) << 2)), -1);
}

/** Votes for all lines through a point. Returns the first angle with the most votes if they reach the threshold, else −1. */
function vote(x: i32, y: i32, lines: usize, angles: usize, origins: usize, threshold: i32): i32 {
  const xs = f32x4.splat(<f32>x);
  const ys = f32x4.splat(<f32>y);
  let most = threshold - 1;
  let best = -1;
  let n: usize = 0;
  for (; n + 4 <= angles; n += 4) {
    const votes = fourVotes(xs, ys, lines, angles, n, origins);
    const v0 = add(i32x4.extract_lane(votes, 0), 1);
    const v1 = add(i32x4.extract_lane(votes, 1), 1);
    const v2 = add(i32x4.extract_lane(votes, 2), 1);
    const v3 = add(i32x4.extract_lane(votes, 3), 1);
    if (max(max(v0, v1), max(v2, v3)) <= most) continue;
    if (v0 > most) { most = v0; best = <i32>n; }
    if (v1 > most) { most = v1; best = <i32>n + 1; }
    if (v2 > most) { most = v2; best = <i32>n + 2; }
    if (v3 > most) { most = v3; best = <i32>n + 3; }
  }
  for (; n < angles; n++) {
    const v = add(<usize>(load<i32>(origins + (n << 2)) + (rounded(<f32>x, <f32>y, lines, angles, n) << 2)), 1);
    if (v > most) { most = v; best = <i32>n; }
  }
  return best;
}

/** Follows a line from the middle of a pixel in steps of (dx, dy)/2¹⁶ to the last edge before a gap: `endX`, `endY`. */
function findEnd(edges: usize, stride: usize, columns: i32, rows: i32, x0: i32, y0: i32, dx: i32, dy: i32, maxGap: i32): void {
  let x = (x0 << 16) + 32768;
  let y = (y0 << 16) + 32768;
  let gap = 0;
  while (true) {
    const column = x >> 16;
    const row = y >> 16;
    if (<u32>column >= <u32>columns || <u32>row >= <u32>rows) return;
    if (load<u8>(edges + <usize>row * stride + <usize>column) == EDGE) {
      gap = 0;
      endX = column;
      endY = row;
    } else if (++gap > maxGap) {
      return;
    }
    x += dx;
    y += dy;
  }
}

/** Uses up the edges along the same way, as far as (x1, y1); takes their votes back if asked to. */
function useUp(
  edges: usize, stride: usize, x0: i32, y0: i32, dx: i32, dy: i32, x1: i32, y1: i32,
  takesBack: bool, lines: usize, angles: usize, origins: usize,
): void {
  let x = (x0 << 16) + 32768;
  let y = (y0 << 16) + 32768;
  while (true) {
    const column = x >> 16;
    const row = y >> 16;
    const p = edges + <usize>row * stride + <usize>column;
    if (load<u8>(p) == EDGE) {
      if (takesBack) takeBack(column, row, lines, angles, origins);
      store<u8>(p, USED);
    }
    if (column == x1 && row == y1) return;
    x += dx;
    y += dy;
  }
}

/** Writes the edges, x and y in 16 bits each, row by row, to `points`; returns how many. */
function collect(edges: usize, stride: usize, rows: i32, spans: usize, points: usize): i32 {
  const first = points;
  for (let row = 0; row < rows; row++, edges += stride, spans += 4) {
    const end = <i32>load<u16>(spans, 2);
    for (let column = <i32>load<u16>(spans) & ~15; column < end; column += 16) {
      let lanes = i8x16.bitmask(v128.load(edges + <usize>column));
      while (lanes != 0) {
        store<u32>(points, <u32>(column + ctz(lanes)) | (<u32>row << 16));
        points += 4;
        lanes &= lanes - 1;
      }
    }
  }
  return <i32>(points - first) >> 2;
}

/**
 * Clears the votes and finds, for each angle, the address at which r = 0 would be. The range of r follows from the box around
 * the points, whose corners have the least and the largest.
 */
function layOutVotes(points: usize, count: i32, lines: usize, angles: usize, origins: usize, votes: usize): void {
  let left = 65535;
  let right = 0;
  for (let i = 0; i < count; i++) {
    const x = <i32>load<u16>(points + (<usize>i << 2));
    left = min(left, x);
    right = max(right, x);
  }
  const top = <f32>load<u16>(points, 2);
  const bottom = <f32>load<u16>(points + (<usize>(count - 1) << 2), 2);
  let next = <i32>votes;
  for (let n: usize = 0; n < angles; n++) {
    // sin θ is never negative
    const isRising = load<f32>(lines + (n << 2)) >= 0;
    const least = rounded(<f32>(isRising ? left : right), top, lines, angles, n) - 1;
    const most = rounded(<f32>(isRising ? right : left), bottom, lines, angles, n) + 1;
    store<i32>(origins + (n << 2), next - (least << 2));
    next += (most - least + 1) << 2;
  }
  memory.fill(votes, 0, <usize>next - votes);
}

/**
 * Segments among the edges (255) of a picture, as x₁, y₁, x₂, y₂, 32 bits each, x₁ ≤ x₂; returns how many, at most `limit`.
 * Edges that are looked at become 254. `lines` holds, for each angle, cos θ / step, then sin θ / step in single precision, then dx
 * and dy of a step along that line in 1/2¹⁶ pixel. `points` has room for a 32-bit number for each edge, `origins` for each
 * angle, `votes` for angles × (columns + rows + 4) at a step of 1 and accordingly else.
 */
export function segments(
  edges: usize, stride: usize, columns: i32, rows: i32, edgeSpans: usize, lines: usize, angles: usize,
  threshold: i32, minLength: i32, maxGap: i32, points: usize, origins: usize, votes: usize, out: usize, limit: i32,
): i32 {
  let count = collect(edges, stride, rows, edgeSpans, points);
  if (count == 0) return 0;
  layOutVotes(points, count, lines, angles, origins, votes);
  let state: u64 = 0xffffffffffffffff;
  let found = 0;
  for (; count > 0; count--) {
    // draw a point and put the last one in its place
    state = (state & 0xffffffff) * 4164903690 + (state >> 32);
    const drawn = points + (<usize>(<u32>state % <u32>count) << 2);
    const x = <i32>load<u16>(drawn);
    const y = <i32>load<u16>(drawn, 2);
    store<u32>(drawn, load<u32>(points + (<usize>(count - 1) << 2)));
    if (load<u8>(edges + <usize>y * stride + <usize>x) != EDGE) continue;
    const n = vote(x, y, lines, angles, origins, threshold);
    if (n < 0) continue;
    const steps = lines + ((2 * angles + 2 * <usize>n) << 2);
    const dx = load<i32>(steps);
    const dy = load<i32>(steps, 4);
    findEnd(edges, stride, columns, rows, x, y, dx, dy, maxGap);
    const x1 = endX;
    const y1 = endY;
    findEnd(edges, stride, columns, rows, x, y, -dx, -dy, maxGap);
    const x2 = endX;
    const y2 = endY;
    const isLong = abs(x2 - x1) >= minLength || abs(y2 - y1) >= minLength;
    useUp(edges, stride, x, y, dx, dy, x1, y1, isLong, lines, angles, origins);
    useUp(edges, stride, x, y, -dx, -dy, x2, y2, isLong, lines, angles, origins);
    if (!isLong) continue;
    store<i32>(out, x1);
    store<i32>(out, y1, 4);
    store<i32>(out, x2, 8);
    store<i32>(out, y2, 12);
    out += 16;
    if (++found == limit) break;
  }
  return found;
}
