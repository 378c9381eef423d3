/**
 * rgb8 to what cameras also send. Reads up to 15 bytes behind the source, writes nothing behind the end.
 *
 * Luminance and colour differences are those of ITU-R BT.601 in studio range, with the whole numbers of cv2.cvtColor, to the bit:
 * for 4:2:2 in 1/2¹⁴, of the mean of two pixels side by side; for 4:2:0 in 1/2²⁰, of the upper left pixel of four.
 */

/** Four pixels, alpha full. */
export function rgbToRgba(src: usize, dst: usize, pixels: i32): void {
  const spread = i8x16(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1);
  const opaque = i32x4.splat(<i32>0xff000000);
  for (; pixels >= 4; pixels -= 4, src += 12, dst += 16) v128.store(dst, v128.or(i8x16.swizzle(v128.load(src), spread), opaque));
  for (; pixels > 0; pixels--, src += 3, dst += 4) {
    store<u8>(dst, load<u8>(src));
    store<u8>(dst, load<u8>(src, 1), 1);
    store<u8>(dst, load<u8>(src, 2), 2);
    store<u8>(dst, 255, 3);
  }
}

/** Two numbers of 16 bits, four times. */
// @ts-ignore: decorator
@inline
function twice(a: i32, b: i32): v128 {
  return i32x4.splat((a & 0xffff) | (b << 16));
}

/** An even number of pixels: Y₀ U Y₁ V, or U Y₀ V Y₁. Eight at a time, then what is left. */
export function rgbToYuv422(src: usize, dst: usize, pixels: i32, chromaFirst: bool): void {
  const eights = pixels >> 3;
  eightsToYuv422(src, dst, eights, chromaFirst);
  fewToYuv422(src + 24 * <usize>eights, dst + 16 * <usize>eights, pixels & 7, chromaFirst);
}

/** Offset, then products with the weights of red and green and of blue, in 1/2¹⁴. */
// @ts-ignore: decorator
@inline
function weighedPairs(offset: v128, redGreen: v128, weights: v128, blue: v128, blueWeights: v128): v128 {
  const sum = i32x4.add(i32x4.dot_i16x8_s(redGreen, weights), offset);
  return i32x4.shr_s(i32x4.add(sum, i32x4.dot_i16x8_s(blue, blueWeights)), 14);
}

/** The sums of pixels side by side, of two times four. */
// @ts-ignore: decorator
@inline
function sumsOfPairs(a: v128, b: v128): v128 {
  return i16x8.add(v128.shuffle<i32>(a, b, 0, 2, 4, 6), v128.shuffle<i32>(a, b, 1, 3, 5, 7));
}

function eightsToYuv422(src: usize, dst: usize, eights: i32, chromaFirst: bool): void {
  const redGreen = i8x16(0, -1, 1, -1, 3, -1, 4, -1, 6, -1, 7, -1, 9, -1, 10, -1);
  const blue = i8x16(2, -1, -1, -1, 5, -1, -1, -1, 8, -1, -1, -1, 11, -1, -1, -1);
  const order = chromaFirst
    ? i8x16(8, 0, 12, 1, 9, 2, 13, 3, 10, 4, 14, 5, 11, 6, 15, 7)
    : i8x16(0, 8, 1, 12, 2, 9, 3, 13, 4, 10, 5, 14, 6, 11, 7, 15);
  const black = i32x4.splat((16 << 14) + (1 << 13));
  const neutral = i32x4.splat((128 << 14) + (1 << 13));
  for (; eights > 0; eights--, src += 24, dst += 16) {
    const first = v128.load(src);
    const second = v128.load(src, 12);
    const rg0 = i8x16.swizzle(first, redGreen);
    const rg1 = i8x16.swizzle(second, redGreen);
    const b0 = i8x16.swizzle(first, blue);
    const b1 = i8x16.swizzle(second, blue);
    const y0 = weighedPairs(black, rg0, twice(4211, 8258), b0, twice(1606, 0));
    const y1 = weighedPairs(black, rg1, twice(4211, 8258), b1, twice(1606, 0));
    const rg = sumsOfPairs(rg0, rg1);
    const b = sumsOfPairs(b0, b1);
    const u = weighedPairs(neutral, rg, twice(-1212, -2384), b, twice(3596, 0));
    const v = weighedPairs(neutral, rg, twice(3596, -3015), b, twice(-582, 0));
    const bytes = i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(y0, y1), i16x8.narrow_i32x4_s(u, v));
    v128.store(dst, i8x16.swizzle(bytes, order));
  }
}

