/**
 * Images as `sensor_msgs/CompressedImage`, as ROS's image_transport writes them: the format says the encoding of the image, how it
 * is compressed, and in which order the compressor had the colours, `rgb8; jpeg compressed bgr8`.
 *
 * PNG gives back the image to the bit; what would not come back so, such as padded rows, is not compressed.
 * Checked against: OpenCV, which decodes the same pixels from PNG, and nearly the same from JPEG.
 */
import { decode, encode } from 'fast-png';
import type { CompressedImage } from '../../msgs/index.ts';
import { Image } from '../../msgs/index.ts';
import type { ImageForm } from '../../scenario/schema.ts';
import type { PackedPixels } from './image-pixels.ts';
import { imageEncoding, packedPixels, swapColours } from './image-pixels.ts';

export type JpegEncoder = (pixels: PackedPixels, quality: number) => Uint8Array;

export interface Compression {
  readonly as: Exclude<ImageForm, 'raw'>;
  /** Of JPEG. */
  readonly quality: number;
}

/** Undefined for an image that has to stay as it is. Without an encoder of JPEG it is PNG. */
export function compressImage(
  image: Image,
  { as, quality }: Compression,
  jpeg?: JpegEncoder,
): CompressedImage | undefined {
  const pixels = isTight(image) ? packedPixels(image) : undefined;
  if (pixels === undefined) return undefined;
  const isJpeg = as === 'jpeg' && jpeg !== undefined;
  const colours = { 1: '', 3: 'bgr8', 4: isJpeg ? 'bgr8' : 'bgra8' }[pixels.channels];
  return {
    header: image.header,
    format: `${image.encoding}; ${isJpeg ? 'jpeg' : 'png'} compressed ${colours}`,
    data: isJpeg ? jpeg(pixels, quality) : pngBytes(pixels),
  };
}

export const pngBytes = ({ width, height, channels, data }: PackedPixels): Uint8Array =>
  encode({ width, height, data, channels, depth: 8 });

/** Whether nothing is lost with the padding of rows and the order of bytes. */
function isTight({ width, height, step, encoding, is_bigendian, data }: Image): boolean {
  const channels = imageEncoding(encoding)?.channels ?? 0;
  return is_bigendian === 0 && step === width * channels && data.length === step * height;
}

/** The image behind a PNG, to the bit; undefined for what is not one of ours, and for JPEG, which is not what the image was. */
export function restoreImage({ header, format, data }: CompressedImage): Image | undefined {
  const encoding = /^(\w+); png compressed/.exec(format)?.[1];
  const layout = encoding === undefined ? undefined : imageEncoding(encoding);
  if (encoding === undefined || layout === undefined) return undefined;
  const { width, height, channels, depth, data: pixels } = decode(data);
  if (channels !== layout.channels || depth !== 8)
    throw new RangeError(`a PNG of ${channels} channels of ${depth} bits where ${encoding} was announced`);
  const bytes = Uint8Array.from(pixels);
  if (layout.swapped) swapColours(bytes, channels);
  return { ...Image.create(), header, width, height, encoding, step: width * channels, data: bytes };
}
