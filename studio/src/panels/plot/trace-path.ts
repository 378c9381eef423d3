/** From samples to the path of a line, in pixels. */
import { decimate, decimatedCapacity } from './decimate.ts';
import type { Points } from './plot-lines.ts';
import type { Range } from './ranges.ts';
import { firstAtLeast, lastAtMost } from './sorted-search.ts';

/** The part of Path2D that is needed. */
export interface PathSink {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
}

/** Pixels of a value: offset + scale · value. */
export interface PixelMap {
  readonly scale: number;
  readonly offset: number;
}

export const pixelMap = ([min, max]: Range, atMin: number, atMax: number): PixelMap => {
  const scale = (atMax - atMin) / (max - min);
  return { scale, offset: atMin - scale * min };
};

let indices = new Uint32Array(0);

/** A line over time: only what is in sight, and no more points than the pixels can show. */
export function traceOverTime(
  sink: PathSink,
  { times, ys }: Points,
  range: Range,
  columns: number,
  x: PixelMap,
  y: PixelMap,
  stepped: boolean,
): void {
  // one sample beyond each edge, so that the line leaves the picture
  const from = Math.max(0, lastAtMost(times, range[0]));
  const to = Math.min(times.length, firstAtLeast(times, range[1]) + 1);
  const capacity = Math.max(decimatedCapacity(columns), 1);
  if (indices.length < capacity) indices = new Uint32Array(capacity);
  const count = decimate(times, ys, { from, to, xMin: range[0], xMax: range[1], columns }, indices);
  let down = false;
  let lastY = 0;
  for (let k = 0; k < count; k++) {
    const i = indices[k];
    const atX = x.offset + x.scale * times[i];
    const atY = y.offset + y.scale * ys[i];
    if (atY !== atY) down = false;
    else if (!down) sink.moveTo(atX, atY);
    else {
      if (stepped) sink.lineTo(atX, lastY);
      sink.lineTo(atX, atY);
    }
    down = atY === atY;
    lastY = atY;
  }
}

/** One field over another; points nearer than half a pixel to the one before are left out. */
export function traceOverField(sink: PathSink, { xs, ys }: Points, x: PixelMap, y: PixelMap): void {
  let down = false;
  let lastX = 0;
  let lastY = 0;
  for (let i = 0; i < xs.length; i++) {
    const atX = x.offset + x.scale * xs[i];
    const atY = y.offset + y.scale * ys[i];
    if (atX !== atX || atY !== atY) {
      down = false;
      continue;
    }
    if (down && Math.abs(atX - lastX) + Math.abs(atY - lastY) < 0.5) continue;
    if (down) sink.lineTo(atX, atY);
    else sink.moveTo(atX, atY);
    [down, lastX, lastY] = [true, atX, atY];
  }
}
