/** JPEG through libjpeg-turbo, where its package is installed (Node). */
import { createRequire } from 'node:module';
import { InputError } from '../../core/input-error.ts';
import type { JpegEncoder } from './compressed-image.ts';

const PACKAGE = '@julusian/jpeg-turbo';

type Turbo = typeof import('@julusian/jpeg-turbo');

/** An InputError at `path` where it is not installed. */
export function installedJpeg(path: string): JpegEncoder {
  const turbo = load(path);
  const formats = { 1: turbo.FORMAT_GRAY, 3: turbo.FORMAT_RGB, 4: turbo.FORMAT_RGBA };
  return ({ width, height, channels, data }, quality) =>
    turbo.compressSync(Buffer.from(data.buffer, data.byteOffset, data.byteLength), {
      format: formats[channels],
      // as ROS: half the colours in both directions
      subsampling: channels === 1 ? turbo.SAMP_GRAY : turbo.SAMP_420,
      width,
      height,
      quality,
    });
}

function load(path: string): Turbo {
  try {
    return createRequire(import.meta.url)(PACKAGE) as Turbo;
  } catch {
    throw new InputError(path, `jpeg needs a package that is not installed: npm install ${PACKAGE}@2, or choose png`);
  }
}
