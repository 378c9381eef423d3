import { describe, expect, it } from 'vitest';
import { createStream, uniformBetween } from '../../math/random.ts';
import type { Canvas } from './canvas.ts';
import { paintOf } from './canvas.ts';
import { Coverage } from './coverage.ts';

const WHITE = paintOf('mono8', [255, 255, 255]);

const canvasOf = (width: number, height: number): Canvas => ({
  pixels: new Uint8Array(width * height),
  width,
  height,
  channels: 1,
});

/** The pixels of closed polygons, white on black. */
function painted(width: number, height: number, ...polygons: number[][]): Uint8Array {
  const coverage = new Coverage(width, height);
  for (const points of polygons)
    coverage.addPath(Float64Array.of(...points, points[0], points[1]), points.length / 2 + 1);
  const canvas = canvasOf(width, height);
  coverage.paint(canvas, WHITE);
  return canvas.pixels;
}

/** Area of a polygon within a unit square, by cutting it along the four sides. */
function areaWithin(points: number[], column: number, row: number): number {
  let corners: [number, number][] = Array.from({ length: points.length / 2 }, (_, i) => [
    points[2 * i] - column,
    points[2 * i + 1] - row,
  ]);
  for (const inside of [
    ([x]: [number, number]) => x,
    ([x]: [number, number]) => 1 - x,
    ([, y]: [number, number]) => y,
    ([, y]: [number, number]) => 1 - y,
  ]) {
    corners = corners.flatMap((here, i) => {
      const before = corners[(i + corners.length - 1) % corners.length];
      const [a, b] = [inside(before), inside(here)];
      const crossing: [number, number][] =
        a < 0 !== b < 0
          ? [[before[0] + (a / (a - b)) * (here[0] - before[0]), before[1] + (a / (a - b)) * (here[1] - before[1])]]
          : [];
      return b >= 0 ? [...crossing, here] : crossing;
    });
  }
  return Math.abs(
    corners.reduce((sum, [x, y], i) => {
      const [px, py] = corners[(i + corners.length - 1) % corners.length];
      return sum + (px * y - x * py) / 2;
    }, 0),
  );
}

describe('coverage', () => {
  it('is the exact area of random triangles in every pixel, also of those that reach out of the picture', () => {
    const stream = createStream(3, 'triangles');
    for (let n = 0; n < 200; n++) {
      const size = n % 3 === 0 ? 40 : 4;
      const [x, y] = [uniformBetween(stream, -2, 42), uniformBetween(stream, -2, 32)];
      const points = Array.from({ length: 6 }, (_, i) => (i % 2 === 0 ? x : y) + uniformBetween(stream, -size, size));
      const errors = Array.from(painted(40, 30, points), (value, i) =>
        Math.abs(value - 255 * areaWithin(points, i % 40, Math.floor(i / 40))),
      );
      expect(Math.max(...errors)).toBeLessThan(0.51);
    }
  });

  it('is whole inside a large polygon and nothing outside', () => {
    const pixels = painted(100, 80, [10, 10, 90, 10, 90, 70, 10, 70]);
    const expected = Array.from(pixels, (_, i) => (i % 100 >= 10 && i % 100 < 90 && i >= 1000 && i < 7000 ? 255 : 0));
    expect([...pixels]).toEqual(expected);
  });

  it('counts overlaps once and shows no seam between neighbours', () => {
    expect(painted(8, 8, [1, 1, 5, 1, 5, 5, 1, 5], [3, 3, 7, 3, 7, 7, 3, 7])[4 * 8 + 4]).toBe(255);
    const pixels = painted(16, 16, [0, 0, 7.3, 0, 9.1, 16, 0, 16], [7.3, 0, 16, 0, 16, 16, 9.1, 16]);
    expect(Math.min(...pixels)).toBe(255);
  });

  it('leaves nothing behind for the next paint', () => {
    const coverage = new Coverage(50, 50);
    const canvas = canvasOf(50, 50);
    coverage.addPath(Float64Array.of(-10, 3, 70, 20, 30, 90, -10, 3), 4);
    coverage.paint(canvas, WHITE);
    canvas.pixels.fill(0);
    coverage.paint(canvas, WHITE);
    expect(canvas.pixels.every((value) => value === 0)).toBe(true);
  });

  it('paints colours, darkens and adds', () => {
    const canvas: Canvas = { pixels: new Uint8Array(3 * 64).fill(100), width: 64, height: 1, channels: 3 };
    const coverage = new Coverage(64, 1);
    const halfOfPixel = Float64Array.of(0, 0, 40.5, 0, 40.5, 1, 0, 1, 0, 0);
    coverage.addPath(halfOfPixel, 5);
    coverage.paint(canvas, paintOf('bgr8', [200, 100, 0]));
    expect([...canvas.pixels.subarray(0, 3)]).toEqual([0, 100, 200]);
    expect([...canvas.pixels.subarray(3 * 39, 3 * 42)]).toEqual([0, 100, 200, 50, 100, 150, 100, 100, 100]);
    coverage.addPath(halfOfPixel, 5);
    coverage.paint(canvas, { first: 0, second: 0, third: 0, opacity: 0.5 });
    expect([...canvas.pixels.subarray(3 * 39, 3 * 42)]).toEqual([0, 50, 100, 38, 75, 113, 100, 100, 100]);
    coverage.addPath(halfOfPixel, 5);
    coverage.paint(canvas, { first: -50, second: 10, third: 200, opacity: 0 });
    expect([...canvas.pixels.subarray(3 * 39, 3 * 42)]).toEqual([0, 60, 255, 13, 80, 213, 100, 100, 100]);
  });
});
