import { describe, expect, it } from 'vitest';
import { fit, LARGEST_SCALE, pan, pixelAt, zoomAt } from './viewport.ts';

const image = { width: 640, height: 480 };
const window = { width: 320, height: 400 };

describe('a viewport', () => {
  it('fits the image in the middle', () => {
    expect(fit(image, window)).toEqual({ scale: 0.5, x: 0, y: 80 });
  });

  it('keeps the pixel under the pointer while zooming, to and fro', () => {
    const start = fit(image, window);
    const before = pixelAt(start, 100, 130);
    const closer = zoomAt(start, 3, 100, 130);
    expect(pixelAt(closer, 100, 130)).toEqual(before);
    const back = zoomAt(closer, 1 / 3, 100, 130);
    expect(back.scale).toBeCloseTo(start.scale, 12);
    expect(back.x).toBeCloseTo(start.x, 9);
    expect(zoomAt(start, 1e9, 0, 0).scale).toBe(LARGEST_SCALE);
  });

  it('never loses the image', () => {
    const start = fit(image, window);
    expect(pan(start, 1e6, -1e6, image, window)).toEqual({ scale: 0.5, x: 288, y: 32 - 240 });
  });
});
