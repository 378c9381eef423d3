/**
 * Pictures of another size, with one, three or four channels, as cv2.resize makes them, to the bit.
 *
 *   linear   along rows Σ a p with a in 1/2¹¹, kept in 1/2⁷; down columns (⌊b₀ s₀ / 2¹⁶⌋ + ⌊b₁ s₁ / 2¹⁶⌋ + 2) >> 2
 *   area     Σ β Σ α p in single precision, α and β the shares of a source pixel; rounded half to even
 *   blocks   the same for whole numbers of pixels: the sum times 1/area, or (Σ + 2) >> 2 for 2 × 2
 *
 * Pictures are packed; up to fifteen bytes behind the source are read, and nothing is written behind dst.
 */

/** One row of the source to `width` pixels, 16-bit words; per pixel 8 bytes of `table`: its offset in the row, a₀ and a₁. */
// @ts-ignore: decorator
@inline
function stretchRow(row: usize, channels: i32, width: i32, table: usize, out: usize): void {
  if (channels == 1) {
    let x = 0;
    for (; x + 4 <= width; x += 4, table += 32, out += 8) {
      let pairs = v128.load_zero<u32>(row + load<u32>(table));
      pairs = v128.load_lane<u16>(row + load<u32>(table, 8), pairs, 1);
      pairs = v128.load_lane<u16>(row + load<u32>(table, 16), pairs, 2);
      pairs = v128.load_lane<u16>(row + load<u32>(table, 24), pairs, 3);
      const weights = v128.shuffle<i32>(v128.load(table), v128.load(table, 16), 1, 3, 5, 7);
      storeWords(out, i32x4.dot_i16x8_s(v128.extend_low<u8>(pairs), weights));
    }
    for (; x < width; x++, table += 8, out += 2) {
      const p = row + load<u32>(table);
      store<u16>(out, (<i32>load<u8>(p) * load<i16>(table, 4) + <i32>load<u8>(p, 1) * load<i16>(table, 6)) >> 4);
    }
    return;
  }
  for (let x = 0; x < width; x++, table += 8, out += 2 * channels) {
    const words = v128.extend_low<u8>(v128.load_zero<u64>(row + load<u32>(table)));
    const pairs = channels == 3
      ? v128.shuffle<i16>(words, words, 0, 3, 1, 4, 2, 5, 2, 5)
      : v128.shuffle<i16>(words, words, 0, 4, 1, 5, 2, 6, 3, 7);
    // with three channels the fourth word is overwritten by the next pixel
    storeWords(out, i32x4.dot_i16x8_s(pairs, i32x4.splat(load<i32>(table, 4))));
  }
}

// @ts-ignore: decorator
@inline
function storeWords(p: usize, sums: v128): void {
  const shifted = i32x4.shr_s(sums, 4);
  v128.store_lane<u64>(p, i16x8.narrow_i32x4_s(shifted, shifted), 0);
}

/** Two rows of words to bytes. */
// @ts-ignore: decorator
@inline
function blendWords(a: usize, b: usize, length: i32, wa: i32, wb: i32, out: usize): void {
  const was = i16x8.splat(<i16>wa);
  const wbs = i16x8.splat(<i16>wb);
  const two = i32x4.splat(2);
  let i = 0;
  for (; i + 8 <= length; i += 8, a += 16, b += 16) {
    const p = v128.load(a);
    const q = v128.load(b);
    const low = i32x4.add(i32x4.shr_s(i32x4.extmul_low_i16x8_s(p, was), 16), i32x4.shr_s(i32x4.extmul_low_i16x8_s(q, wbs), 16));
    const high = i32x4.add(i32x4.shr_s(i32x4.extmul_high_i16x8_s(p, was), 16), i32x4.shr_s(i32x4.extmul_high_i16x8_s(q, wbs), 16));
    const words = i16x8.narrow_i32x4_s(i32x4.shr_s(i32x4.add(low, two), 2), i32x4.shr_s(i32x4.add(high, two), 2));
    v128.store_lane<u64>(out + i, i8x16.narrow_i16x8_u(words, words), 0);
  }
  for (; i < length; i++, a += 2, b += 2) {
    store<u8>(out + i, (((<i32>load<i16>(a) * wa) >> 16) + ((<i32>load<i16>(b) * wb) >> 16) + 2) >> 2);
  }
}

/**
 * `columns` is the table of `stretchRow`; `lines` has four 32-bit numbers per row of dst: the two rows of the source and their weights.
 * `room` holds two rows of 2 × width × channels + 16 bytes.
 */
export function resizeLinear(src: usize, step: usize, channels: i32, dst: usize, width: i32, rows: i32, columns: usize, lines: usize, room: usize): void {
  const length = width * channels;
  let upper = room;
  let lower = room + 2 * <usize>length + 16;
  // the rows of the source that are stretched there
  let upperRow = -1;
  let lowerRow = -1;
  for (let row = 0; row < rows; row++, lines += 16, dst += length) {
    const a = load<i32>(lines);
    const b = load<i32>(lines, 4);
    if (a == lowerRow) {
      const other = upper;
      upper = lower;
      lower = other;
      lowerRow = upperRow;
      upperRow = a;
    }
    if (a != upperRow) stretchRow(src + <usize>a * step, channels, width, columns, upper);
    upperRow = a;
    if (b != a && b != lowerRow) {
      stretchRow(src + <usize>b * step, channels, width, columns, lower);
      lowerRow = b;
    }
    blendWords(upper, b == a ? upper : lower, length, load<i32>(lines, 8), load<i32>(lines, 12), dst);
  }
}

