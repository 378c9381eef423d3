import { expect, it } from 'vitest';
import { applyHomography, invertHomography } from './homography.ts';

it('a homography and its inverse lead there and back', () => {
  const h = Float64Array.of(-6.125, -38, 2280, 0, -64, 3840, 0, -0.11875, 1);
  const back = invertHomography(h)!;
  const out = new Float64Array(2);
  for (const [x, y] of [
    [0, 0],
    [320, 100],
    [639, 479],
  ]) {
    applyHomography(h, x, y, out);
    expect(out[0]).toBeCloseTo((-6.125 * x - 38 * y + 2280) / (1 - 0.11875 * y), 9);
    applyHomography(back, out[0], out[1], out);
    expect(out[0]).toBeCloseTo(x, 8);
    expect(out[1]).toBeCloseTo(y, 8);
  }
});

it('a homography that cannot be inverted has no inverse', () => {
  expect(invertHomography(new Float64Array(9))).toBeUndefined();
});
