/**
 * Any curve of 256 levels, sixteen bytes at a time: the table is sixteen vectors, and a byte finds its level in the one vector for which it is
 * less than 16 ahead; in all others it finds 0.
 */

/** p ← table[p]; `room` holds 16 bytes. Reads up to 15 bytes behind the end. */
export function applyCurve(pixels: usize, length: usize, table: usize, room: usize): void {
  const end = pixels + length;
  const sixteen = i8x16.splat(16);
  for (; pixels < end; pixels += 16) {
    let p = v128.load(pixels);
    let levels = v128.swizzle(v128.load(table), p);
    for (let vector: usize = 16; vector < 256; vector += 16) {
      p = i8x16.sub(p, sixteen);
      levels = v128.or(levels, v128.swizzle(v128.load(table + vector), p));
    }
    if (pixels + 16 <= end) {
      v128.store(pixels, levels);
    } else {
      // what lies behind is left alone
      v128.store(room, levels);
      memory.copy(pixels, room, end - pixels);
    }
  }
}