// @ts-ignore: decorator
@inline
function storePixel(p: usize, channels: i32, lanes: v128): void {
  const words = i16x8.narrow_i32x4_s(lanes, lanes);
  const bytes = i8x16.narrow_i16x8_u(words, words);
  if (channels == 4) {
    v128.store_lane<u32>(p, bytes, 0);
  } else {
    v128.store_lane<u16>(p, bytes, 0);
    v128.store_lane<u8>(p + 2, bytes, 2);
  }
}

/** The shares of one row. Per pixel a table has a count, and per source pixel 8 bytes: its offset in the row and its share. */
// @ts-ignore: decorator
@inline
function gatherRow(row: usize, channels: i32, width: i32, table: usize, out: usize): void {
  for (let x = 0; x < width; x++, out += 4 * channels) {
    const end = table + 4 + (<usize>load<u32>(table) << 3);
    table += 4;
    if (channels == 1) {
      let sum: f32 = 0;
      for (; table < end; table += 8) sum += <f32>load<u8>(row + load<u32>(table)) * load<f32>(table, 4);
      store<f32>(out, sum);
    } else {
      let sums = f32x4.splat(0);
      for (; table < end; table += 8) {
        const words = v128.extend_low<u8>(v128.load_zero<u32>(row + load<u32>(table)));
        const pixel = f32x4.convert_i32x4_s(v128.extend_low<u16>(words));
        sums = f32x4.add(sums, f32x4.mul(pixel, f32x4.splat(load<f32>(table, 4))));
      }
      v128.store(out, sums);
    }
  }
}

/** `lines` is a table as that of the columns, of rows instead of offsets. `room` holds two rows of 4 × width × channels + 16 bytes. */
export function resizeArea(src: usize, step: usize, channels: i32, dst: usize, width: i32, rows: i32, columns: usize, lines: usize, room: usize): void {
  const length = width * channels;
  const sums = room;
  const shares = room + 4 * <usize>length + 16;
  let gathered = -1;
  for (let row = 0; row < rows; row++, dst += length) {
    const count = load<i32>(lines);
    lines += 4;
    for (let k = 0; k < count; k++, lines += 8) {
      const from = load<i32>(lines);
      if (from != gathered) gatherRow(src + <usize>from * step, channels, width, columns, shares);
      gathered = from;
      const weight = f32x4.splat(load<f32>(lines, 4));
      for (let i: usize = 0; i < 4 * <usize>length; i += 16) {
        const share = f32x4.mul(v128.load(shares + i), weight);
        v128.store(sums + i, k == 0 ? share : f32x4.add(v128.load(sums + i), share));
      }
    }
    for (let i = 0; i < length; i++) store<u8>(dst + i, <i32>min<f32>(255, nearest<f32>(load<f32>(sums + (<usize>i << 2)))));
  }
}

/** Sums down `count` rows: 32-bit numbers, for `bytes` columns. */
// @ts-ignore: decorator
@inline
function sumRows(src: usize, step: usize, count: i32, bytes: usize, out: usize): void {
  for (let i: usize = 0; i < bytes; i += 16) {
    let a = i32x4.splat(0);
    let b = i32x4.splat(0);
    let c = i32x4.splat(0);
    let d = i32x4.splat(0);
    for (let k = 0; k < count; k++) {
      const pixels = v128.load(src + <usize>k * step + i);
      const low = v128.extend_low<u8>(pixels);
      const high = v128.extend_high<u8>(pixels);
      a = i32x4.add(a, v128.extend_low<u16>(low));
      b = i32x4.add(b, v128.extend_high<u16>(low));
      c = i32x4.add(c, v128.extend_low<u16>(high));
      d = i32x4.add(d, v128.extend_high<u16>(high));
    }
    const p = out + (i << 2);
    v128.store(p, a);
    v128.store(p, b, 16);
    v128.store(p, c, 32);
    v128.store(p, d, 48);
  }
}

// @ts-ignore: decorator
@inline
function meanOfBlock(sums: v128, isQuad: bool, scale: v128): v128 {
  if (isQuad) return i32x4.shr_u(i32x4.add(sums, i32x4.splat(2)), 2);
  return i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(f32x4.convert_i32x4_s(sums), scale)));
}

/** Blocks of across × down pixels. `room` holds 4 × width × across × channels + 64 bytes. */
export function resizeBlocks(src: usize, step: usize, channels: i32, dst: usize, width: i32, rows: i32, across: i32, down: i32, room: usize): void {
  const isQuad = across == 2 && down == 2;
  const scale = f32x4.splat(<f32>1 / <f32>(across * down));
  for (let row = 0; row < rows; row++) {
    sumRows(src, step, down, <usize>(width * across * channels), room);
    src += <usize>down * step;
    let from = room;
    for (let x = 0; x < width; x++, dst += channels) {
      if (channels == 1) {
        let sum = 0;
        for (let k = 0; k < across; k++, from += 4) sum += load<i32>(from);
        store<u8>(dst, i32x4.extract_lane(meanOfBlock(i32x4.splat(sum), isQuad, scale), 0));
      } else {
        let sums = i32x4.splat(0);
        for (let k = 0; k < across; k++, from += 4 * channels) sums = i32x4.add(sums, v128.load(from));
        storePixel(dst, channels, meanOfBlock(sums, isQuad, scale));
      }
    }
  }
}
