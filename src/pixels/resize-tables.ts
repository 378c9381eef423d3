/**
 * Which source pixels a pixel of a resized picture is made of, and by how much: the tables of cv2.resize, computed in its order and
 * precision. Pixel centres correspond: x_src = (x + ½) s − ½, s = source size / size.
 *
 * Reference: OpenCV 4.6, modules/imgproc/src/resize.cpp.
 */

/** As OpenCV computes it: one over the quotient the other way round. */
const scaleOf = (source: number, target: number): number => 1 / (target / source);

/** For how many whole source pixels a pixel stands; undefined where it is not a whole number, to the last bit. */
export function wholeFactor(source: number, target: number): number | undefined {
  const scale = scaleOf(source, target);
  const whole = Math.round(scale);
  return Math.abs(scale - whole) < Number.EPSILON ? whole : undefined;
}

/** Whether the picture does not become larger this way. */
export const shrinks = (source: number, target: number): boolean => scaleOf(source, target) >= 1;

/** Weights are in 1/2¹¹. */
const ONE = 2048;

/** Whole numbers, half to even, for 0 ≤ v < 2²². */
const roundHalfEven = (v: number): number => v + 6755399441055744 - 6755399441055744;

/** The two source pixels of each pixel, the first of them at `index`, which may be −1, and their weights. */
export interface LinearTable {
  readonly index: Int32Array;
  readonly first: Int16Array;
  readonly second: Int16Array;
}

/** With `byArea`, pixels that are made larger keep sharp edges: only those that straddle two source pixels are blended. */
export function linearTable(source: number, target: number, byArea: boolean): LinearTable {
  const scale = scaleOf(source, target);
  const table = {
    index: new Int32Array(target),
    first: new Int16Array(target),
    second: new Int16Array(target),
  };
  for (let i = 0; i < target; i++) {
    let position = Math.fround((i + 0.5) * scale - 0.5);
    let index = Math.floor(position);
    let fraction = Math.fround(position - index);
    if (byArea) {
      index = Math.floor(i * scale);
      position = Math.fround(i + 1 - (index + 1) * (target / source));
      fraction = position <= 0 ? 0 : Math.fround(position - Math.floor(position));
    }
    table.index[i] = index;
    table.first[i] = roundHalfEven(Math.fround(Math.fround(1 - fraction) * ONE));
    table.second[i] = roundHalfEven(Math.fround(fraction * ONE));
  }
  return table;
}

/** Shares below this are left out [px]. */
const NEGLIGIBLE = 1e-3;

/** The source pixels of each pixel, and their shares of it, which are rounded to single precision when they are used. */
export function areaTable(source: number, target: number): readonly { index: number; share: number }[][] {
  const scale = scaleOf(source, target);
  return Array.from({ length: target }, (_, i) => {
    const begin = i * scale;
    const end = begin + scale;
    const cell = Math.min(scale, source - begin);
    const behind = Math.min(Math.floor(end), source - 1);
    const first = Math.min(Math.ceil(begin), behind);
    const parts: { index: number; share: number }[] = [];
    if (first - begin > NEGLIGIBLE) parts.push({ index: first - 1, share: (first - begin) / cell });
    for (let index = first; index < behind; index++) parts.push({ index, share: 1 / cell });
    if (end - behind > NEGLIGIBLE)
      parts.push({ index: behind, share: Math.min(Math.min(end - behind, 1), cell) / cell });
    return parts;
  });
}
