/** What a mask or a response holds, by column, by window and by stripe. */

/** Non-zero pixels of each column in rows row0 … row1 − 1: 16-bit counts, `stride` of them, a multiple of 16. */
export function columnCounts(mask: usize, stride: usize, row0: i32, row1: i32, counts: usize): void {
  for (let column: usize = 0; column < stride; column += 16) {
    let low = i16x8.splat(0);
    let high = i16x8.splat(0);
    let row = row0;
    while (row < row1) {
      // up to 255 rows fit into bytes
      const pause = min(row + 255, row1);
      let bytes = i8x16.splat(0);
      for (; row < pause; row++) {
        const isZero = v128.eq<u8>(v128.load(mask + <usize>row * stride + column), i8x16.splat(0));
        bytes = i8x16.add(bytes, i8x16.add(isZero, i8x16.splat(1)));
      }
      low = i16x8.add(low, v128.extend_low<u8>(bytes));
      high = i16x8.add(high, v128.extend_high<u8>(bytes));
    }
    v128.store(counts + (column << 1), low);
    v128.store(counts + (column << 1), high, 16);
  }
}

/** Per row of a window: how many pixels are not zero, and the sum of their columns; two 32-bit numbers each. */
export function windowRows(mask: usize, stride: usize, row0: i32, row1: i32, column0: i32, column1: i32, out: usize): void {
  for (let row = row0; row < row1; row++, out += 8) {
    const p = mask + <usize>row * stride;
    let count = 0;
    let sum = 0;
    for (let column = column0; column < column1; column++) {
      const set = <i32>(load<u8>(p + <usize>column) != 0);
      count += set;
      sum += set * column;
    }
    store<i32>(out, count);
    store<i32>(out, sum, 4);
  }
}

/**
 * Stripes: runs of pixels above `level` along rows. Five 32-bit numbers each: row, first column, column behind the last,
 * Σ v and Σ v · column. Returns how many; stops at `limit`.
 */
export function stripes(src: usize, spans: usize, stride: usize, rows: i32, level: i32, out: usize, limit: i32): i32 {
  const levels = i8x16.splat(<i8>level);
  let found = 0;
  for (let row = 0; row < rows; row++) {
    const p = src + <usize>row * stride;
    const end = <i32>load<u16>(spans + (<usize>row << 2), 2);
    let column = <i32>load<u16>(spans + (<usize>row << 2));
    while (column < end) {
      // sixteen dark pixels at a time; the row is padded, or another follows
      const bright = i8x16.bitmask(v128.gt<u8>(v128.load(p + <usize>column), levels));
      if (bright == 0) {
        column += 16;
        continue;
      }
      column += ctz(bright);
      if (column >= end) break;
      if (found == limit) return found;
      const first = column;
      let sum = 0;
      let moment = 0;
      for (; column < end; column++) {
        const v = <i32>load<u8>(p + <usize>column);
        if (v <= level) break;
        sum += v;
        moment += v * column;
      }
      store<i32>(out, row);
      store<i32>(out, first, 4);
      store<i32>(out, column, 8);
      store<i32>(out, sum, 12);
      store<i32>(out, moment, 16);
      out += 20;
      found++;
    }
  }
  return found;
}
