/** What follows from the rows of a map of pixels. */
import type { PixelMap } from '../../camera-model/pixel-map.ts';

/**
 * The columns of each row of a view that follow one row of the picture to the right, with one fraction between it and the next: two numbers per
 * row, equal where there are none. So does every row of a bird's-eye view of a camera that is not rolled and whose lens does not distort.
 */
export function columnsAlongRows({ entries, spans, stride, source }: PixelMap): Uint16Array {
  const along = new Uint16Array(spans.length);
  for (let i = 0; i < spans.length; i += 2) {
    const row = (i / 2) * stride;
    let begin = spans[i];
    let end = spans[i + 1];
    // edges of the picture have no entry
    while (begin < end && entries[row + begin] === 0) begin++;
    while (begin < end && entries[row + end - 1] === 0) end--;
    if (!runsAlong(entries.subarray(row + begin, row + end), source.width)) continue;
    along[i] = begin;
    along[i + 1] = end;
  }
  return along;
}

function runsAlong(entries: Uint32Array, width: number): boolean {
  const fractionAndRow = (entry: number): number => ((entry >>> 5) & 31) + 32 * Math.floor((entry >>> 10) / width);
  for (let i = 1; i < entries.length; i++) {
    const isLevel = fractionAndRow(entries[i]) === fractionAndRow(entries[0]);
    if (!isLevel || entries[i] >>> 10 < entries[i - 1] >>> 10) return false;
  }
  return entries.length > 0;
}

/** How many pixels lie within the spans of every `pitch`-th row. */
export function pixelsWithin(spans: Uint16Array, pitch: number): number {
  let sum = 0;
  for (let i = 0; i < spans.length; i += 2 * pitch) sum += spans[i + 1] - spans[i];
  return sum;
}
