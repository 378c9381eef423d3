import { describe, expect, it } from 'vitest';
import { createStream, gaussian } from '../../math/random.ts';
import { readFixture } from '../../../test/fixtures/vision/pictures.ts';
import { homographyError, planeHomography } from './plane-homography.ts';

const opencv = readFixture('geometry');

const h = Float64Array.of(420, -35, 310, 12, 390, 180, 0.1, 0.35, 1);

const map = (m: Float64Array, points: Float64Array): Float64Array =>
  Float64Array.from(points, (_, n) => {
    const [x, y] = points.subarray(n - (n % 2), n - (n % 2) + 2);
    const row = 3 * (n % 2);
    return (m[row] * x + m[row + 1] * y + m[row + 2]) / (m[6] * x + m[7] * y + m[8]);
  });

const grid = Float64Array.from(
  { length: 2 * 54 },
  (_, n) => 0.025 * (n % 2 === 0 ? (n >> 1) % 9 : Math.floor((n >> 1) / 9)),
);

describe('the homography of point pairs', () => {
  it('is exact for exact points, four or many', () => {
    for (const points of [Float64Array.of(0, 0, 1, 0, 1, 1, 0, 1), grid]) {
      const found = planeHomography(points, map(h, points))!;
      for (let i = 0; i < 9; i++) expect(found[i]).toBeCloseTo(h[i], 6);
    }
  });

  it('has the least squared error in the second plane: any change makes it worse', () => {
    const random = createStream(3, 'noise');
    const noisy = map(h, grid).map((value) => value + 0.5 * gaussian(random));
    const found = planeHomography(grid, noisy)!;
    const error = homographyError(found, grid, noisy);
    for (let i = 0; i < 8; i++) {
      for (const step of [1e-4, -1e-4]) {
        const changed = found.map((value, n) => (n === i ? value * (1 + step) : value));
        expect(homographyError(changed, grid, noisy)).toBeGreaterThan(error);
      }
    }
  });

  it('is not made from fewer than four pairs', () => {
    expect(planeHomography(grid.subarray(0, 6), grid.subarray(0, 6))).toBeNull();
  });

  it("from four points are those of cv2.getPerspectiveTransform, which are MonoSIM's", () => {
    const h = planeHomography(Float64Array.from(opencv.four.source), Float64Array.from(opencv.four.target))!;
    opencv.four.matrix.forEach((element: number, i: number) => expect(h[i]).toBeCloseTo(element, 8));
    [-6.125, -38, 2280, 0, -64, 3840, 0, -0.11875, 1].forEach((element, i) => expect(h[i]).toBeCloseTo(element, 8));
  });

  it('from many noisy points are those of cv2.findHomography', () => {
    const h = planeHomography(Float64Array.from(opencv.many.source), Float64Array.from(opencv.many.target))!;
    opencv.many.matrix.forEach((element: number, i: number) => expect(Math.abs(h[i] / element - 1)).toBeLessThan(1e-3));
  });
});
