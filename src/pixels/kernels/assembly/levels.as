/** Pixel by pixel. Lengths are multiples of 16. */

/** 255 where src > level, else 0. */
export function threshold(src: usize, dst: usize, length: usize, level: u8): void {
  const limit = i8x16.splat(level);
  for (let i: usize = 0; i < length; i += 16) v128.store(dst + i, v128.gt<u8>(v128.load(src + i), limit));
}

/** a − b, not below 0. */
export function subtract(a: usize, b: usize, dst: usize, length: usize): void {
  for (let i: usize = 0; i < length; i += 16) v128.store(dst + i, v128.sub_sat<u8>(v128.load(a + i), v128.load(b + i)));
}

/** How often each of the 256 levels occurs within the spans of every `pitch`-th row: 256 32-bit counts. */
export function levelCounts(src: usize, spans: usize, stride: usize, rows: i32, pitch: i32, counts: usize): void {
  memory.fill(counts, 0, 1024);
  for (let row = 0; row < rows; row += pitch) {
    const p = src + <usize>row * stride;
    const end = <usize>load<u16>(spans + (<usize>row << 2), 2);
    for (let column = <usize>load<u16>(spans + (<usize>row << 2)); column < end; column++) {
      const count = counts + (<usize>load<u8>(p + column) << 2);
      store<u32>(count, load<u32>(count) + 1);
    }
  }
}

/** a where b is set, else 0. */
export function keep(a: usize, b: usize, dst: usize, length: usize): void {
  for (let i: usize = 0; i < length; i += 16) v128.store(dst + i, v128.and(v128.load(a + i), v128.load(b + i)));
}
