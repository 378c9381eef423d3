/** Which images are understood. */
import { InputError, quote } from '../core/input-error.ts';
import type { Image } from '../msgs/index.ts';

/** Order and number of channels, named as in sensor_msgs/Image. */
export const encodings = ['rgb8', 'bgr8', 'mono8'] as const;
export type Encoding = (typeof encodings)[number];

/** Bytes of a pixel. */
export const channelsOf = (encoding: Encoding): number => (encoding === 'mono8' ? 1 : 3);

const isEncoding = (name: string): name is Encoding => (encodings as readonly string[]).includes(name);

/** The encoding of a picture; undefined when there is no picture in the message. */
export function encodingOf(picture: Image): Encoding | undefined {
  const { encoding, width, height, step, data } = picture;
  if (data.length === 0 || width === 0 || height === 0) return undefined;
  if (!isEncoding(encoding))
    throw new InputError('image.encoding', `expected rgb8, bgr8 or mono8, got ${quote(encoding)}`);
  const row = channelsOf(encoding) * width;
  if (step < row)
    throw new InputError(
      'image.step',
      `expected at least ${row} bytes for ${width} pixels of ${encoding}, got ${step}`,
    );
  if (data.length < step * (height - 1) + row)
    throw new InputError('image.data', `expected ${step * height} bytes, got ${data.length}`);
  return encoding;
}
