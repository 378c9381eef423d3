import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import type { SentEncoding } from '../../camera-model/encoding.ts';
import { imageBytes } from '../../camera-model/encoding.ts';
import { FrameMemory } from '../../math/frame-memory.ts';
import { createStream, nextUint32 } from '../../math/random.ts';
import { camera } from './camera.ts';
import { ColourConversion } from './conversion.ts';

let cv: any;
beforeAll(async () => {
  cv = createRequire(import.meta.url)('@techstark/opencv-js');
  if (cv.Mat === undefined) await new Promise<void>((resolve) => (cv.onRuntimeInitialized = () => resolve()));
});

const stream = createStream(2, 'colours');
const randomPicture = (width: number, height: number) =>
  Uint8Array.from({ length: 3 * width * height }, () => nextUint32(stream));

function openCv(rgb: Uint8Array, width: number, height: number, code: string): number[] {
  const [from, to] = [cv.matFromArray(height, width, cv.CV_8UC3, rgb), new cv.Mat()];
  cv.cvtColor(from, to, cv[code]);
  const bytes = [...to.data] as number[];
  from.delete();
  to.delete();
  return bytes;
}

/** I420 has U and V in planes of their own. */
function interleaved(i420: number[], pixels: number): number[] {
  const chroma = Array.from({ length: pixels / 2 }, (_, i) => i420[pixels + (i >> 1) + (i & 1 ? pixels / 4 : 0)]);
  return [...i420.slice(0, pixels), ...chroma];
}

const expected: Record<string, (rgb: Uint8Array, width: number, height: number) => number[]> = {
  rgba8: (rgb, width, height) => openCv(rgb, width, height, 'COLOR_RGB2RGBA'),
  yuv422_yuy2: (rgb, width, height) => openCv(rgb, width, height, 'COLOR_RGB2YUV_YUY2'),
  yuv422: (rgb, width, height) => openCv(rgb, width, height, 'COLOR_RGB2YUV_UYVY'),
  nv12: (rgb, width, height) => interleaved(openCv(rgb, width, height, 'COLOR_RGB2YUV_I420'), width * height),
};

describe.each(Object.keys(expected) as SentEncoding[])('%s', (encoding) => {
  it.each([
    [64, 48],
    [62, 34],
    [2, 2],
  ])("has OpenCV's bytes, %i × %i pixels", (width, height) => {
    const rgb = randomPicture(width, height);
    const { size } = imageBytes(encoding, width, height);
    const wanted = expected[encoding](rgb, width, height);
    for (const frames of [new FrameMemory(), new FrameMemory(new WebAssembly.Memory({ initial: 8, maximum: 8 }))]) {
      const all = frames.allocate(size + 64).fill(77);
      const conversion = new ColourConversion(encoding, width, height);
      for (const frame of [all.subarray(0, size), new Uint8Array(size)]) {
        conversion.sourceFor(frame).set(rgb);
        conversion.convertTo(frame);
        expect([...frame]).toEqual(wanted);
      }
      expect(all.subarray(size).every((byte) => byte === 77)).toBe(true);
    }
  });

  it('is what a camera sends of the same picture', () => {
    const picture = (params: object) => {
      const size = { width: 64, height: 48 };
      const runner = new BlockRunner(camera, { ...size, effects: { noise: 0.02, gain: 1.1 }, ...params });
      runner.send('state', (state) => Object.assign(state, { x: 1 }));
      runner.step();
      return runner.outputs.image.value;
    };
    const sent = picture({ encoding });
    expect([sent.encoding, sent.step, sent.data.length]).toEqual([
      encoding,
      { rgba8: 256, nv12: 64 }[encoding as string] ?? 128,
      { rgba8: 12_288, nv12: 4608 }[encoding as string] ?? 6144,
    ]);
    expect([...sent.data]).toEqual(expected[encoding](picture({}).data, 64, 48));
  });
});

it('an odd number of columns or rows cannot share its colours by two', () => {
  expect(() => new BlockRunner(camera, { width: 63, height: 48, encoding: 'yuv422' })).toThrow(
    'width: expected an even number for yuv422, in which two share their colour, got 63',
  );
  expect(() => new BlockRunner(camera, { width: 64, height: 47, encoding: 'nv12' })).toThrow(
    'height: expected an even',
  );
  expect(() => new BlockRunner(camera, { width: 64, height: 47, encoding: 'yuv422_yuy2' })).not.toThrow();
});
