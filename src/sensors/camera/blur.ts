/**
 * Lens blur: every channel convolved with a Gaussian, along rows first, then across them (lens-blur.as of the kernels).
 *
 *   w_i ∝ exp(−i² / 2σ²),  |i| ≤ ⌈3σ⌉,  in whole 1/256ths that sum to 256, the rounding made up for in the middle
 *
 * Beyond the border the picture goes on with its last pixel. Whole numbers only, rounded to eight bits after each of the two
 * passes, so that an even picture stays as it is.
 * Checked against: cv2.GaussianBlur of a random picture, and the convolution written out.
 */
import { exp } from '../../math/exponential.ts';

/** The kernel is quickest with this radius: smaller ones are filled up with zeros. */
const SMALLEST_RADIUS = 3;

/** Weights from the middle outwards [1/256]. */
export function gaussianWeights(sigma: number): Uint16Array {
  const radius = Math.ceil(3 * sigma);
  const exact = Array.from({ length: radius + 1 }, (_, i) => exp((-0.5 * i * i) / (sigma * sigma)));
  const total = 2 * exact.reduce((sum, weight) => sum + weight) - exact[0];
  const weights = new Uint16Array(Math.max(radius, SMALLEST_RADIUS) + 1);
  weights.set(exact.map((weight) => Math.round((256 * weight) / total)));
  const sides = weights.reduce((sum, weight) => sum + weight) - weights[0];
  weights[0] = 256 - 2 * sides;
  return weights;
}

/** Bytes that the kernel wants to work in. */
export function blurRoom(radius: number, rowSize: number, channels: number): number {
  return 8 * radius + 2 * radius * channels + (2 * radius + 3) * (rowSize + 32) + 64;
}
