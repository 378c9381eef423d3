/** Which images there are, and which are understood. */
import { InputError, quote } from '../core/input-error.ts';
import type { Image } from '../msgs/index.ts';

/** Order and number of channels, named as in sensor_msgs/Image. */
export const encodings = ['rgb8', 'bgr8', 'mono8'] as const;
export type Encoding = (typeof encodings)[number];

/**
 * What a camera may send besides: with alpha; 4:2:2 with two pixels in four bytes, Y₀ U Y₁ V or U Y₀ V Y₁; 4:2:0 with a plane of Y and one
 * of U and V at half the rows and columns. All but the last are names of sensor_msgs; that of the last follows its nv21.
 */
export const sentEncodings = [...encodings, 'rgba8', 'yuv422_yuy2', 'yuv422', 'nv12'] as const;
export type SentEncoding = (typeof sentEncodings)[number];

/** Bytes from one row to the next, and of a whole picture. */
export function imageBytes(encoding: SentEncoding, width: number, height: number): { step: number; size: number } {
  if (encoding === 'nv12') return { step: width, size: (3 * width * height) / 2 };
  const pixel = encoding === 'rgba8' ? 4 : encoding === 'yuv422' || encoding === 'yuv422_yuy2' ? 2 : undefined;
  const step = width * (pixel ?? channelsOf(encoding as Encoding));
  return { step, size: step * height };
}

/** Which parameter does not suit the encoding, and why, if one does not. */
export function sizeProblem(
  encoding: SentEncoding,
  width: number,
  height: number,
): readonly [path: string, problem: string] | undefined {
  const halvesRows = encoding === 'nv12';
  const halvesColumns = halvesRows || encoding === 'yuv422' || encoding === 'yuv422_yuy2';
  const problem = (size: number) =>
    `expected an even number for ${encoding}, in which two share their colour, got ${size}`;
  if (halvesColumns && width % 2 === 1) return ['width', problem(width)];
  if (halvesRows && height % 2 === 1) return ['height', problem(height)];
  return undefined;
}

/** Bytes of a pixel. */
export const channelsOf = (encoding: Encoding): number => (encoding === 'mono8' ? 1 : 3);

/** Whole bytes for each pixel, one behind the other. */
const packedEncodings = [...encodings, 'rgba8'] as const;
export type PackedEncoding = (typeof packedEncodings)[number];

/** The encoding of a picture; undefined when there is no picture in the message. */
export const encodingOf = (picture: Image): Encoding | undefined => knownEncoding(picture, encodings);

/** The same, for those who also take rgba8. */
export const packedEncodingOf = (picture: Image): PackedEncoding | undefined => knownEncoding(picture, packedEncodings);

function knownEncoding<E extends SentEncoding>(picture: Image, known: readonly E[]): E | undefined {
  const { encoding: name, width, height, step, data } = picture;
  if (data.length === 0 || width === 0 || height === 0) return undefined;
  const encoding = known.find((one) => one === name);
  if (encoding === undefined) {
    const names = `${known.slice(0, -1).join(', ')} or ${known[known.length - 1]}`;
    throw new InputError('image.encoding', `expected ${names}, got ${quote(name)}`);
  }
  const row = imageBytes(encoding, width, height).step;
  if (step < row)
    throw new InputError(
      'image.step',
      `expected at least ${row} bytes for ${width} pixels of ${encoding}, got ${step}`,
    );
  if (data.length < step * (height - 1) + row)
    throw new InputError('image.data', `expected ${step * height} bytes, got ${data.length}`);
  return encoding;
}