function fewToYuv422(src: usize, dst: usize, pixels: i32, chromaFirst: bool): void {
  const redGreen = i8x16(0, -1, 1, -1, 3, -1, 4, -1, 6, -1, 7, -1, 9, -1, 10, -1);
  const blue = i8x16(2, -1, -1, -1, 5, -1, -1, -1, 8, -1, -1, -1, 11, -1, -1, -1);
  // first and second pixels of both pairs, twice
  const redGreen0 = i8x16(0, -1, 1, -1, 6, -1, 7, -1, 0, -1, 1, -1, 6, -1, 7, -1);
  const redGreen1 = i8x16(3, -1, 4, -1, 9, -1, 10, -1, 3, -1, 4, -1, 9, -1, 10, -1);
  const blue0 = i8x16(2, -1, -1, -1, 8, -1, -1, -1, 2, -1, -1, -1, 8, -1, -1, -1);
  const blue1 = i8x16(5, -1, -1, -1, 11, -1, -1, -1, 5, -1, -1, -1, 11, -1, -1, -1);
  const order = chromaFirst
    ? i8x16(4, 0, 6, 1, 5, 2, 7, 3, -1, -1, -1, -1, -1, -1, -1, -1)
    : i8x16(0, 4, 1, 6, 2, 5, 3, 7, -1, -1, -1, -1, -1, -1, -1, -1);
  const lumaWeights = twice(4211, 8258);
  const blueLuma = i32x4.splat(1606);
  const chromaWeights = v128.shuffle<i32>(twice(-1212, -2384), twice(3596, -3015), 0, 1, 4, 5);
  const blueChroma = v128.shuffle<i32>(twice(3596, 0), twice(-582, 0), 0, 1, 4, 5);
  const black = i32x4.splat((16 << 14) + (1 << 13));
  const neutral = i32x4.splat((128 << 14) + (1 << 13));
  for (; pixels > 0; pixels -= 4, src += 12, dst += 8) {
    const four = v128.load(src);
    const y = i32x4.add(
      i32x4.add(i32x4.dot_i16x8_s(i8x16.swizzle(four, redGreen), lumaWeights), black),
      i32x4.dot_i16x8_s(i8x16.swizzle(four, blue), blueLuma),
    );
    // U, U, V, V of both pairs
    const rg = i16x8.add(i8x16.swizzle(four, redGreen0), i8x16.swizzle(four, redGreen1));
    const b = i16x8.add(i8x16.swizzle(four, blue0), i8x16.swizzle(four, blue1));
    const chroma = i32x4.add(i32x4.add(i32x4.dot_i16x8_s(rg, chromaWeights), neutral), i32x4.dot_i16x8_s(b, blueChroma));
    const words = i16x8.narrow_i32x4_s(i32x4.shr_s(y, 14), i32x4.shr_s(chroma, 14));
    const bytes = i8x16.swizzle(i8x16.narrow_i16x8_u(words, words), order);
    if (pixels >= 4) v128.store_lane<u64>(dst, bytes, 0);
    else v128.store_lane<u32>(dst, bytes, 0);
  }
}

// @ts-ignore: decorator
@inline
function weighed(r: v128, g: v128, b: v128, wr: v128, wg: v128, wb: v128, offset: v128): v128 {
  return i32x4.shr_s(i32x4.add(i32x4.add(i32x4.mul(r, wr), i32x4.mul(g, wg)), i32x4.add(i32x4.mul(b, wb), offset)), 20);
}

// @ts-ignore: decorator
@inline
function uAndV(u: i32, v: i32): v128 {
  return v128.shuffle<i32>(i32x4.splat(u), i32x4.splat(v), 0, 1, 4, 5);
}

/** Width and height are even: a plane of Y, then U and V side by side for each two by two pixels. */
export function rgbToNv12(src: usize, dst: usize, width: i32, height: i32): void {
  const black = i32x4.splat((16 << 20) + (1 << 19));
  const neutral = i32x4.splat((128 << 20) + (1 << 19));
  let chroma = dst + <usize>width * <usize>height;
  for (let row = 0; row < height; row++) {
    let p = src + 3 * <usize>row * <usize>width;
    for (let left = width; left > 0; left -= 4, p += 12, dst += 4) {
      const four = v128.load(p);
      const r = i8x16.swizzle(four, i8x16(0, -1, -1, -1, 3, -1, -1, -1, 6, -1, -1, -1, 9, -1, -1, -1));
      const g = i8x16.swizzle(four, i8x16(1, -1, -1, -1, 4, -1, -1, -1, 7, -1, -1, -1, 10, -1, -1, -1));
      const b = i8x16.swizzle(four, i8x16(2, -1, -1, -1, 5, -1, -1, -1, 8, -1, -1, -1, 11, -1, -1, -1));
      const y = weighed(r, g, b, i32x4.splat(269484), i32x4.splat(528482), i32x4.splat(102760), black);
      const luma = i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(y, y), i16x8.splat(0));
      if (left >= 4) v128.store_lane<u32>(dst, luma, 0);
      else v128.store_lane<u16>(dst, luma, 0);
      if ((row & 1) != 0) continue;
      // pixels 0 and 2, for U and for V
      const uv = weighed(
        v128.shuffle<i32>(r, r, 0, 2, 0, 2), v128.shuffle<i32>(g, g, 0, 2, 0, 2), v128.shuffle<i32>(b, b, 0, 2, 0, 2),
        uAndV(-155188, 460324), uAndV(-305135, -385875), uAndV(460324, -74448), neutral,
      );
      const words = i16x8.narrow_i32x4_s(v128.shuffle<i32>(uv, uv, 0, 2, 1, 3), uv);
      const pairs = i8x16.narrow_i16x8_u(words, words);
      if (left >= 4) v128.store_lane<u32>(chroma, pairs, 0);
      else v128.store_lane<u16>(chroma, pairs, 0);
      chroma += left >= 4 ? 4 : 2;
    }
    // a row that does not end with a whole four
    dst -= <usize>((4 - (width & 3)) & 3);
  }
}
