import { describe, expect, it } from 'vitest';
import { markedWorld, surroundOf, takePictures } from '../../../test/fixtures/surround/surround-bench.ts';
import openCv from '../../../test/fixtures/surround/opencv.json' with { type: 'json' };
import { FrameMemory } from '../../math/frame-memory.ts';
import { fromBase64 } from '../../math/base64.ts';
import { Image } from '../../msgs/index.ts';
import { kernelsIn } from '../../pixels/kernels/kernels.ts';
import { Stitcher } from './stitcher.ts';
import { isInside, xOfViewRow, yOfViewColumn } from './view-grid.ts';

const triangle = (t: number): number => Math.abs((t % 128) - 64) * 3;

/** The picture that OpenCV was given. */
function pattern({ width, height }: { width: number; height: number }): Image {
  const data = Uint8Array.from({ length: 3 * width * height }, (_, i) => {
    const pixel = Math.floor(i / 3);
    return Math.floor((triangle(2 * (pixel % width)) + triangle(3 * Math.floor(pixel / width) + 20 * (i % 3))) / 2);
  });
  return Object.assign(Image.create(), { width, height, step: 3 * width, encoding: 'rgb8', data });
}

const NO_CAR = { front: -20, rear: 20, halfWidth: 0 };

describe('the view of one camera', () => {
  it.each(openCv.cases)(
    'is within a grey level or two of OpenCV for $name',
    ({ kind, fx, k, mount, tilt, view, seen }) => {
      const { width, height, size, centre } = openCv;
      const cameras = [{ width, height, lens: { kind: kind as 'pinhole', hfov: 1, fx, k }, mount }];
      const given = { ...surroundOf(), cameras, size, centre, outline: NO_CAR, supersample: false, border: 0 };
      const stitcher = new Stitcher(given);
      const out = new Uint8Array(stitcher.bytes);
      stitcher.stitch([pattern(openCv)], out, { roll: tilt[0], pitch: tilt[1] });
      const expected = fromBase64(view)!;
      let compared = 0;
      // what a tilt moves is interpolated
      const most = tilt.some((angle) => angle !== 0) ? 2 : 1;
      let far = 0;
      for (let i = 0; i < out.length; i++) {
        if (expected[i] === 0 || out[i] === 0) continue;
        compared++;
        if (Math.abs(out[i] - expected[i]) > most) far++;
      }
      expect(far).toBe(0);
      expect(compared).toBeGreaterThan(2.85 * seen);
    },
  );
});

