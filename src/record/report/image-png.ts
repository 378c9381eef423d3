/** A `sensor_msgs/Image` as PNG bytes. */
import { encode } from 'fast-png';
import type { Image } from '../../msgs/index.ts';

/** Channels of the encodings that can be shown, and whether red and blue are the other way round. */
const ENCODINGS: Readonly<Record<string, { channels: 1 | 3 | 4; swapped: boolean }>> = {
  mono8: { channels: 1, swapped: false },
  '8UC1': { channels: 1, swapped: false },
  rgb8: { channels: 3, swapped: false },
  bgr8: { channels: 3, swapped: true },
  '8UC3': { channels: 3, swapped: true },
  rgba8: { channels: 4, swapped: false },
  bgra8: { channels: 4, swapped: true },
};

/** Undefined when the picture is in an encoding that cannot be shown, or not all there. */
export function imagePng({ width, height, step, encoding, data }: Image): Uint8Array | undefined {
  const format = ENCODINGS[encoding];
  if (
    format === undefined ||
    width === 0 ||
    height === 0 ||
    data.length < step * (height - 1) + width * format.channels
  )
    return undefined;
  const { channels, swapped } = format;
  const pixels = new Uint8Array(width * height * channels);
  for (let row = 0; row < height; row++)
    pixels.set(data.subarray(row * step, row * step + width * channels), row * width * channels);
  if (swapped) {
    for (let i = 0; i < pixels.length; i += channels) [pixels[i], pixels[i + 2]] = [pixels[i + 2], pixels[i]];
  }
  return encode({ width, height, data: pixels, channels, depth: 8 });
}
