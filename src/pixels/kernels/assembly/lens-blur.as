/**
 * A picture convolved with a symmetric kernel along rows, then across them, in place:
 *
 *   p ← (Σ wᵣ (p₋ᵣ + pᵣ) + 128) >> 8,   weights in 1/256 that sum to 256
 *
 * rounded to eight bits after each pass; beyond the border the picture goes on with its last pixel. Sums fit 16 bits.
 *
 * Rows blurred along themselves are kept for as long as a row near them needs them: a ring of 2 radius + 1. Both passes are the same sum
 * over pairs of addresses: what lies before and behind in the row, or above and below in the ring.
 */

// @ts-ignore: decorator
@inline
function weight(weights: usize, r: i32): v128 {
  return v128.load_splat<u16>(weights + (<usize>r << 1));
}

// @ts-ignore: decorator
@inline
function pairLow(a: v128, b: v128): v128 {
  return i16x8.add(v128.extend_low<u8>(a), v128.extend_low<u8>(b));
}

// @ts-ignore: decorator
@inline
function pairHigh(a: v128, b: v128): v128 {
  return i16x8.add(v128.extend_high<u8>(a), v128.extend_high<u8>(b));
}

// @ts-ignore: decorator
@inline
function weigh(w0: v128, w1: v128, w2: v128, w3: v128, middle: v128, near: v128, far: v128, farthest: v128): v128 {
  const inner = i16x8.add(i16x8.add(i16x8.splat(128), i16x8.mul(w0, middle)), i16x8.mul(w1, near));
  return i16x8.shr_u(i16x8.add(inner, i16x8.add(i16x8.mul(w2, far), i16x8.mul(w3, farthest))), 8);
}

/** Sixteen sums of radius 3. */
// @ts-ignore: decorator
@inline
function seven(w0: v128, w1: v128, w2: v128, w3: v128, m: v128, a1: v128, b1: v128, a2: v128, b2: v128, a3: v128, b3: v128): v128 {
  return i8x16.narrow_i16x8_u(
    weigh(w0, w1, w2, w3, v128.extend_low<u8>(m), pairLow(a1, b1), pairLow(a2, b2), pairLow(a3, b3)),
    weigh(w0, w1, w2, w3, v128.extend_high<u8>(m), pairHigh(a1, b1), pairHigh(a2, b2), pairHigh(a3, b3)),
  );
}

/** Sixteen sums of any radius; `pairs` holds two addresses for each distance, to which `i` is added. */
// @ts-ignore: decorator
@inline
function many(weights: usize, radius: i32, m: v128, pairs: usize, i: usize): v128 {
  let low = i16x8.add(i16x8.splat(128), i16x8.mul(weight(weights, 0), v128.extend_low<u8>(m)));
  let high = i16x8.add(i16x8.splat(128), i16x8.mul(weight(weights, 0), v128.extend_high<u8>(m)));
  for (let r = 1; r <= radius; r++, pairs += 8) {
    const w = weight(weights, r);
    const a = v128.load(<usize>load<u32>(pairs) + i);
    const b = v128.load(<usize>load<u32>(pairs, 4) + i);
    low = i16x8.add(low, i16x8.mul(w, pairLow(a, b)));
    high = i16x8.add(high, i16x8.mul(w, pairHigh(a, b)));
  }
  return i8x16.narrow_i16x8_u(i16x8.shr_u(low, 8), i16x8.shr_u(high, 8));
}

// @ts-ignore: decorator
@inline
function setPair(pairs: usize, r: i32, a: usize, b: usize): void {
  store<u32>(pairs + (<usize>(r - 1) << 3), <u32>a);
  store<u32>(pairs + (<usize>(r - 1) << 3), <u32>b, 4);
}