describe('the view of four cameras', () => {
  const params = surroundOf({ size: 128 }, 'fisheye', 640);
  const stitcher = new Stitcher(params);
  const pictures = takePictures(params.cameras, markedWorld());
  const viewOf = (images: Image[], matchExposure = true): Uint8Array => {
    const out = new Uint8Array(stitcher.bytes).fill(77);
    stitcher.stitch(images, out, undefined, matchExposure);
    return out;
  };
  const plain = viewOf(pictures);

  it('is black where the own vehicle is and nowhere else', () => {
    for (let i = 0; i < plain.length; i += 3) {
      const [x, y] = [xOfViewRow(params, Math.floor(i / 3 / 128)), yOfViewColumn(params, (i / 3) % 128)];
      expect(plain[i] === 0).toBe(isInside(params.outline, x, y));
    }
  });

  it('is the same from the memory of the frames as from elsewhere', () => {
    const frames = new FrameMemory();
    const there = pictures.map((picture) => {
      const data = frames.allocate(picture.data.length);
      data.set(picture.data);
      return { ...picture, data };
    });
    const out = frames.allocate(stitcher.bytes);
    stitcher.stitch(there, out);
    expect(Uint8Array.from(out)).toEqual(plain);
  });

  it('is the same after another tilt was asked for in between', () => {
    const first = new Uint8Array(stitcher.bytes);
    stitcher.stitch(pictures, first, { roll: 0.01, pitch: 0.02 });
    const second = new Uint8Array(stitcher.bytes);
    stitcher.stitch(pictures, second, { roll: -0.01, pitch: 0.02 });
    stitcher.stitch(pictures, second, { roll: 0.01, pitch: 0.02 });
    expect(second).toEqual(first);
    expect(viewOf(pictures)).toEqual(plain);
    expect(first).not.toEqual(plain);
  });

  it('does not mind the order of the channels, nor gaps between rows', () => {
    const swapped = pictures.map((picture) => {
      const step = picture.step + 13;
      const data = new Uint8Array(step * picture.height);
      for (let i = 0; i < picture.data.length; i++) {
        const row = Math.floor(i / picture.step);
        data[row * step + (i % picture.step) + 2 - 2 * (i % 3)] = picture.data[i];
      }
      return { ...picture, data, step, encoding: 'bgr8' };
    });
    expect(viewOf(swapped)).toEqual(plain);
    const withAlpha = pictures.map((picture) => {
      const data = new Uint8Array((4 * picture.data.length) / 3);
      picture.data.forEach((level, i) => (data[Math.floor(i / 3) * 4 + (i % 3)] = level));
      return { ...picture, data, step: (4 * picture.step) / 3, encoding: 'rgba8' };
    });
    expect(viewOf(withAlpha)).toEqual(plain);
  });

  it.each(['yuv422', 'yuv422_yuy2'])('is within four levels of the colours where pictures come as %s', (encoding) => {
    const memory = new WebAssembly.Memory({ initial: 40, maximum: 40 });
    const kernels = kernelsIn(memory);
    const sent = pictures.map((picture) => {
      const pixels = picture.width * picture.height;
      new Uint8Array(memory.buffer, 64).set(picture.data);
      kernels.rgbToYuv422(64, 64 + 3 * pixels + 64, pixels, encoding === 'yuv422');
      const data = new Uint8Array(memory.buffer, 64 + 3 * pixels + 64, 2 * pixels).slice();
      return { ...picture, data, step: 2 * picture.width, encoding };
    });
    const view = viewOf(sent);
    expect(Math.max(...view.map((level, i) => Math.abs(level - plain[i])))).toBeLessThanOrEqual(4);
  });

  it('is grey where pictures are', () => {
    const grey = pictures.map((picture) => {
      const data = picture.data.filter((_, i) => i % 3 === 1);
      return { ...picture, data, step: picture.width, encoding: 'mono8' };
    });
    const view = viewOf(grey);
    expect(view.every((level, i) => level === view[i - (i % 3)])).toBe(true);
    expect(view.filter((_, i) => i % 3 === 1)).toEqual(plain.filter((_, i) => i % 3 === 1));
  });

  it('says which picture it does not understand', () => {
    const other = (change: object) => () => viewOf([pictures[0], { ...pictures[1], ...change }, ...pictures.slice(2)]);
    expect(other({ encoding: 'nv12' })).toThrow('images[1].encoding: expected one of rgb8');
    expect(other({ width: 320 })).toThrow('images[1]: expected a picture of 640 × 360 pixels');
    expect(other({ step: 7 })).toThrow('images[1].step: expected at least 1920 bytes');
    expect(other({ data: new Uint8Array(7) })).toThrow('images[1].data: expected');
  });
});

describe('exposure', () => {
  const params = surroundOf({ size: 128 }, 'fisheye', 640);
  const stitcher = new Stitcher(params);
  const even = takePictures(params.cameras, markedWorld());
  const darker = even.map((picture, i) =>
    i === 1 ? { ...picture, data: picture.data.map((level) => Math.round(0.7 * level)) } : picture,
  );
  /** Ratio of asphalt beside the left door to asphalt beside the right one, both off the marks. */
  const ratioOf = (matchExposure: boolean): number => {
    const view = new Uint8Array(stitcher.bytes);
    stitcher.stitch(darker, view, undefined, matchExposure);
    const at = (column: number) => view[3 * (64 * 128 + column)];
    expect(at(30)).toBeGreaterThan(0);
    return at(32) / at(127 - 32);
  };

  it('differs as the pictures do unless it is matched', () => {
    expect(ratioOf(false)).toBeCloseTo(0.7, 1);
  });

  it('is evened out within 5 % by what two cameras see of the same ground', () => {
    expect(Math.abs(ratioOf(true) - 1)).toBeLessThan(0.05);
  });
});
