/**
 * Lens blur: every channel convolved with a Gaussian, along rows first, then across them.
 *
 *   w_i ∝ exp(−i² / 2σ²),  |i| ≤ ⌈3σ⌉,  in whole 1/256ths that sum to 256, the rounding made up for in the middle
 *
 * Beyond the border the picture goes on with its last pixel. Whole numbers only, rounded to eight bits after each of the two
 * passes, so that an even picture stays as it is. First and third channel travel in the two halves of one word.
 * Checked against: cv2.GaussianBlur of a random picture.
 */
import { exp } from '../../math/exponential.ts';

export class Blur {
  /** From the middle outwards. */
  private readonly kernel: Int32Array;
  /** One row with its continuation at both ends, and the picture after the first pass: channels one and three, then two. */
  private readonly rowOuter: Int32Array;
  private readonly rowInner: Int32Array;
  private readonly outer: Int32Array;
  private readonly inner: Int32Array;

  constructor(
    sigma: number,
    private readonly width: number,
    private readonly height: number,
    private readonly channels: number,
  ) {
    this.kernel = gaussianKernel(sigma);
    const rowSize = width + 2 * (this.kernel.length - 1);
    const hasInner = channels === 3 ? 1 : 0;
    this.rowOuter = new Int32Array(rowSize);
    this.rowInner = new Int32Array(rowSize * hasInner);
    this.outer = new Int32Array(width * height);
    this.inner = new Int32Array(width * height * hasInner);
  }

  /** Blurs a picture in place. */
  apply(pixels: Uint8Array): void {
    const { width, height, channels, rowOuter, rowInner, outer, inner } = this;
    for (let y = 0; y < height; y++) {
      this.unpackRow(pixels, y);
      alongRow(this.kernel, rowOuter, outer, y * width, width);
      if (channels === 3) alongRow(this.kernel, rowInner, inner, y * width, width);
    }
    for (let y = 0; y < height; y++) {
      acrossRows(this.kernel, outer, rowOuter, y, width, height);
      if (channels === 3) acrossRows(this.kernel, inner, rowInner, y, width, height);
      this.packRow(pixels, y);
    }
  }

  /** Takes a row apart, with its ends repeated. */
  private unpackRow(pixels: Uint8Array, y: number): void {
    const { width, channels, rowOuter, rowInner } = this;
    const margin = this.kernel.length - 1;
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * channels;
      rowOuter[margin + x] = channels === 1 ? pixels[at] : pixels[at] | (pixels[at + 2] << 16);
      if (channels === 3) rowInner[margin + x] = pixels[at + 1];
    }
    rowOuter.fill(rowOuter[margin], 0, margin).fill(rowOuter[margin + width - 1], margin + width);
    if (channels === 3) rowInner.fill(rowInner[margin], 0, margin).fill(rowInner[margin + width - 1], margin + width);
  }

  private packRow(pixels: Uint8Array, y: number): void {
    const { width, channels, rowOuter, rowInner } = this;
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * channels;
      pixels[at] = rowOuter[x];
      if (channels === 1) continue;
      pixels[at + 1] = rowInner[x];
      pixels[at + 2] = rowOuter[x] >>> 16;
    }
  }
}

function alongRow(kernel: Int32Array, row: Int32Array, out: Int32Array, start: number, width: number): void {
  const radius = kernel.length - 1;
  for (let x = 0; x < width; x++) {
    let sum = Math.imul(kernel[0], row[x + radius]) + 0x00800080;
    for (let r = 1; r <= radius; r++) sum = (sum + Math.imul(kernel[r], row[x + radius - r] + row[x + radius + r])) | 0;
    out[start + x] = (sum >>> 8) & 0x00ff00ff;
  }
}

function acrossRows(
  kernel: Int32Array,
  rows: Int32Array,
  out: Int32Array,
  y: number,
  width: number,
  height: number,
): void {
  for (let x = 0; x < width; x++) out[x] = Math.imul(kernel[0], rows[y * width + x]) + 0x00800080;
  for (let r = 1; r < kernel.length; r++) {
    const weight = kernel[r];
    const above = Math.max(0, y - r) * width;
    const below = Math.min(height - 1, y + r) * width;
    for (let x = 0; x < width; x++) out[x] = (out[x] + Math.imul(weight, rows[above + x] + rows[below + x])) | 0;
  }
  for (let x = 0; x < width; x++) out[x] = (out[x] >>> 8) & 0x00ff00ff;
}

function gaussianKernel(sigma: number): Int32Array {
  const radius = Math.ceil(3 * sigma);
  const weights = Array.from({ length: radius + 1 }, (_, i) => exp((-0.5 * i * i) / (sigma * sigma)));
  const total = 2 * weights.reduce((sum, weight) => sum + weight) - weights[0];
  const kernel = Int32Array.from(weights, (weight) => Math.round((256 * weight) / total));
  const sides = kernel.reduce((sum, weight) => sum + weight) - kernel[0];
  kernel[0] = 256 - 2 * sides;
  return kernel;
}
