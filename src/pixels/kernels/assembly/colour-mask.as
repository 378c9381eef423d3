/**
 * The grey of the pixels whose colour is within bounds of hue, saturation and value, and 0 elsewhere: what
 * cv2.cvtColor (RGB2HSV), cv2.inRange, cv2.bitwise_and and cv2.cvtColor (to grey) leave together, to the bit.
 *
 *   V = max(r, g, b),  δ = V − min(r, g, b),  S = (δ ⌊255·2¹²/V⌉ + 2¹¹) >> 12
 *   H = (x ⌊180·2¹²/(6 δ)⌉ + 2¹¹) >> 12, + 180 if negative;  x = g − b, b − r + 2δ or r − g + 4δ when r, g or b is largest
 *
 * For each V the bounds of S are bounds of δ, so that saturation is two look-ups. Sixteen pixels at a time are tried with
 * a looser bound, δ ≥ ⌊slope V / 256⌋; only what passes is looked at one by one.
 *
 * The table: least δ of each V (256 bytes), most δ of each V (256 bytes), ⌊180·2¹²/(6 δ)⌉ of each δ (256 32-bit numbers).
 */

// @ts-ignore: decorator
@inline
function hueOf(r: i32, g: i32, b: i32, largest: i32, delta: i32, reciprocals: usize): i32 {
  const x = largest == r ? g - b : largest == g ? b - r + 2 * delta : r - g + 4 * delta;
  const hue = (x * load<i32>(reciprocals + (<usize>delta << 2)) + 2048) >> 12;
  return hue < 0 ? hue + 180 : hue;
}

/** One of three interleaved channels: the bytes that each part gives, at their places. */
// @ts-ignore: decorator
@inline
function gather(a: v128, b: v128, c: v128, fromA: v128, fromB: v128, fromC: v128): v128 {
  return v128.or(v128.or(i8x16.swizzle(a, fromA), i8x16.swizzle(b, fromB)), i8x16.swizzle(c, fromC));
}

/**
 * Pictures of `columns` × `rows`; the source has packed rows, grey and mask rows of `stride` bytes, at least 2 more than columns.
 * `mask`, unless 0, becomes 255 where the colour is within bounds. `spans` gets, for each row, two 16-bit numbers: the first
 * column within bounds and the one behind the last (0 and 0: none). The byte before and behind each grey row repeats its end.
 * The first channel is red, or blue if `blueFirst`; w0, w1, w2 are the weights of the channels in grey, in 1/2¹⁵.
 * Reads up to 47 bytes behind the source, writes up to 15 behind the rows.
 */
export function maskedGrey(
  src: usize, columns: i32, rows: i32, grey: usize, mask: usize, stride: usize, spans: usize, table: usize,
  hueMin: i32, hueMax: i32, valueMin: i32, valueMax: i32, slope: i32, blueFirst: bool, w0: i32, w1: i32, w2: i32,
): void {
  const lowest = i8x16.splat(<i8>valueMin);
  const reach = i8x16.splat(<i8>(valueMax - valueMin));
  const slopes = i8x16.splat(<i8>slope);
  const anyHue = hueMin <= 0 && hueMax >= 179;
  const zero = i8x16.splat(0);
  for (let row = 0; row < rows; row++, grey += stride, spans += 4) {
    let first = columns;
    let end = 0;
    for (let column = 0; column < columns; column += 16) {
      const p = src + 3 * <usize>column;
      const a = v128.load(p);
      const b = v128.load(p, 16);
      const c = v128.load(p, 32);
      const c0 = gather(a, b, c, i8x16(0, 3, 6, 9, 12, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1), i8x16(-1, -1, -1, -1, -1, -1, 2, 5, 8, 11, 14, -1, -1, -1, -1, -1), i8x16(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1, 4, 7, 10, 13));
      const c1 = gather(a, b, c, i8x16(1, 4, 7, 10, 13, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1), i8x16(-1, -1, -1, -1, -1, 0, 3, 6, 9, 12, 15, -1, -1, -1, -1, -1), i8x16(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 2, 5, 8, 11, 14));
      const c2 = gather(a, b, c, i8x16(2, 5, 8, 11, 14, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1), i8x16(-1, -1, -1, -1, -1, 1, 4, 7, 10, 13, -1, -1, -1, -1, -1, -1), i8x16(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 3, 6, 9, 12, 15));
      const values = v128.max<u8>(v128.max<u8>(c0, c1), c2);
      const deltas = v128.sub<u8>(values, v128.min<u8>(v128.min<u8>(c0, c1), c2));
      // δ ≥ ⌊slope V / 256⌋ and valueMin ≤ V ≤ valueMax
      const low = v128.shr<u16>(i16x8.extmul_low_i8x16_u(values, slopes), 8);
      const high = v128.shr<u16>(i16x8.extmul_high_i8x16_u(values, slopes), 8);
      const bright = v128.le<u8>(v128.sub<u8>(values, lowest), reach);
      const coloured = v128.ge<u8>(deltas, i8x16.narrow_i16x8_u(low, high));
      let candidates = i8x16.bitmask(v128.and(bright, coloured));
      v128.store(grey + <usize>column, zero);
      if (mask != 0) v128.store(mask + <usize>column, zero);
      if (columns - column < 16) candidates &= (1 << (columns - column)) - 1;
      while (candidates != 0) {
        const x = column + ctz(candidates);
        candidates &= candidates - 1;
        const q = src + 3 * <usize>x;
        const p0 = <i32>load<u8>(q);
        const p1 = <i32>load<u8>(q, 1);
        const p2 = <i32>load<u8>(q, 2);
        const value = max(max(p0, p1), p2);
        const delta = value - min(min(p0, p1), p2);
        const entry = table + <usize>value;
        if (delta < <i32>load<u8>(entry) || delta > <i32>load<u8>(entry, 256)) continue;
        if (!anyHue) {
          const hue = blueFirst ? hueOf(p2, p1, p0, value, delta, table + 512) : hueOf(p0, p1, p2, value, delta, table + 512);
          if (hue < hueMin || hue > hueMax) continue;
        }
        store<u8>(grey + <usize>x, <u8>((p0 * w0 + p1 * w1 + p2 * w2 + 16384) >> 15));
        if (mask != 0) store<u8>(mask + <usize>x, 255);
        if (x < first) first = x;
        end = x + 1;
      }
    }
    store<u8>(grey - 1, load<u8>(grey));
    store<u8>(grey + <usize>columns, load<u8>(grey + <usize>columns - 1));
    store<u16>(spans, <u16>(end == 0 ? 0 : first));
    store<u16>(spans, <u16>end, 2);
    src += 3 * <usize>columns;
    if (mask != 0) mask += stride;
  }
}
