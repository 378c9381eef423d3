import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  boxOf,
  isSame,
  MONOSIM_LENS,
  MONOSIM_MOUNT,
  pictureOf,
  poseAt,
  sceneOf,
  sum,
} from '../../../test/fixtures/sensors/scenes.ts';
import { projectPoint } from '../../camera-model/lens.ts';
import { createStream } from '../../math/random.ts';
import { mean, variance } from '../../math/statistics.ts';
import { Blur } from './blur.ts';
import type { Effects } from './image-pipeline.ts';
import { ImagePipeline } from './image-pipeline.ts';
import { halfNormalQuantiles } from './noise.ts';
import { createRenderer } from '../render/scene.ts';

const ROW = 900;
/** An even picture of 300 rows of 300 pixels of three channels, spoilt. */
function developed(level: number, effects: Partial<Effects>, stream = createStream(1, 'noise')): Uint8Array {
  const pipeline = new ImagePipeline({ gain: 1, noise: 0, blur: 0, ...effects }, 300, 300, 3);
  const pixels = new Uint8Array(300 * ROW);
  pipeline.buffer.fill(level);
  pipeline.process(pixels, stream);
  return pixels;
}

describe('read noise', () => {
  it.each([[0.007], [0.02], [0.1]])('of %d full scale has that standard deviation and no mean', (noise) => {
    const pixels = developed(128, { noise });
    const expected = 255 * noise;
    expect(Math.abs(mean(pixels) - 128)).toBeLessThan(0.01 * expected);
    expect(Math.sqrt(variance(pixels)) / Math.sqrt(expected * expected + 1 / 12)).toBeCloseTo(1, 2);
  });

  it('is normal, and independent from pixel to pixel and row to row', () => {
    const values = Array.from(developed(128, { noise: 0.03 }), (value) => value - 128);
    const square = mean(values.map((value) => value * value));
    const correlation = (step: number) => mean(values.slice(step).map((value, i) => value * values[i])) / square;
    const kurtosis = mean(values.map((value) => value * value * value * value)) / square / square;
    expect(kurtosis).toBeCloseTo(3, 1);
    for (const step of [1, 2, 3, 4, 5, 6, ROW, ROW + 1, 2 * ROW, 4096])
      expect(Math.abs(correlation(step))).toBeLessThan(0.008);
  });

  it('is the same for the same seed, another for another and in the next picture', () => {
    const stream = createStream(1, 'noise');
    const first = developed(128, { noise: 0.02 }, stream);
    expect(isSame(first, developed(128, { noise: 0.02 }))).toBe(true);
    expect(isSame(first, developed(128, { noise: 0.02 }, stream))).toBe(false);
    expect(isSame(first, developed(128, { noise: 0.02 }, createStream(2, 'noise')))).toBe(false);
  });

  it('is the same at every level but for clipping', () => {
    const noise = Array.from(developed(128, { noise: 0.02 }), (value) => value - 128);
    for (const level of [0, 1, 7, 126, 130, 249, 255]) {
      const pixels = developed(level, { noise: 0.02 });
      expect(pixels.every((value, i) => value === Math.max(0, Math.min(255, level + noise[i])))).toBe(true);
    }
  });

  it('is drawn from quantiles of the normal distribution', () => {
    const quantiles = halfNormalQuantiles(2048);
    expect(mean(quantiles.map((each) => each * each))).toBeCloseTo(1, 12);
    // scipy.stats.norm.ppf of 4095.5 / 4096 and 3072.5 / 4096, up to the factor that unit variance needs
    const scale = quantiles[1024] / 0.674873938782648;
    expect(scale).toBeCloseTo(1, 2);
    expect(quantiles[2047] / scale).toBeCloseTo(3.6683292851213234, 11);
  });
});

describe('gain', () => {
  it('multiplies grey levels and clips them', () => {
    expect(developed(100, { gain: 1.5 })[0]).toBe(150);
    expect(developed(100, { gain: 0.5 })[0]).toBe(50);
    expect(developed(200, { gain: 1.5 })[0]).toBe(255);
  });
});

describe('blur', () => {
  interface Reference {
    width: number;
    height: number;
    picture: number[];
    cases: { sigma: number; blurred: number[] }[];
  }
  const reference: Reference = JSON.parse(
    readFileSync(new URL('../../../test/fixtures/sensors/blur-reference.json', import.meta.url), 'utf8'),
  );
  it.each(reference.cases)(
    'with σ = $sigma px is that of OpenCV, but for the rounding of the kernel',
    ({ sigma, blurred }) => {
      const pixels = Uint8Array.from(reference.picture);
      new Blur(sigma, reference.width, reference.height, 3).apply(pixels);
      const errors = Array.from(pixels, (value, i) => Math.abs(value - blurred[i]));
      expect(Math.max(...errors)).toBeLessThan(1.5);
      expect(mean(errors)).toBeLessThan(0.4);
    },
  );

  it('leaves an even picture as it is', () => {
    const pixels = new Uint8Array(40 * 30 * 3).fill(201);
    new Blur(2.3, 40, 30, 3).apply(pixels);
    expect(pixels.every((value) => value === 201)).toBe(true);
  });
});

describe('glare', () => {
  const sun = { azimuth: 0.1, elevation: 0.6 };
  const render = (parts: Parameters<typeof sceneOf>[0], strength: number) =>
    pictureOf(
      createRenderer(MONOSIM_LENS, sceneOf(parts), {
        mount: MONOSIM_MOUNT,
        encoding: 'mono8',
        sun,
        glare: { strength, width: 0.1 },
      }),
      poseAt(0, 0),
    );

  it('is brightest where the ground mirrors the sun, and falls off as a Gaussian', () => {
    const pixels = render({}, 0.8);
    // the mirrored sun in the optical frame of a camera 30° down
    const [x, y, z] = [Math.cos(0.6) * Math.cos(0.1), Math.cos(0.6) * Math.sin(0.1), -Math.sin(0.6)];
    const [c, s] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
    const pixel = [0, 0];
    projectPoint(MONOSIM_LENS, -y, -(c * z + s * x), c * x - s * z, pixel);
    const at = (u: number, v: number) => pixels[640 * Math.round(v) + Math.round(u)];
    expect(at(pixel[0], pixel[1])).toBeCloseTo(0.8 * 255, -0.5);
    // one width to the side: 40 px near the axis
    expect(at(pixel[0] + 40, pixel[1]) / at(pixel[0], pixel[1])).toBeCloseTo(Math.exp(-0.5), 1);
    expect(Math.max(...pixels)).toBeLessThanOrEqual(0.8 * 255 + 1);
  });

  it('is on the ground only', () => {
    const strong = render({ solids: [boxOf(3.7, 0, 1, 1, 1, [0, 0, 0])] }, 50);
    // black sky above the horizon, and a black box where it was bright
    expect(sum(strong.subarray(0, 9 * 640))).toBe(0);
    expect(strong[240 * 640 + 300]).toBe(0);
    expect(render({}, 50)[240 * 640 + 300]).toBe(255);
  });
});
