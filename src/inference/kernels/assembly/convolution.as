/**
 * One layer: convolution of 16-bit activations with 8-bit weights (kept as 16 bits), exact sums in 32 bits, then requantisation in single
 * precision with one rounding per operation.
 *
 *   s = bias + Σ a w        q = min(high, max(low, nearest(f32(s) · scale)))        nearest: halves to even
 *
 * Activations are rows of pixels, pixels of channels (NHWC), with a border of one pixel of zeros: the patch that a pixel sees in one row is one
 * run of numbers. Two neighbouring channels are multiplied with two weights at once (dot product of pairs); eight output channels of four
 * pixels are summed in registers.
 *
 * job, 32-bit words:
 *   0 src     first number of the patch of the first pixel      7 rows        output rows
 *   1 dst     first output channel of the first pixel           8 fours       output pixels of a row / 4
 *   2 weights                                                   9 groups      output channels / 8
 *   3 scales, biases: per group 8 singles, then 8 words         10 runs       rows of the kernel
 *   4 pitch   bytes from one source row to the next             11 pairs      pairs of numbers in one run
 *   5 hop     bytes from the patch of a pixel to the next's     12 low
 *   6 skip    bytes from the patches of a row to the next's     13 high
 *   14 dst row, 15 dst pixel: bytes from one to the next
 */
export function convolve(job: usize): void {
  const src = <usize>load<u32>(job);
  const dst = <usize>load<u32>(job, 4);
  let weights = <usize>load<u32>(job, 8);
  let table = <usize>load<u32>(job, 12);
  const pitch = <usize>load<u32>(job, 16);
  const hop = <usize>load<u32>(job, 20);
  const skip = <usize>load<u32>(job, 24);
  const rows = load<i32>(job, 28);
  const fours = load<i32>(job, 32);
  const groups = load<i32>(job, 36);
  const runs = load<i32>(job, 40);
  const pairs = load<i32>(job, 44);
  const low = i32x4.splat(load<i32>(job, 48));
  const high = i32x4.splat(load<i32>(job, 52));
  const rowSize = <usize>load<u32>(job, 56);
  const pixelSize = <usize>load<u32>(job, 60);
  const kernelSize = <usize>(runs * pairs * 32);

  for (let group = 0; group < groups; group++, weights += kernelSize, table += 64) {
    const scale0 = v128.load(table);
    const scale1 = v128.load(table, 16);
    const bias0 = v128.load(table, 32);
    const bias1 = v128.load(table, 48);
    for (let y = 0; y < rows; y++) {
      let patch = src + <usize>y * skip;
      let out = dst + <usize>y * rowSize + (<usize>group << 4);
      for (let x = 0; x < fours; x++, patch += 4 * hop) {
        let a0 = bias0, a1 = bias1, b0 = bias0, b1 = bias1, c0 = bias0, c1 = bias1, d0 = bias0, d1 = bias1;
        let w = weights;
        let line = patch;
        for (let run = 0; run < runs; run++, line += pitch) {
          let a = line;
          let b = line + hop;
          let c = b + hop;
          let d = c + hop;
          for (let end = line + (<usize>pairs << 2); a < end; a += 4, b += 4, c += 4, d += 4, w += 32) {
            const w0 = v128.load(w);
            const w1 = v128.load(w, 16);
            const p = v128.load32_splat(a);
            const q = v128.load32_splat(b);
            const r = v128.load32_splat(c);
            const s = v128.load32_splat(d);
            a0 = i32x4.add(a0, i32x4.dot_i16x8_s(p, w0));
            a1 = i32x4.add(a1, i32x4.dot_i16x8_s(p, w1));
            b0 = i32x4.add(b0, i32x4.dot_i16x8_s(q, w0));
            b1 = i32x4.add(b1, i32x4.dot_i16x8_s(q, w1));
            c0 = i32x4.add(c0, i32x4.dot_i16x8_s(r, w0));
            c1 = i32x4.add(c1, i32x4.dot_i16x8_s(r, w1));
            d0 = i32x4.add(d0, i32x4.dot_i16x8_s(s, w0));
            d1 = i32x4.add(d1, i32x4.dot_i16x8_s(s, w1));
          }
        }
        v128.store(out, requantised(a0, a1, scale0, scale1, low, high));
        v128.store(out + pixelSize, requantised(b0, b1, scale0, scale1, low, high));
        v128.store(out + 2 * pixelSize, requantised(c0, c1, scale0, scale1, low, high));
        v128.store(out + 3 * pixelSize, requantised(d0, d1, scale0, scale1, low, high));
        out += 4 * pixelSize;
      }
    }
  }
}

// @ts-ignore: decorator
@inline
function requantised(s0: v128, s1: v128, scale0: v128, scale1: v128, low: v128, high: v128): v128 {
  return i16x8.narrow_i32x4_s(bounded(s0, scale0, low, high), bounded(s1, scale1, low, high));
}

// @ts-ignore: decorator
@inline
function bounded(sum: v128, scale: v128, low: v128, high: v128): v128 {
  const value = f32x4.nearest(f32x4.mul(f32x4.convert_i32x4_s(sum), scale));
  return i32x4.min_s(high, i32x4.max_s(low, i32x4.trunc_sat_f32x4_s(value)));
}
