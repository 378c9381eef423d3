/** Pictures in PNG files, as grey levels: Y = 0.299 R + 0.587 G + 0.114 B; transparency is ignored. */
import type { DecodedPng } from 'fast-png';
import { convertIndexedToRgb, decode, encode, hasPngSignature } from 'fast-png';
import { InputError } from '../../core/input-error.ts';
import type { GreyImage } from './grey-image.ts';

/** Least side of a picture in which a board can be found [px]. */
const LEAST_SIDE = 32;
/** More than any camera has. */
const MOST_PIXELS = 200e6;

export function readGreyPng(bytes: Uint8Array, file: string): GreyImage {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) {
    throw new InputError(
      file,
      'is a JPEG picture, which is not read here: convert it to PNG, for example with `magick mogrify -format png`',
    );
  }
  if (bytes.length < 8 || !hasPngSignature(bytes.subarray(0, 8))) throw new InputError(file, 'is not a PNG picture');
  refuseEnormous(bytes, file);
  const image = decodedGrey(bytes, file);
  if (Math.min(image.width, image.height) < LEAST_SIDE)
    throw new InputError(file, `is ${image.width} × ${image.height} pixels, too small to show a board`);
  return image;
}

/** By what the header says, before anything is unpacked: it comes first, with width and height behind length and name (PNG, section 11.2.1). */
function refuseEnormous(bytes: Uint8Array, file: string): void {
  if (bytes.length < 24) return;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  if (width * height > MOST_PIXELS)
    throw new InputError(file, `is ${width} × ${height} pixels, expected at most ${MOST_PIXELS / 1e6} million`);
}

function decodedGrey(bytes: Uint8Array, file: string): GreyImage {
  try {
    const png = decode(bytes);
    return { width: png.width, height: png.height, data: greyLevels(png) };
  } catch (error) {
    throw new InputError(file, `is not a readable PNG picture: ${(error as Error).message}`);
  }
}

function greyLevels(png: DecodedPng): Uint8Array {
  if (png.palette !== undefined) return mixed(convertIndexedToRgb(png), png.palette[0].length, 1);
  if (png.depth < 8) return unpacked(png);
  return mixed(png.data, png.channels, png.depth === 16 ? 257 : 1);
}

/** One level per pixel from grey, grey + alpha, RGB or RGBA samples. */
function mixed(samples: ArrayLike<number>, channels: number, divisor: number): Uint8Array {
  const colours = channels >= 3;
  return Uint8Array.from({ length: samples.length / channels }, (_, n) => {
    const i = n * channels;
    return Math.round(
      (colours ? 0.299 * samples[i] + 0.587 * samples[i + 1] + 0.114 * samples[i + 2] : samples[i]) / divisor,
    );
  });
}

/** Grey of 1, 2 or 4 bits: rows start at whole bytes, the first pixel is in the highest bits. */
function unpacked({ width, height, depth, data }: DecodedPng): Uint8Array {
  const stride = Math.ceil((width * depth) / 8);
  const most = (1 << depth) - 1;
  return Uint8Array.from({ length: width * height }, (_, n) => {
    const bit = (n % width) * depth;
    const byte = data[Math.floor(n / width) * stride + (bit >> 3)];
    return (((byte >> (8 - depth - (bit & 7))) & most) * 255) / most;
  });
}

export const greyPng = ({ width, height, data }: GreyImage): Uint8Array =>
  encode({ width, height, data: Uint8Array.from(data), depth: 8, channels: 1 });

/** RGB, three bytes a pixel. */
export const colourPng = (width: number, height: number, data: Uint8Array): Uint8Array =>
  encode({ width, height, data, depth: 8, channels: 3 });
