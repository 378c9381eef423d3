/** Which pictures are understood. */
import { InputError, quote } from '../core/input-error.ts';
import type { Image } from '../msgs/index.ts';
import type { Encoding } from './lane/view-stages.ts';

/** The encoding of a picture; undefined when there is no picture in the message. */
export function encodingOf(picture: Image): Encoding | undefined {
  const { encoding, width, height, step, data } = picture;
  if (data.length === 0 || width === 0 || height === 0) return undefined;
  if (encoding !== 'rgb8' && encoding !== 'bgr8' && encoding !== 'mono8') {
    throw new InputError('image.encoding', `expected rgb8, bgr8 or mono8, got ${quote(encoding)}`);
  }
  const row = encoding === 'mono8' ? width : 3 * width;
  if (step < row)
    throw new InputError(
      'image.step',
      `expected at least ${row} bytes for ${width} pixels of ${encoding}, got ${step}`,
    );
  if (data.length < step * (height - 1) + row)
    throw new InputError('image.data', `expected ${step * height} bytes, got ${data.length}`);
  return encoding;
}
