import { describe, expect, it } from 'vitest';
import { levelsOf, needsLevels, imageProblem, pixelText, toRgba } from './pixels.ts';

const image = (encoding: string, width: number, height: number, data: Uint8Array, more: object = {}) => ({
  encoding,
  width,
  height,
  data,
  step: data.length / height,
  is_bigendian: 0,
  ...more,
});

const rgba = (message: Parameters<typeof toRgba>[0], levels?: { low: number; high: number }) => {
  const out = new Uint8ClampedArray(4 * message.width * message.height);
  toRgba(message, out, levels);
  return [...out];
};

describe('pixels for a canvas', () => {
  it.each([
    ['rgb8', [10, 20, 30]],
    ['bgr8', [30, 20, 10]],
    ['rgba8', [10, 20, 30, 99]],
    ['bgra8', [30, 20, 10, 99]],
    ['8UC3', [30, 20, 10]],
  ])('%s gives red, green and blue, opaque', (encoding, bytes) => {
    expect(rgba(image(encoding, 1, 1, Uint8Array.from(bytes)))).toEqual([10, 20, 30, 255]);
    expect(pixelText(image(encoding, 1, 1, Uint8Array.from(bytes)), 0, 0)).toBe('R 10  G 20  B 30');
  });

  it('grey is the same in all channels', () => {
    expect(rgba(image('mono8', 2, 1, Uint8Array.of(7, 200)))).toEqual([7, 7, 7, 255, 200, 200, 200, 255]);
  });

  it('leave out what pads the rows', () => {
    expect(rgba(image('mono8', 1, 2, Uint8Array.of(1, 99, 99, 2, 99, 99)))).toEqual([1, 1, 1, 255, 2, 2, 2, 255]);
  });

  it('stretch between levels', () => {
    expect(
      rgba(image('mono8', 3, 1, Uint8Array.of(50, 75, 200)), { low: 50, high: 100 }).filter((_, i) => i % 4 === 0),
    ).toEqual([0, 128, 255]);
  });

  it('of 16 bits heed the byte order and stretch by themselves', () => {
    const little = image('mono16', 2, 1, Uint8Array.of(0, 1, 0, 3));
    const big = image('mono16', 2, 1, Uint8Array.of(1, 0, 3, 0), { is_bigendian: 1 });
    for (const message of [little, big]) {
      expect(levelsOf(message, 1)).toEqual({ low: 256, high: 768 });
      expect(rgba(message, levelsOf(message, 1))).toEqual([0, 0, 0, 255, 255, 255, 255, 255]);
    }
  });

  it('of depth are red near and blue far, and black where nothing was measured', () => {
    const depth = image('32FC1', 4, 1, new Uint8Array(Float32Array.of(1, 10, NaN, 0).buffer));
    expect(levelsOf(depth, 1)).toEqual({ low: 1, high: 10 });
    const [near, far, none, zero] = [0, 4, 8, 12].map((i) => rgba(depth, { low: 1, high: 10 }).slice(i, i + 3));
    expect(near[0]).toBeGreaterThan(near[2]);
    expect(far[2]).toBeGreaterThan(far[1]);
    expect([none, zero]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect([pixelText(depth, 1, 0), pixelText(depth, 2, 0), pixelText(depth, 9, 0)]).toEqual([
      '10.000 m',
      'not measured',
      '',
    ]);
  });

  it('of a flat image have levels, too', () => {
    expect(levelsOf(image('mono8', 2, 1, Uint8Array.of(5, 5)), 1)).toEqual({ low: 5, high: 6 });
    expect([needsLevels('mono8'), needsLevels('mono16'), needsLevels('32FC1')]).toEqual([false, true, true]);
  });
});

describe('a image that cannot be shown', () => {
  it('says why', () => {
    expect(imageProblem(image('yuv422', 1, 1, Uint8Array.of(1, 2)))).toContain('yuv422');
    expect(imageProblem(image('rgb8', 2, 1, Uint8Array.of(1, 2, 3)))).toContain('2 × 1');
    expect(imageProblem({ ...image('rgb8', 1, 1, Uint8Array.of(1, 2, 3)), width: 0 })).toContain('empty');
    expect(imageProblem(image('rgb8', 1, 1, Uint8Array.of(1, 2, 3)))).toBeUndefined();
  });
});
