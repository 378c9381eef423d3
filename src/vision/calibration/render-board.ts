/**
 * Pictures of a board of known truth: a pure function of lens, pose and pattern.
 *
 *   pixel = mean over its area of pattern(p_B),   p_B on the board's plane along the pixel's ray
 *
 * Rays are computed once per lens at pixel corners and interpolated inside a pixel; pixels with more than one shade in them
 * are sampled 8 × 8. Then light falls off to one side, the picture is blurred with a Gaussian, and noise is added.
 */
import type { Lens } from '../../camera-model/lens.ts';
import { unprojectPixel } from '../../camera-model/lens.ts';
import { invert3, multiplyVector } from '../../math/linear-algebra.ts';
import type { RandomStream } from '../../math/random.ts';
import { gaussian } from '../../math/random.ts';
import type { BoardPattern } from './board-pattern.ts';
import type { BoardPose } from './board-pose.ts';
import type { GreyImage } from './grey-image.ts';
import { smooth } from './grey-image.ts';

export interface RenderOptions {
  /** Standard deviation of the blur [px]. */
  readonly blur: number;
  /** Standard deviation of the noise [grey levels]. */
  readonly noise: number;
  /** Share of the light that is lost from the left border to the right one. */
  readonly shade: number;
  readonly random: RandomStream;
}

/** Unit rays at pixel corners (u − ½, v − ½), three numbers each; NaN where the lens sees nothing. */
export interface PixelRays {
  readonly width: number;
  readonly height: number;
  readonly rays: Float64Array;
}

export function pixelRays(lens: Lens): PixelRays {
  const { width, height } = lens;
  const rays = new Float64Array(3 * (width + 1) * (height + 1));
  const ray = new Float64Array(3);
  for (let v = 0; v <= height; v++) {
    for (let u = 0; u <= width; u++) {
      if (!unprojectPixel(lens, u - 0.5, v - 0.5, ray)) ray.fill(NaN);
      rays.set(ray, 3 * (v * (width + 1) + u));
    }
  }
  return { width, height, rays };
}

/** Samples along each side of a pixel. */
const SAMPLES = 8;

export function renderBoard(
  { width, height, rays }: PixelRays,
  pose: BoardPose,
  pattern: BoardPattern,
  options: RenderOptions,
): GreyImage {
  const plane = rayToPlane(pose);
  const points = new Float64Array(rays.length);
  for (let i = 0; i < rays.length; i += 3)
    multiplyVector(plane, rays.subarray(i, i + 3), 3, 3, points.subarray(i, i + 3));
  const picture = new Float32Array(width * height);
  for (let v = 0; v < height; v++) {
    for (let u = 0; u < width; u++) {
      const light = 1 - (options.shade * u) / width;
      picture[v * width + u] = light * shadeOfPixel(points, 3 * (v * (width + 1) + u), 3 * (width + 1), pattern);
    }
  }
  return expose({ width, height, data: picture }, options);
}

/** Rays to homogeneous points of the board's plane: [r₁ r₂ t]⁻¹; the third component is positive in front of the camera. */
function rayToPlane({ rotation: r, translation: t }: BoardPose): Float64Array {
  const inverse = Float64Array.of(r[0], r[1], t[0], r[3], r[4], t[1], r[6], r[7], t[2]);
  invert3(inverse, inverse);
  return inverse;
}

/** The mean shade of the pixel whose first corner's point starts at i; `line` numbers on is the corner below. */
function shadeOfPixel(points: Float64Array, i: number, line: number, pattern: BoardPattern): number {
  const corner = (k: number) => shadeAt(points[k], points[k + 1], points[k + 2], pattern);
  const first = corner(i);
  const middle = between(points, i, line, 0.5, 0.5, pattern);
  if (first === middle && first === corner(i + 3) && first === corner(i + line) && first === corner(i + line + 3))
    return first;
  let sum = 0;
  for (let y = 0; y < SAMPLES; y++) {
    for (let x = 0; x < SAMPLES; x++)
      sum += between(points, i, line, (x + 0.5) / SAMPLES, (y + 0.5) / SAMPLES, pattern);
  }
  return sum / (SAMPLES * SAMPLES);
}

/** Homogeneous points are linear in the ray, so they may be interpolated before the division. */
function between(points: Float64Array, i: number, line: number, x: number, y: number, pattern: BoardPattern): number {
  const at = (k: number) =>
    (1 - y) * ((1 - x) * points[i + k] + x * points[i + 3 + k]) +
    y * ((1 - x) * points[i + line + k] + x * points[i + line + 3 + k]);
  return shadeAt(at(0), at(1), at(2), pattern);
}

const shadeAt = (x: number, y: number, w: number, pattern: BoardPattern): number =>
  w > 0 ? pattern.shade(x / w, y / w) : pattern.surroundings;

/** Blur, noise and eight bits. */
function expose(picture: GreyImage, { blur, noise, random }: RenderOptions): GreyImage {
  const { width, height, data } = blur > 0 ? smooth(picture, blur) : picture;
  return {
    width,
    height,
    data: Uint8Array.from(data, (value) =>
      Math.min(255, Math.max(0, Math.round(noise > 0 ? value + noise * gaussian(random) : value))),
    ),
  };
}
