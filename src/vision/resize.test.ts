import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../test/fixtures/vehicle/block-runner.ts';
import { digest, pattern, readFixture } from '../../test/fixtures/vision/pictures.ts';
import { cameraInfo, lensFrom } from '../camera-model/camera-info.ts';
import type { Lens } from '../camera-model/lens.ts';
import { projectPoint } from '../camera-model/lens.ts';
import { resize } from './resize.ts';

const lens: Lens = { kind: 'pinhole', width: 60, height: 48, fx: 50, fy: 52, cx: 28, cy: 25, k: [-0.2, 0.03, 0, 0, 0] };
const channelsOf: Readonly<Record<string, number>> = { mono8: 1, rgb8: 3, bgr8: 3, rgba8: 4 };

function resized(params: object, encoding = 'rgb8', withInfo = true) {
  const runner = new BlockRunner(resize, params);
  const data = pattern(60 * 48 * channelsOf[encoding]);
  runner.send('image', (image) => {
    Object.assign(image, { width: 60, height: 48, encoding, step: 60 * channelsOf[encoding], data });
    image.header.frame_id = 'optical';
    image.header.stamp.sec = 7;
  });
  const { distortionModel, d, k, r, p } = cameraInfo(lens);
  if (withInfo)
    runner.send('camera_info', (info) =>
      Object.assign(info, { width: 60, height: 48, distortion_model: distortionModel, d, k, r, p }),
    );
  runner.step();
  return runner;
}

describe('a resized picture', () => {
  const whole = readFixture('resize').filter((each: any) => each.source[0] === 60);

  it.each(['mono8', 'rgb8', 'bgr8', 'rgba8'])('is that of OpenCV, in %s', (encoding) => {
    for (const { target, channels, ...expected } of whole) {
      if (channels !== channelsOf[encoding]) continue;
      for (const interpolation of ['area', 'linear']) {
        const [width, height] = target;
        const { image } = resized({ width, height, interpolation }, encoding).outputs;
        expect(image.publish).toBe(true);
        const { step, data } = image.value;
        expect([image.value.width, image.value.height, image.value.encoding, step, data.length]).toEqual([
          width,
          height,
          encoding,
          width * channels,
          width * height * channels,
        ]);
        expect(digest(data, step, step, height)).toBe(expected[interpolation]);
        expect([image.value.header.frame_id, image.value.header.stamp.sec]).toEqual(['optical', 7]);
      }
    }
  });

  it.each([
    [30, 24],
    [20, 96],
    [37, 11],
  ])('shows each ray at the corresponding place, %i × %i', (width, height) => {
    const { camera_info: info } = resized({ width, height }).outputs;
    expect(info.publish).toBe(true);
    expect([info.value.width, info.value.height, info.value.header.stamp.sec]).toEqual([width, height, 7]);
    const scaled = lensFrom(info.value)!;
    const [before, after] = [new Float64Array(2), new Float64Array(2)];
    for (const [x, y] of [
      [0, 0],
      [0.3, -0.2],
      [-0.4, 0.35],
    ]) {
      projectPoint(lens, x, y, 1, before);
      projectPoint(scaled, x, y, 1, after);
      // distances from the upper left corner of the picture, as shares of it
      expect((after[0] + 0.5) / width).toBeCloseTo((before[0] + 0.5) / 60, 12);
      expect((after[1] + 0.5) / height).toBeCloseTo((before[1] + 0.5) / 48, 12);
    }
    const { k, p } = info.value;
    expect([p[0], p[2], p[3], p[5], p[6], p[7], p[10]]).toEqual([k[0], k[2], 0, k[4], k[5], 0, 1]);
  });

  it('moves the baseline of a stereo camera with its columns', () => {
    const runner = resized({ width: 30, height: 12 });
    runner.send('camera_info', (info) => {
      info.p[3] = -6;
    });
    runner.send('image', () => {});
    runner.step();
    expect(runner.outputs.camera_info.value.p[3]).toBe(-3);
  });

  it('comes alone without camera_info, once per picture, and leaves zeros that mean not calibrated', () => {
    const runner = resized({}, 'mono8', false);
    expect([runner.outputs.image.publish, runner.outputs.camera_info.publish]).toEqual([true, false]);
    runner.step();
    expect(runner.outputs.image.publish).toBe(false);
    runner.send('camera_info', () => {});
    runner.send('image', () => {});
    runner.step();
    expect(runner.outputs.camera_info.publish).toBe(true);
    expect([...runner.outputs.camera_info.value.k, ...runner.outputs.camera_info.value.p].every((v) => v === 0)).toBe(
      true,
    );
  });

  it('of another kind, or with too few bytes, is refused in one sentence', () => {
    const runner = resized({});
    runner.send('image', (image) => (image.encoding = 'nv12'));
    expect(() => runner.step()).toThrow('image.encoding: expected rgb8, bgr8, mono8 or rgba8, got "nv12"');
    runner.send('image', (image) => Object.assign(image, { encoding: 'rgba8', step: 240 }));
    expect(() => runner.step()).toThrow('image.data: expected 11520 bytes, got 8640');
    expect(() => new BlockRunner(resize, { width: 8000, height: 8000 })).toThrow('expected at most 4177920 pixels');
  });
});
