/**
 * Points where four squares of a chessboard may meet: saddles of the smoothed brightness I.
 *
 *   response   S = Iₓᵧ² − Iₓₓ Iᵧᵧ > 0, a local maximum
 *   position   p − H⁻¹ ∇I, one Newton step to the point where the slope vanishes
 *   ring       brightness on a circle around it crosses its middle exactly four times, in opposite pairs: two dark and
 *              two light sectors, parted by two straight lines
 *
 * S grows with the square of the contrast; it is divided by the local variance of I, so that a board half in the shade
 * gives even responses. Lines and plain corners have S ≈ 0; noise and texture fail the ring.
 *
 * Valid for squares of at least about 6 σ [px] on their short side.
 */
import { atan2, cos, sin } from '../../math/trig.ts';
import type { GreyImage } from './grey-image.ts';
import { sampleAt, smooth } from './grey-image.ts';

export interface SaddlePoint {
  readonly u: number;
  readonly v: number;
  readonly response: number;
  /** Directions of the four edges that leave it, clockwise as seen on the screen (y down), in (−π, π] ascending. */
  readonly edges: readonly [number, number, number, number];
  /** The sector after edge 0, clockwise, is dark. */
  readonly darkAfterFirst: boolean;
}

/** Samples on the ring. */
const RING = 48;
const RING_COS = Float64Array.from({ length: RING }, (_, i) => cos(((2 * i) / RING - 1) * Math.PI));
const RING_SIN = Float64Array.from({ length: RING }, (_, i) => sin(((2 * i) / RING - 1) * Math.PI));

/** Least difference of light and dark on a ring [grey levels]. */
const LEAST_CONTRAST = 8;
/** As a share of the largest response. */
const LEAST_RESPONSE = 0.04;
/** Opposite edges may be this far from a straight line [rad]. */
const LARGEST_BEND = 0.45;
/** Least angle between two neighbouring edges [rad]. */
const LEAST_ANGLE = 0.2;

/** Radius of the ring for a smoothing of σ [px]. */
const ringRadius = (sigma: number): number => 2 * sigma + 1;

/** Every saddle of a smoothed picture that passes the ring, strongest first, at most `limit`. */
export function findSaddlePoints(smoothed: GreyImage, sigma: number, limit: number): SaddlePoint[] {
  const response = saddleResponse(smoothed, sigma);
  const found: SaddlePoint[] = [];
  for (const { u, v } of localMaxima(response, smoothed.width, smoothed.height, Math.ceil(1.5 * sigma))) {
    const point = saddleNear(smoothed, u, v, sigma, response[v * smoothed.width + u]);
    if (point !== null) found.push(point);
    if (found.length >= limit) break;
  }
  return found;
}

/** The saddle within about σ of a pixel, when the ring agrees. */
export function saddleNear(smoothed: GreyImage, u: number, v: number, sigma: number, response = 0): SaddlePoint | null {
  let x = u;
  let y = v;
  for (let step = 0; step < 3; step++) {
    const centreU = Math.round(x);
    const centreV = Math.round(y);
    if (!insideBy(smoothed, centreU, centreV, 2)) return null;
    const { gx, gy, xx, xy, yy } = derivatives(smoothed, centreV * smoothed.width + centreU);
    const determinant = xx * yy - xy * xy;
    if (!(determinant < 0)) return null;
    x = centreU - (yy * gx - xy * gy) / determinant;
    y = centreV - (xx * gy - xy * gx) / determinant;
    if (Math.abs(x - u) > 2 * sigma || Math.abs(y - v) > 2 * sigma) return null;
    if (Math.round(x) === centreU && Math.round(y) === centreV) break;
  }
  return readRing(smoothed, x, y, ringRadius(sigma), response);
}

const insideBy = ({ width, height }: GreyImage, u: number, v: number, margin: number): boolean =>
  u >= margin && v >= margin && u < width - margin && v < height - margin;

/** First and second central differences at one pixel. */
function derivatives({ width, data }: GreyImage, i: number) {
  return {
    gx: (data[i + 1] - data[i - 1]) / 2,
    gy: (data[i + width] - data[i - width]) / 2,
    xx: data[i + 1] - 2 * data[i] + data[i - 1],
    yy: data[i + width] - 2 * data[i] + data[i - width],
    xy: (data[i + width + 1] - data[i + width - 1] - data[i - width + 1] + data[i - width - 1]) / 4,
  };
}