/** `line` ← a row with its ends repeated; `line` is where the row begins, with room for `margin` bytes at either side. */
function extendRow(row: usize, size: usize, channels: usize, margin: usize, line: usize): void {
  for (let i: usize = 0; i < size; i += 16) v128.store(line + i, v128.load(row + i));
  for (let i: usize = 1; i <= margin; i++) {
    store<u8>(line - i, load<u8>(line - i + channels));
    store<u8>(line + size + i - 1, load<u8>(line + size + i - 1 - channels));
  }
}

/** `out` ← the row in `line`, blurred, whole sixteens. */
function along(line: usize, size: usize, channels: usize, weights: usize, radius: i32, out: usize, pairs: usize): void {
  if (radius == 3) {
    const w0 = weight(weights, 0);
    const w1 = weight(weights, 1);
    const w2 = weight(weights, 2);
    const w3 = weight(weights, 3);
    const end = out + size;
    if (channels == 3) {
      for (let p = line - 9; out < end; p += 16, out += 16) {
        v128.store(out, seven(
          w0, w1, w2, w3, v128.load(p, 9), v128.load(p, 6), v128.load(p, 12), v128.load(p, 3), v128.load(p, 15), v128.load(p), v128.load(p, 18),
        ));
      }
    } else {
      for (let p = line - 3; out < end; p += 16, out += 16) {
        v128.store(out, seven(
          w0, w1, w2, w3, v128.load(p, 3), v128.load(p, 2), v128.load(p, 4), v128.load(p, 1), v128.load(p, 5), v128.load(p), v128.load(p, 6),
        ));
      }
    }
    return;
  }
  for (let r = 1; r <= radius; r++) setPair(pairs, r, line - <usize>r * channels, line + <usize>r * channels);
  for (let i: usize = 0; i < size; i += 16) v128.store(out + i, many(weights, radius, v128.load(line + i), pairs, i));
}

/** Where the ring keeps the row y + r of a picture, or the last one on that side. */
// @ts-ignore: decorator
@inline
function kept(ring: usize, stride: usize, radius: i32, rows: i32, y: i32, r: i32): usize {
  return ring + <usize>(min(max(y + r, 0), rows - 1) % (2 * radius + 1)) * stride;
}

/** `out` ← row y from the rows of the ring, whole sixteens and the rest by way of `rest`. */
function across(ring: usize, stride: usize, y: i32, rows: i32, weights: usize, radius: i32, size: usize, out: usize, rest: usize, pairs: usize): void {
  const whole = size & ~15;
  const m = kept(ring, stride, radius, rows, y, 0);
  for (let r = 1; r <= radius; r++) setPair(pairs, r, kept(ring, stride, radius, rows, y, -r), kept(ring, stride, radius, rows, y, r));
  for (let i: usize = 0; i < size; i += 16) {
    v128.store(i < whole ? out + i : rest, many(weights, radius, v128.load(m + i), pairs, i));
  }
}

/**
 * Blurs a picture of packed rows. `weights` holds radius + 1 16-bit numbers from the middle outwards. `room` holds
 * 8 radius + 2 radius channels + (2 radius + 3) (rowSize + 32) + 64 bytes.
 */
export function lensBlur(pixels: usize, rowSize: usize, rows: i32, channels: usize, weights: usize, radius: i32, room: usize): void {
  const stride = (rowSize + 15) & ~15;
  const margin = <usize>radius * channels;
  const line = room + (<usize>radius << 3) + ((margin + 15) & ~15);
  const rest = line + stride + ((margin + 31) & ~15);
  const ring = rest + 16;
  const whole = rowSize & ~15;
  let next = 0;
  for (let y = 0; y < rows; y++) {
    for (; next < rows && next <= y + radius; next++) {
      extendRow(pixels + <usize>next * rowSize, rowSize, channels, margin, line);
      along(line, rowSize, channels, weights, radius, ring + <usize>(next % (2 * radius + 1)) * stride, room);
    }
    const out = pixels + <usize>y * rowSize;
    across(ring, stride, y, rows, weights, radius, rowSize, out, rest, room);
    for (let i = whole; i < rowSize; i++) store<u8>(out + i, load<u8>(rest + i - whole));
  }
}
