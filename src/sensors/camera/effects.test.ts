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
import { FrameMemory } from '../../math/frame-memory.ts';
import { createStream, nextUint32 } from '../../math/random.ts';
import { mean, variance } from '../../math/statistics.ts';
import { gaussianWeights } from './blur.ts';
import type { Effects, PictureSize } from './image-pipeline.ts';
import { ImagePipeline } from './image-pipeline.ts';
import { halfNormalQuantiles, uncorrelatedSamples } from './noise.ts';
import { createRenderer } from '../render/scene.ts';

const ROW = 900;
const pipelineWith = (effects: Partial<Effects>, size: PictureSize) =>
  new ImagePipeline({ gain: 1, gamma: 1, noise: 0, blur: 0, ...effects }, size);
/** An even picture of 300 rows of 300 pixels of three channels, spoilt. */
function developed(level: number, effects: Partial<Effects>, stream = createStream(1, 'noise')): Uint8Array {
  const pipeline = pipelineWith(effects, { width: 300, height: 300, channels: 3 });
  const pixels = new Uint8Array(300 * ROW).fill(level);
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

  it('has the tails of a normal distribution', () => {
    const sigma = Math.sqrt(7.65 * 7.65 + 1 / 12);
    const values = Array.from({ length: 8 }, (_, seed) => [
      ...developed(128, { noise: 0.03 }, createStream(seed, 'tails')),
    ]).flat();
    const share = (level: number) => values.filter((value) => Math.abs(value - 128) > level).length / values.length;
    // scipy.special.erfc((level + ½)/(σ √2)), which rounding makes of it
    expect(share(7) / 0.32689).toBeCloseTo(1, 1);
    expect(share(15) / 0.04275).toBeCloseTo(1, 1);
    expect(share(23) / 0.002127).toBeCloseTo(1, 1);
    expect(share(30) * values.length).toBeGreaterThan(50);
    expect(share(Math.ceil(5.3 * sigma))).toBe(0);
  });

  it('is of neighbours that are not correlated in its table', () => {
    const samples = uncorrelatedSamples();
    const of = (lag: number) => mean(samples.map((value, i) => value * samples[(i + lag) % samples.length]));
    expect(of(0)).toBeCloseTo(1, 12);
    expect(Math.abs(mean(samples))).toBeLessThan(1e-12);
    for (let lag = 1; lag < 16; lag++) expect(Math.abs(of(lag))).toBeLessThan(0.001);
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

describe('a picture in a frame memory', () => {
  const size = { width: 51, height: 33, channels: 3 };
  const effects = { gain: 1.3, noise: 0.02, blur: 0.8 };
  const level = (i: number) => (7 * i) & 255;
  const spoilt = (pixels: Uint8Array) => {
    pixels.forEach((_, i) => (pixels[i] = level(i)));
    pipelineWith(effects, size).process(pixels, createStream(5, 'noise'));
    return [...pixels];
  };

  it('is spoilt where it lies as it is elsewhere, and nothing beside it is', () => {
    const bytes = 51 * 33 * 3;
    const expected = spoilt(new Uint8Array(bytes));
    for (const frames of [
      new FrameMemory(),
      new FrameMemory(new WebAssembly.Memory({ initial: 32, maximum: 32 })),
      new FrameMemory(new WebAssembly.Memory({ initial: 1, maximum: 1 })),
    ]) {
      const [before, all] = [frames.allocate(64).fill(99), frames.allocate(bytes + 64).fill(99)];
      expect(spoilt(all.subarray(0, bytes))).toEqual(expected);
      expect([...before, ...all.subarray(bytes)].every((byte) => byte === 99)).toBe(true);
    }
  });
});

describe('gain', () => {
  it('multiplies grey levels and clips them', () => {
    expect(developed(100, { gain: 1.5 })[0]).toBe(150);
    expect(developed(100, { gain: 0.5 })[0]).toBe(50);
    expect(developed(200, { gain: 1.5 })[0]).toBe(255);
    expect(developed(200, { gain: 0 })[0]).toBe(0);
    expect(developed(1, { gain: 1e9 })[0]).toBe(255);
    for (const gain of [0.3, 0.77, 1.2, 3.3, 17])
      for (let level = 0; level < 256; level += 5)
        expect(Math.abs(developed(level, { gain })[77] - Math.min(255, gain * level))).toBeLessThan(0.502);
  });
});

describe('blur', () => {
  const blur = (pixels: Uint8Array, sigma: number, size: PictureSize) =>
    pipelineWith({ blur: sigma }, size).process(pixels, createStream(1, ''));

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
      blur(pixels, sigma, { ...reference, channels: 3 });
      const errors = Array.from(pixels, (value, i) => Math.abs(value - blurred[i]));
      expect(Math.max(...errors)).toBeLessThan(1.5);
      expect(mean(errors)).toBeLessThan(0.4);
    },
  );

  it.each([0.2, 0.5, 1, 1.3, 4.1, 20])('is the convolution written out, σ = %d px', (sigma) => {
    const stream = createStream(3, 'picture');
    const weights = gaussianWeights(sigma);
    for (const size of [
      { width: 37, height: 21, channels: 3 },
      { width: 5, height: 70, channels: 3 },
      { width: 64, height: 3, channels: 1 },
      { width: 1, height: 1, channels: 1 },
    ]) {
      const picture = Uint8Array.from({ length: size.width * size.height * size.channels }, () => nextUint32(stream));
      const expected = convolved(convolved(picture, size, weights, 1, 0), size, weights, 0, 1);
      blur(picture, sigma, size);
      expect([...picture]).toEqual(expected);
    }
  });

  it('leaves an even picture as it is', () => {
    const pixels = new Uint8Array(40 * 30 * 3).fill(201);
    blur(pixels, 2.3, { width: 40, height: 30, channels: 3 });
    expect(pixels.every((value) => value === 201)).toBe(true);
  });
});

/** One pass in direction (dx, dy). */
function convolved(
  pixels: ArrayLike<number>,
  size: PictureSize,
  weights: Uint16Array,
  dx: number,
  dy: number,
): number[] {
  const { width, height, channels } = size;
  const clamp = (i: number, n: number) => Math.max(0, Math.min(n - 1, i));
  return Array.from(pixels, (_, at) => {
    const channel = at % channels;
    const x = Math.floor(at / channels) % width;
    const y = Math.floor(at / channels / width);
    let total = 0;
    for (let r = 1 - weights.length; r < weights.length; r++)
      total +=
        weights[Math.abs(r)] *
        pixels[(clamp(y + r * dy, height) * width + clamp(x + r * dx, width)) * channels + channel];
    return Math.floor((total + 128) / 256);
  });
}

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

describe('the tone curve', () => {
  const ramp = (effects: Partial<Effects>, width: number): Uint8Array => {
    const pixels = Uint8Array.from({ length: width }, (_, i) => i % 256);
    pipelineWith(effects, { width, height: 1, channels: 1 }).process(pixels, createStream(1, 'noise'));
    return pixels;
  };

  it.each([
    [1, 2.2],
    [1.7, 2.2],
    [0.6, 0.45],
    [4, 1.8],
  ])('with gain %d and gamma %d is 255 (gain p/255)^(1/gamma), clipped, for every level', (gain, gamma) => {
    ramp({ gain, gamma }, 256 + 37).forEach((level, i) => {
      const expected = 255 * Math.min(1, (gain * (i % 256)) / 255) ** (1 / gamma);
      expect(Math.abs(level - expected)).toBeLessThanOrEqual(0.5 + 1e-9);
    });
  });

  it('comes before the noise, which keeps its size', () => {
    const level = 255 * (40 / 255) ** (1 / 2.2);
    const pixels = developed(40, { gamma: 2.2, noise: 0.02 });
    expect(Math.abs(mean(pixels) - Math.round(level))).toBeLessThan(0.1);
    expect(Math.sqrt(variance(pixels))).toBeCloseTo(Math.sqrt(5.1 * 5.1 + 1 / 12), 1);
  });
});
