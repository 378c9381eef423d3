/** Whether an image is one that the networks know: 256 × 256, rgb8. */
import { InputError } from '../../core/input-error.ts';
import type { Image } from '../../msgs/index.ts';
import { VIEW_SIZE } from './view-ground.ts';

export function checkView({ width, height, encoding, step, data }: Image): void {
  if (width !== VIEW_SIZE || height !== VIEW_SIZE)
    throw new InputError('image', `expected a view of ${VIEW_SIZE} × ${VIEW_SIZE} pixels, got ${width} × ${height}`);
  if (encoding !== 'rgb8') throw new InputError('image', `expected the encoding rgb8, got ${JSON.stringify(encoding)}`);
  if (step < 3 * width || data.length < step * (height - 1) + 3 * width)
    throw new InputError('image', `expected ${3 * width * height} bytes, got ${data.length} in rows of ${step}`);
}
