import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createStream, uniformBetween } from '../../math/random.ts';
import { Canvas } from './canvas.ts';
import type { Paint } from './paint.ts';
import { paintOf } from './paint.ts';

const WHITE = paintOf('mono8', [255, 255, 255]);

const BLACK = paintOf('mono8', [0, 0, 0]);

/** Adds a path that is already closed. */
function addPath(canvas: Canvas, points: ArrayLike<number>): void {
  canvas.path.set(points);
  canvas.addPath(points.length / 2);
}

function developed(canvas: Canvas): Uint8Array {
  const pixels = new Uint8Array(canvas.width * canvas.height * canvas.channels);
  canvas.develop(pixels);
  return pixels;
}

/** The pixels of closed polygons, white on black. */
function painted(width: number, height: number, ...polygons: number[][]): Uint8Array {
  const canvas = new Canvas(width, height, 1);
  canvas.flood(BLACK);
  for (const points of polygons) addPath(canvas, [...points, points[0], points[1]]);
  canvas.paint(WHITE);
  return developed(canvas);
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
    const canvas = new Canvas(50, 50, 1);
    canvas.flood(BLACK);
    addPath(canvas, [-10, 3, 70, 20, 30, 90, -10, 3]);
    canvas.paint(WHITE);
    canvas.flood(BLACK);
    canvas.paint(WHITE);
    expect(developed(canvas).every((value) => value === 0)).toBe(true);
  });

  it('paints colours, darkens and adds', () => {
    const canvas = new Canvas(64, 1, 3);
    const halfOfPixel = [0, 0, 40.5, 0, 40.5, 1, 0, 1, 0, 0];
    const paints: Paint[] = [];
    // one more each time
    const paintHalf = (paint: Paint) => {
      paints.push(paint);
      canvas.flood(paintOf('rgb8', [100, 100, 100]));
      for (const each of paints) {
        addPath(canvas, halfOfPixel);
        canvas.paint(each);
      }
      return developed(canvas);
    };
    const coloured = paintHalf(paintOf('bgr8', [200, 100, 0]));
    expect([...coloured.subarray(0, 3)]).toEqual([0, 100, 200]);
    expect([...coloured.subarray(3 * 39, 3 * 42)]).toEqual([0, 100, 200, 50, 100, 150, 100, 100, 100]);
    const darkened = paintHalf({ first: 0, second: 0, third: 0, opacity: 0.5 });
    expect([...darkened.subarray(3 * 39, 3 * 42)]).toEqual([0, 50, 100, 38, 75, 113, 100, 100, 100]);
    const brightened = paintHalf({ first: -50, second: 10, third: 200, opacity: 0 });
    expect([...brightened.subarray(3 * 39, 3 * 42)]).toEqual([0, 60, 255, 13, 80, 213, 100, 100, 100]);
  });
});

describe('a picture of runs', () => {
  const rounded = (value: number) => Math.max(0, Math.min(255, Math.floor(value + 0.5)));

  it.each([
    [1, 150],
    [3, 150],
    [3, 7],
    [1, 64],
  ])('is what painting each of its pixels makes it: %d channels, %d columns', (channels, width) => {
    const stream = createStream(width, 'runs');
    const canvas = new Canvas(width, 2, channels);
    const expected = new Uint8Array(2 * width * channels).fill(90);
    canvas.flood(paintOf('rgb8', [90, 90, 90]));
    for (let n = 0; n < 2000; n++) {
      // a box over some columns of both rows, whole or half covered, with paint that covers, shades or adds
      const ends = [0, 1].map(() => Math.floor(uniformBetween(stream, 0, width + 1)));
      const [left, right] = [Math.min(...ends), Math.max(...ends)];
      const height = n % 3 === 0 ? 1.5 : 2;
      const level = () => Math.round(uniformBetween(stream, 0, 255));
      const opacity = [1, 1, 0.3, 0][n % 4];
      const [first, second, third] = opacity === 0.3 ? [0, 0, 0] : [level(), level(), level()];
      const [a, b, c] = opacity === 0 ? [first - 128, second - 128, third - 128] : [first, second, third];
      addPath(canvas, [left, 0, right, 0, right, height, left, height, left, 0]);
      canvas.paint({ first: a, second: b, third: c, opacity });
      for (let row = 0; row < 2; row++) {
        const alpha = Math.min(1, height - row);
        for (let i = (row * width + left) * channels; i < (row * width + right) * channels; i++) {
          const paint = [a, b, c][i % channels];
          expected[i] = rounded(expected[i] * (1 - alpha * opacity) + alpha * paint);
        }
      }
    }
    expect(developed(canvas)).toEqual(expected);
  });

  it('takes light pixel by pixel', () => {
    const canvas = new Canvas(40, 6, 3);
    canvas.flood(paintOf('rgb8', [10, 100, 250]));
    addPath(canvas, [13, 0, 22, 0, 22, 6, 13, 6, 13, 0]);
    canvas.paint(paintOf('rgb8', [50, 60, 70]));
    // 8 levels per node to the right, as far as column 32
    canvas.light.forEach((_, i) => (canvas.light[i] = Math.min(8, i % canvas.lightColumns) * 8));
    canvas.addLight();
    const pixels = developed(canvas);
    for (let row = 0; row < 6; row++) {
      for (let column = 0; column < 40; column++) {
        const below = column >= 13 && column < 22 ? [50, 60, 70] : [10, 100, 250];
        const at = 3 * (40 * row + column);
        const light = Math.min(64, 2 * column);
        expect([...pixels.subarray(at, at + 3)]).toEqual(below.map((level) => Math.min(255, level + light)));
      }
    }
  });

  it('is written whole and nothing beside it', () => {
    const room = new Uint8Array(3 * 33 * 5 + 64).fill(7);
    const canvas = new Canvas(33, 5, 3);
    canvas.flood(paintOf('rgb8', [1, 2, 3]));
    canvas.develop(room.subarray(32, room.length - 32));
    room.forEach((value, i) => expect(value).toBe(i < 32 || i >= room.length - 32 ? 7 : 1 + ((i - 32) % 3)));
  });
});

describe('the drawing kernels', () => {
  it('are what their sources compile to', async () => {
    const { modules, generateKernels } = await import(
      new URL('../../../scripts/generate-kernels.mjs', import.meta.url).href
    );
    expect(readFileSync(modules[2].output, 'utf8')).toBe(await generateKernels(modules[2]));
  });
});
