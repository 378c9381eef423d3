/** Three interleaved channels to one. */

/** The largest channel, HSV's value. Reads up to 2 and writes up to 3 bytes behind the end. */
export function value(src: usize, dst: usize, pixels: i32): void {
  const everyThird = i8x16(0, 3, 6, 9, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
  for (let i = 0; i < pixels; i += 5, src += 15, dst += 5) {
    const largest = v128.max<u8>(v128.max<u8>(v128.load(src), v128.load(src, 1)), v128.load(src, 2));
    v128.store_lane<u64>(dst, i8x16.swizzle(largest, everyThird), 0);
  }
}

/** Grey with weights of the channels in 1/2¹⁵, rounded half up as OpenCV does. Reads up to 12 and writes up to 3 bytes behind the end. */
export function grey(src: usize, dst: usize, pixels: i32, w0: i32, w1: i32, w2: i32): void {
  const firstTwo = i8x16(0, -1, 1, -1, 3, -1, 4, -1, 6, -1, 7, -1, 9, -1, 10, -1);
  const third = i8x16(2, -1, -1, -1, 5, -1, -1, -1, 8, -1, -1, -1, 11, -1, -1, -1);
  const weights01 = i32x4.splat(w0 | (w1 << 16));
  const weights2 = i32x4.splat(w2);
  const half = i32x4.splat(16384);
  for (let i = 0; i < pixels; i += 4, src += 12, dst += 4) {
    const four = v128.load(src);
    const partial = i32x4.dot_i16x8_s(i8x16.swizzle(four, firstTwo), weights01);
    const sum = i32x4.add(partial, i32x4.dot_i16x8_s(i8x16.swizzle(four, third), weights2));
    const lanes = i32x4.shr_u(i32x4.add(sum, half), 15);
    const words = i16x8.narrow_i32x4_u(lanes, lanes);
    v128.store_lane<u32>(dst, i8x16.narrow_i16x8_u(words, words), 0);
  }
}
