/** The pixels of a `sensor_msgs/Image` as picture files want them: rows without gaps, red before blue. */
import type { Image } from '../../msgs/index.ts';

export interface PackedPixels {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3 | 4;
  readonly data: Uint8Array;
}

interface Encoding {
  readonly channels: 1 | 3 | 4;
  /** Whether red and blue are the other way round. */
  readonly swapped: boolean;
}

const ENCODINGS: ReadonlyMap<string, Encoding> = new Map([
  ['mono8', { channels: 1, swapped: false }],
  ['8UC1', { channels: 1, swapped: false }],
  ['rgb8', { channels: 3, swapped: false }],
  ['bgr8', { channels: 3, swapped: true }],
  ['8UC3', { channels: 3, swapped: true }],
  ['rgba8', { channels: 4, swapped: false }],
  ['bgra8', { channels: 4, swapped: true }],
]);

/** Undefined for what picture files do not have. */
export const imageEncoding = (name: string): Encoding | undefined => ENCODINGS.get(name);

/** A copy; undefined when the image is in an encoding that picture files do not have, or not all there. */
export function packedPixels({ width, height, step, encoding, data }: Image): PackedPixels | undefined {
  const layout = imageEncoding(encoding);
  if (
    layout === undefined ||
    width === 0 ||
    height === 0 ||
    data.length < step * (height - 1) + width * layout.channels
  )
    return undefined;
  const { channels, swapped } = layout;
  const pixels = new Uint8Array(width * height * channels);
  for (let row = 0; row < height; row++)
    pixels.set(data.subarray(row * step, row * step + width * channels), row * width * channels);
  if (swapped) swapColours(pixels, channels);
  return { width, height, channels, data: pixels };
}

/** The picture at a whole fraction of its size, such that it is at most so wide: every pixel is the mean of a square of them. */
export function shrunk(pixels: PackedPixels, widest: number): PackedPixels {
  const { channels, data } = pixels;
  const by = Math.ceil(pixels.width / widest);
  if (by <= 1) return pixels;
  const [width, height] = [Math.floor(pixels.width / by), Math.max(1, Math.floor(pixels.height / by))];
  const rows = Math.min(by, pixels.height);
  const small = new Uint8Array(width * height * channels);
  for (let i = 0; i < small.length; i++) {
    const [column, row] = [Math.floor(i / channels) % width, Math.floor(i / channels / width)];
    const first = (row * by * pixels.width + column * by) * channels + (i % channels);
    let sum = 0;
    for (let v = 0; v < rows; v++) for (let u = 0; u < by; u++) sum += data[first + (v * pixels.width + u) * channels];
    small[i] = Math.round(sum / (rows * by));
  }
  return { width, height, channels, data: small };
}

/** Red for blue, in place. */
export function swapColours(pixels: Uint8Array, channels: number): void {
  for (let i = 0; i < pixels.length; i += channels) {
    const first = pixels[i];
    pixels[i] = pixels[i + 2];
    pixels[i + 2] = first;
  }
}
