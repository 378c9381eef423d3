/** Pixels of three bytes to four 16-bit channels, of which the last is 0; `dst` is the first pixel, its rows are `pitch` bytes apart. */
export function unpack(src: usize, dst: usize, pitch: usize, width: i32, height: i32): void {
  const firstTwo = i8x16(0, -1, 1, -1, 2, -1, -1, -1, 3, -1, 4, -1, 5, -1, -1, -1);
  const lastTwo = i8x16(6, -1, 7, -1, 8, -1, -1, -1, 9, -1, 10, -1, 11, -1, -1, -1);
  for (let y = 0; y < height; y++, dst += pitch) {
    for (let x = 0; x < width; x += 4, src += 12) {
      const four = v128.load(src);
      v128.store(dst + (<usize>x << 3), i8x16.swizzle(four, firstTwo));
      v128.store(dst + (<usize>x << 3), i8x16.swizzle(four, lastTwo), 16);
    }
  }
}
