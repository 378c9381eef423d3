/** What each pass over the pixels of an 800 × 800 colour picture costs, beside a copy of the same bytes. */
import { ColourConversion } from '../../src/sensors/camera/conversion.ts';
import type { SentEncoding } from '../../src/camera-model/encoding.ts';
import { imageBytes } from '../../src/camera-model/encoding.ts';
import { FrameMemory } from '../../src/math/frame-memory.ts';
import { createHash, foldBytes } from '../../src/math/hash.ts';
import { createStream } from '../../src/math/random.ts';
import type { Effects } from '../../src/sensors/camera/image-pipeline.ts';
import { ImagePipeline } from '../../src/sensors/camera/image-pipeline.ts';
import type { Interpolation } from '../../src/pixels/resizer.ts';
import { Resizer } from '../../src/pixels/resizer.ts';

const SIZE = { width: 800, height: 800, channels: 3 };
export const PICTURE_BYTES = SIZE.width * SIZE.height * SIZE.channels;
const ROUNDS = 200;

/** The least wall time [ms]: on a busy machine, that of a round that nobody disturbed. */
function least(work: () => void): number {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** Milliseconds per picture. */
export function pixelPasses() {
  const frames = new FrameMemory();
  const [picture, other] = [frames.allocate(PICTURE_BYTES), frames.allocate(PICTURE_BYTES)];
  picture.forEach((_, i) => (picture[i] = Math.imul(i, 0x9e3779b1) >>> 13));
  const stream = createStream(1, 'bench');
  const hash = createHash();
  const effect = (effects: Partial<Effects>) => {
    const pipeline = new ImagePipeline({ gain: 1, gamma: 1, noise: 0, blur: 0, ...effects }, SIZE);
    return least(() => pipeline.process(picture, stream));
  };
  const conversion = (encoding: SentEncoding) => {
    const converter = new ColourConversion(encoding, SIZE.width, SIZE.height);
    const frame = frames.allocate(imageBytes(encoding, SIZE.width, SIZE.height).size);
    converter.sourceFor(frame).set(picture);
    return least(() => converter.convertTo(frame));
  };
  const resizing = (side: number, interpolation: Interpolation) => {
    const target = { width: side, height: side };
    const resizer = new Resizer({ source: SIZE, target, channels: SIZE.channels, interpolation }, frames);
    const frame = frames.allocate(side * side * SIZE.channels);
    return least(() => resizer.resize(picture, SIZE.width * SIZE.channels, frame));
  };
  return {
    copy: least(() => other.set(picture)),
    hash: least(() => foldBytes(hash, picture)),
    noise: effect({ noise: 0.007 }),
    gain: effect({ gain: 1.2 }),
    gainAndNoise: effect({ gain: 1.2, noise: 0.007 }),
    gamma: effect({ gain: 1.2, gamma: 2.2 }),
    blur: effect({ blur: 1 }),
    rgba: conversion('rgba8'),
    yuv422: conversion('yuv422_yuy2'),
    nv12: conversion('nv12'),
    half: resizing(400, 'area'),
    area: resizing(300, 'area'),
    linear: resizing(300, 'linear'),
  };
}
