/**
 * Several pictures into one view through a table of samples, blended where two of them show the same place.
 *
 * A record is 16 bytes, rows of the view one after the other, columns ascending:
 *
 *   i16 u − 2¹⁵, v − 2¹⁵      position in the picture [1/32 px]
 *   i16 au, av, bu, bv        two offsets [1/32 px]; the four samples of a pixel lie at ±a and ±b
 *   u16 column                of the view
 *   u8  camera | MORE | FOUR  MORE: the next record belongs to the same pixel;  FOUR: four samples, else one
 *   u8  weight                in 1/256; 0 is a whole one
 *
 * A camera is 64 bytes: u32 address, u32 step, u32 shift, u32 unit, two masks of 16 bytes, i16 largest u − 2¹⁵, i16 largest v − 2¹⁵, u32 gain in
 * 1/1024, u32 whether its channels are Y, U, V. A pixel x begins at (x >> shift) × unit; the mask of x & shift picks channel by channel the bytes
 * of that pixel and its right neighbour.
 *
 *   sample    Σ w p,  w = (32 − fx | fx) × (32 − fy | fy)              1/1024, as OpenCV's remap
 *   picture   mean of its samples in 1/64 level; Y, U, V become R, G, B there (BT.601, studio range, coefficients in 1/2¹⁴)
 *   view      (Σ weight gain picture + 2¹⁹) >> 20
 *
 * Up to 16 bytes behind a picture are read.
 */

const MORE: u32 = 0x80;
const FOUR: u32 = 0x40;
const CAMERA: u32 = 0x0f;
const CAMERA_BYTES: u32 = 64;
const BRIGHTEST: i32 = 255 << 6;

/** One sample at x, y (whole) with the fractions fx, fy: channels in 1/1024. */
// @ts-ignore: decorator
@inline
function tap(camera: usize, x: u32, y: u32, fx: u32, fy: u32): v128 {
  const shift = load<u32>(camera, 8);
  const step = load<u32>(camera, 4);
  const p = <usize>(load<u32>(camera) + y * step + (x >> shift) * load<u32>(camera, 12));
  const mask = v128.load(camera + <usize>((x & shift) << 4), 16);
  const above = i8x16.swizzle(v128.load(p), mask);
  const below = i8x16.swizzle(v128.load(p + <usize>step), mask);
  const rows = i16x8.add(i16x8.shl(above, 5), i16x8.mul(i16x8.sub(below, above), i16x8.splat(<i16>fy)));
  // 32 − fx in the low half, fx in the high one
  return i32x4.dot_i16x8_s(rows, i32x4.splat(32 + fx * 65535));
}

/** Y, U, V in 1/64 level as R, G, B. */
function fromYuv(yuv: v128): v128 {
  const y = i32x4.splat(i32x4.extract_lane(yuv, 0) - (16 << 6));
  const u = i32x4.splat(i32x4.extract_lane(yuv, 1) - (128 << 6));
  const v = i32x4.splat(i32x4.extract_lane(yuv, 2) - (128 << 6));
  const sum = i32x4.add(
    i32x4.add(i32x4.mul(y, i32x4(19071, 19071, 19071, 0)), i32x4.mul(u, i32x4(0, -6406, 33063, 0))),
    i32x4.add(i32x4.mul(v, i32x4(26149, -13320, 0, 0)), i32x4.splat(1 << 13)),
  );
  return i32x4.min_s(i32x4.max_s(i32x4.shr_s(sum, 14), i32x4.splat(0)), i32x4.splat(BRIGHTEST));
}

/** The channels that a record shows, in 1/64 level. */
// @ts-ignore: decorator
@inline
function seen(record: usize, camera: usize, flags: u32): v128 {
  const limit = v128.load32_splat(camera, 48);
  const unbias = i16x8.splat(-32768);
  let sum: v128;
  if ((flags & FOUR) != 0) {
    const a = v128.load_zero<u64>(record, 4);
    const offsets = v128.shuffle<i32>(a, i16x8.neg(a), 0, 1, 4, 5);
    const at = v128.xor(i16x8.min_s(i16x8.add_sat_s(v128.load32_splat(record), offsets), limit), unbias);
    const whole = i16x8.shr_u(at, 5);
    const part = v128.and(at, i16x8.splat(31));
    sum = i32x4.add(
      i32x4.add(
        tap(camera, i16x8.extract_lane_u(whole, 0), i16x8.extract_lane_u(whole, 1), i16x8.extract_lane_u(part, 0), i16x8.extract_lane_u(part, 1)),
        tap(camera, i16x8.extract_lane_u(whole, 2), i16x8.extract_lane_u(whole, 3), i16x8.extract_lane_u(part, 2), i16x8.extract_lane_u(part, 3)),
      ),
      i32x4.add(
        tap(camera, i16x8.extract_lane_u(whole, 4), i16x8.extract_lane_u(whole, 5), i16x8.extract_lane_u(part, 4), i16x8.extract_lane_u(part, 5)),
        tap(camera, i16x8.extract_lane_u(whole, 6), i16x8.extract_lane_u(whole, 7), i16x8.extract_lane_u(part, 6), i16x8.extract_lane_u(part, 7)),
      ),
    );
    sum = i32x4.shr_u(i32x4.add(sum, i32x4.splat(32)), 6);
  } else {
    const at = v128.xor(i16x8.min_s(v128.load32_splat(record), limit), unbias);
    const u = <u32>i16x8.extract_lane_u(at, 0);
    const v = <u32>i16x8.extract_lane_u(at, 1);
    sum = i32x4.shr_u(i32x4.add(tap(camera, u >> 5, v >> 5, u & 31, v & 31), i32x4.splat(8)), 4);
  }
  return load<u32>(camera, 56) != 0 ? fromYuv(sum) : sum;
}

