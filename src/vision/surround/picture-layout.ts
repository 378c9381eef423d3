/**
 * How pictures of each encoding lie in memory, as the stitching kernel wants to know it: where a pixel begins, and which of the bytes there are the
 * channels of it and of its right neighbour.
 */
import { InputError, quote } from '../../core/input-error.ts';
import { imageBytes } from '../../camera-model/encoding.ts';
import type { Image } from '../../msgs/index.ts';

const stitchedEncodings = ['rgb8', 'bgr8', 'rgba8', 'mono8', 'yuv422', 'yuv422_yuy2'] as const;
type StitchedEncoding = (typeof stitchedEncodings)[number];

export interface PictureLayout {
  /** A pixel x begins at (x >> shift) × unit. */
  readonly shift: 0 | 1;
  readonly unit: number;
  readonly isYuv: boolean;
  /** For even and odd columns, sixteen bytes each: channel by channel the byte of the pixel, 255, that of its neighbour, 255. */
  readonly masks: Uint8Array;
}

/** Bytes of first, second and third channel, each of the pixel and its right neighbour. */
const mask = (bytes: readonly number[]): number[] =>
  Array.from({ length: 16 }, (_, i) => (i % 2 === 0 && i / 2 < bytes.length ? bytes[i / 2] : 255));

const packed = (unit: number, bytes: readonly number[]): PictureLayout => ({
  shift: 0,
  unit,
  isYuv: false,
  masks: Uint8Array.from([...mask(bytes), ...mask(bytes)]),
});
const paired = (even: readonly number[], odd: readonly number[]): PictureLayout => ({
  shift: 1,
  unit: 4,
  isYuv: true,
  masks: Uint8Array.from([...mask(even), ...mask(odd)]),
});

const layouts: Readonly<Record<StitchedEncoding, PictureLayout>> = {
  rgb8: packed(3, [0, 3, 1, 4, 2, 5]),
  bgr8: packed(3, [2, 5, 1, 4, 0, 3]),
  rgba8: packed(4, [0, 4, 1, 5, 2, 6]),
  mono8: packed(1, [0, 1, 0, 1, 0, 1]),
  // U Y₀ V Y₁ | U′ Y₂ V′ Y₃
  yuv422: paired([1, 3, 0, 0, 2, 2], [3, 5, 0, 4, 2, 6]),
  // Y₀ U Y₁ V | Y₂ U′ Y₃ V′
  yuv422_yuy2: paired([0, 2, 1, 1, 3, 3], [2, 4, 1, 5, 3, 7]),
};

/** The layout of a picture, which must be as large as its camera says. */
export function pictureLayout(picture: Image, port: string, camera: { width: number; height: number }): PictureLayout {
  const { encoding: name, width, height, step, data } = picture;
  const encoding = stitchedEncodings.find((each) => each === name);
  if (encoding === undefined)
    throw new InputError(`${port}.encoding`, `expected one of ${stitchedEncodings.join(', ')}, got ${quote(name)}`);
  if (width !== camera.width || height !== camera.height)
    throw new InputError(
      port,
      `expected a picture of ${camera.width} × ${camera.height} pixels as the camera is described, got ${width} × ${height}`,
    );
  const { step: row } = imageBytes(encoding, width, height);
  if (step < row)
    throw new InputError(
      `${port}.step`,
      `expected at least ${row} bytes for ${width} pixels of ${encoding}, got ${step}`,
    );
  if (data.length < step * (height - 1) + row)
    throw new InputError(`${port}.data`, `expected ${step * height} bytes, got ${data.length}`);
  return layouts[encoding];
}