/** S over the local variance; 0 where there is no saddle. */
function saddleResponse(smoothed: GreyImage, sigma: number): Float32Array {
  const { width, height, data } = smoothed;
  const spread = localVariance(smoothed, 3 * sigma);
  const response = new Float32Array(width * height);
  for (let v = 2; v < height - 2; v++) {
    for (let i = v * width + 2; i < (v + 1) * width - 2; i++) {
      const xx = data[i + 1] - 2 * data[i] + data[i - 1];
      const yy = data[i + width] - 2 * data[i] + data[i - width];
      const xy = (data[i + width + 1] - data[i + width - 1] - data[i - width + 1] + data[i - width - 1]) / 4;
      const saddle = xy * xy - xx * yy;
      // the variance of a flat, noisy patch must not make it a corner
      if (saddle > 0) response[i] = saddle / (spread[i] + LEAST_CONTRAST * LEAST_CONTRAST);
    }
  }
  return response;
}

function localVariance(image: GreyImage, sigma: number): Float32Array {
  const { width, height, data } = image;
  const mean = smooth(image, sigma).data;
  const squares = smooth({ width, height, data: Float32Array.from(data, (value) => value * value) }, sigma).data;
  return Float32Array.from(squares, (square, i) => Math.max(0, square - mean[i] * mean[i]));
}

/** Pixels larger than all others within `reach`, largest first; those far below the largest are left out. */
function localMaxima(response: Float32Array, width: number, height: number, reach: number): { u: number; v: number }[] {
  const largest = response.reduce((most, value) => (value > most ? value : most), 0);
  const found: { u: number; v: number; value: number }[] = [];
  for (let v = reach; v < height - reach; v++) {
    for (let u = reach; u < width - reach; u++) {
      const value = response[v * width + u];
      if (value > LEAST_RESPONSE * largest && isLargestAround(response, width, u, v, reach))
        found.push({ u, v, value });
    }
  }
  return found.sort((a, b) => b.value - a.value || a.v - b.v || a.u - b.u);
}

function isLargestAround(response: Float32Array, width: number, u: number, v: number, reach: number): boolean {
  const value = response[v * width + u];
  for (let y = v - reach; y <= v + reach; y++) {
    for (let x = u - reach; x <= u + reach; x++) {
      const other = response[y * width + x];
      // of equal neighbours the first counts
      if (other > value || (other === value && (y < v || (y === v && x < u)))) return false;
    }
  }
  return true;
}

/** Reads the circle around a point: four crossings in opposite pairs, or null. */
function readRing(smoothed: GreyImage, u: number, v: number, radius: number, response: number): SaddlePoint | null {
  if (!insideBy(smoothed, u, v, radius + 1)) return null;
  const ring = new Float64Array(RING);
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < RING; i++) {
    ring[i] = sampleAt(smoothed, u + radius * RING_COS[i], v + radius * RING_SIN[i]);
    low = Math.min(low, ring[i]);
    high = Math.max(high, ring[i]);
  }
  if (high - low < LEAST_CONTRAST) return null;
  // the brightness of the saddle itself parts light from dark
  const middle = sampleAt(smoothed, u, v);
  const edges: number[] = [];
  let darkAfterFirst = false;
  for (let i = 0; i < RING; i++) {
    const here = ring[i] - middle;
    const next = ring[(i + 1) % RING] - middle;
    if (here > 0 === next > 0) continue;
    if (edges.length === 0) darkAfterFirst = next <= 0;
    edges.push(((2 * (i + here / (here - next))) / RING - 1) * Math.PI);
  }
  if (edges.length !== 4) return null;
  const [a, b, c, d] = edges;
  const bend = Math.max(Math.abs(c - a - Math.PI), Math.abs(d - b - Math.PI));
  const angle = Math.min(b - a, c - b, d - c, a + 2 * Math.PI - d);
  if (bend > LARGEST_BEND || angle < LEAST_ANGLE) return null;
  return { u, v, response, edges: [a, b, c, d], darkAfterFirst };
}

/** The difference of two directions, in (−π, π]. */
export function directionDifference(a: number, b: number): number {
  const difference = a - b;
  return atan2(sin(difference), cos(difference));
}