/** `cameras` × weight of the record × gain, in 1/2²⁰ level. */
// @ts-ignore: decorator
@inline
function weighed(record: usize, cameras: usize): v128 {
  const flags = <u32>load<u8>(record, 14);
  const camera = cameras + <usize>((flags & CAMERA) * CAMERA_BYTES);
  const weight = <u32>load<u8>(record, 15);
  const factor = ((weight == 0 ? 256 : weight) * load<u32>(camera, 52)) >> 4;
  return i32x4.mul(seen(record, camera, flags), i32x4.splat(factor));
}

/** The view, 3 bytes per pixel; what no record is for stays black. `starts` has the first record of each row, and the end. */
export function stitch(records: usize, starts: usize, cameras: usize, dst: usize, columns: i32, rows: i32): void {
  memory.fill(dst, 0, 3 * <usize>columns * <usize>rows);
  for (let row = 0; row < rows; row++, starts += 4, dst += 3 * <usize>columns) {
    let record = records + ((<usize>load<u32>(starts)) << 4);
    const end = records + ((<usize>load<u32>(starts, 4)) << 4);
    while (record < end) {
      const out = dst + 3 * <usize>load<u16>(record, 12);
      const more = (<u32>load<u8>(record, 14) & MORE) != 0;
      let sum = weighed(record, cameras);
      record += 16;
      if (more) {
        sum = i32x4.add(sum, weighed(record, cameras));
        record += 16;
      }
      const levels = i32x4.shr_u(i32x4.add(sum, i32x4.splat(1 << 19)), 20);
      const words = i16x8.narrow_i32x4_u(levels, levels);
      const bytes = i8x16.narrow_i16x8_u(words, words);
      v128.store_lane<u16>(out, bytes, 0);
      v128.store_lane<u8>(out + 2, bytes, 2);
    }
  }
}

/** R + 2 G + B in 1/256 level. */
// @ts-ignore: decorator
@inline
function brightness(rgb: v128): u32 {
  return i32x4.extract_lane(rgb, 0) + 2 * i32x4.extract_lane(rgb, 1) + i32x4.extract_lane(rgb, 2);
}

const CLIPPED: u32 = 250 << 8;

/**
 * Brightness of places that two cameras show: `list` has indices of first records of pairs; sums[8 a + b] is u32 Σ brightness by camera a, by
 * camera b [1/4 level], and how many. Places that either shows clipped are left out. The sums are zero before.
 */
export function compareOverlaps(records: usize, list: usize, count: i32, cameras: usize, sums: usize): void {
  for (let i = 0; i < count; i++, list += 4) {
    const first = records + ((<usize>load<u32>(list)) << 4);
    const a = <u32>load<u8>(first, 14) & CAMERA;
    const b = <u32>load<u8>(first, 30) & CAMERA;
    const byA = brightness(seen(first, cameras + <usize>(a * CAMERA_BYTES), a));
    const byB = brightness(seen(first + 16, cameras + <usize>(b * CAMERA_BYTES), b));
    if (byA > CLIPPED || byB > CLIPPED) continue;
    const sum = sums + <usize>((8 * a + b) * 12);
    store<u32>(sum, load<u32>(sum) + (byA >> 6));
    store<u32>(sum, load<u32>(sum, 4) + (byB >> 6), 4);
    store<u32>(sum, load<u32>(sum, 8) + 1, 8);
  }
}

// @ts-ignore: decorator
@inline
function between(mesh: usize, pitch: usize, cell: i32, fx: i32, fy: i32): i32 {
  const above = <i32>load<i16>(mesh) * (cell - fx) + <i32>load<i16>(mesh, 4) * fx;
  const below = <i32>load<i16>(mesh + pitch) * (cell - fx) + <i32>load<i16>(mesh + pitch, 4) * fx;
  return above * (cell - fy) + below * fy;
}

// @ts-ignore: decorator
@inline
function moved(position: i32, by: i32): i16 {
  return <i16>max(-32768, min(32767, position + by));
}

/**
 * to ← records whose positions are moved by what a mesh says at their place in the view: per camera `nodes` × `nodes` pairs of i16 [1/32 px],
 * 2^shift pixels of the view apart, blended linearly.
 */
export function moveRecords(records: usize, to: usize, starts: usize, rows: i32, meshes: usize, nodes: i32, shift: i32): void {
  const cell = 1 << shift;
  const half = 1 << (2 * shift - 1);
  const pitch = <usize>nodes << 2;
  for (let row = 0; row < rows; row++, starts += 4) {
    const fy = row & (cell - 1);
    const meshRow = meshes + pitch * <usize>(row >> shift);
    const end = <usize>load<u32>(starts, 4) << 4;
    for (let at = <usize>load<u32>(starts) << 4; at < end; at += 16) {
      const record = records + at;
      const column = <i32>load<u16>(record, 12);
      const camera = <usize>(<u32>load<u8>(record, 14) & CAMERA);
      const mesh = meshRow + camera * pitch * <usize>nodes + (<usize>(column >> shift) << 2);
      const fx = column & (cell - 1);
      const du = (between(mesh, pitch, cell, fx, fy) + half) >> (2 * shift);
      const dv = (between(mesh + 2, pitch, cell, fx, fy) + half) >> (2 * shift);
      v128.store(to + at, v128.load(record));
      store<i16>(to + at, moved(load<i16>(record), du));
      store<i16>(to + at, moved(load<i16>(record, 2), dv), 2);
    }
  }
}
