/**
 * Grey pictures as plain data, row by row, pixel centres at integer coordinates, and the few filters the corner finder and
 * the renderer need. Smoothed pictures are Float32Array: their values are sums in a fixed order, so they are the same in
 * every engine.
 */
import { exp } from '../../math/exponential.ts';

export interface GreyImage {
  readonly width: number;
  readonly height: number;
  /** 0 black … 255 white. */
  readonly data: Uint8Array | Float32Array;
}

/** Taps of a Gaussian with standard deviation σ [px], cut at 3σ, with sum 1; index 0 is the centre. */
function gaussianTaps(sigma: number): Float64Array {
  const taps = new Float64Array(Math.ceil(3 * sigma) + 1);
  let sum = 0;
  for (let i = 0; i < taps.length; i++) {
    taps[i] = exp((-0.5 * i * i) / (sigma * sigma));
    sum += i === 0 ? taps[i] : 2 * taps[i];
  }
  return taps.map((tap) => tap / sum);
}

/** The picture convolved with a Gaussian of σ [px]; border pixels are repeated outwards. */
export function smooth({ width, height, data }: GreyImage, sigma: number): GreyImage {
  const taps = gaussianTaps(sigma);
  const across = new Float32Array(width * height);
  convolveLines(data, across, taps, { lines: height, lineStride: width, length: width, stride: 1 });
  const result = new Float32Array(width * height);
  convolveLines(across, result, taps, { lines: width, lineStride: 1, length: height, stride: width });
  return { width, height, data: result };
}

interface Lines {
  readonly lines: number;
  readonly lineStride: number;
  readonly length: number;
  readonly stride: number;
}

function convolveLines(
  from: Uint8Array | Float32Array,
  to: Float32Array,
  taps: Float64Array,
  { lines, lineStride, length, stride }: Lines,
): void {
  const reach = taps.length - 1;
  const line = new Float64Array(length + 2 * reach);
  for (let l = 0; l < lines; l++) {
    const start = l * lineStride;
    for (let i = 0; i < line.length; i++) line[i] = from[start + Math.min(length - 1, Math.max(0, i - reach)) * stride];
    for (let i = 0; i < length; i++) {
      let sum = taps[0] * line[i + reach];
      for (let k = 1; k <= reach; k++) sum += taps[k] * (line[i + reach - k] + line[i + reach + k]);
      to[start + i * stride] = sum;
    }
  }
}

/** Half the size: each pixel is the mean of four, and its centre is at 2 (u, v) + ½ of the larger picture. */
export function halve({ width, height, data }: GreyImage): GreyImage {
  const w = width >> 1;
  const h = height >> 1;
  const half = new Float32Array(w * h);
  for (let v = 0; v < h; v++) {
    for (let u = 0; u < w; u++) {
      const i = 2 * v * width + 2 * u;
      half[v * w + u] = (data[i] + data[i + 1] + data[i + width] + data[i + width + 1]) / 4;
    }
  }
  return { width: w, height: h, data: half };
}

/** The value between pixels, bilinear; outside, the nearest border value. */
export function sampleAt({ width, height, data }: GreyImage, u: number, v: number): number {
  const x = Math.min(width - 1, Math.max(0, u));
  const y = Math.min(height - 1, Math.max(0, v));
  const left = Math.min(width - 2, Math.floor(x));
  const top = Math.min(height - 2, Math.floor(y));
  const i = top * width + left;
  const fx = x - left;
  const upper = data[i] + fx * (data[i + 1] - data[i]);
  const lower = data[i + width] + fx * (data[i + width + 1] - data[i + width]);
  return upper + (y - top) * (lower - upper);
}
