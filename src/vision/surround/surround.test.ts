import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { markedWorld, surroundOf, takePictures } from '../../../test/fixtures/surround/surround-bench.ts';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { cameraParams } from '../../camera-model/camera-params.ts';
import { parse } from '../../core/schema.ts';
import type { Image } from '../../msgs/index.ts';
import { setTime } from '../../msgs/index.ts';
import { surround } from './surround.ts';
import { miniCameras } from './mini-cameras.ts';
import { buildViewTable } from './view-table.ts';

const params = surroundOf({ size: 64 }, 'fisheye', 320);
const pictures = takePictures(params.cameras, markedWorld());

/** A block that is shown sets of pictures with these stamps [ns]. */
function shown(others: object = {}) {
  const runner = new BlockRunner(surround, { ...params, ...others });
  const show = (stamps: readonly number[], images: readonly Image[] = pictures): boolean => {
    stamps.forEach((ns, i) =>
      runner.sendTo(`images[${i}]`, (image) => {
        Object.assign(image, { ...images[i], header: image.header });
        setTime(image.header.stamp, ns);
      }),
    );
    runner.step();
    return runner.outputs.image.publish;
  };
  return { runner, show };
}

describe('a surround view', () => {
  it('carries the stamp of its pictures, in the frame of the vehicle', () => {
    const { runner, show } = shown();
    expect(show([5, 5, 5, 5].map((each) => 1e8 * each))).toBe(true);
    const { value } = runner.outputs.image;
    expect(value.header).toMatchObject({ frame_id: 'base_link', stamp: { sec: 0, nanosec: 5e8 } });
    expect(value).toMatchObject({ width: 64, height: 64, step: 192, encoding: 'rgb8' });
    expect(value.data.length).toBe(3 * 64 * 64);
  });

  it('waits for the first picture of every camera', () => {
    const { show } = shown();
    expect(show([1, 1, 1])).toBe(false);
    expect(show([1, 1, 1, 1])).toBe(true);
  });

  it('is not published while one camera is frozen, and again when it has caught up', () => {
    const { show } = shown();
    expect(show([1e8, 1e8, 1e8, 1e8])).toBe(true);
    expect(show([2e8, 1e8, 2e8, 2e8])).toBe(false);
    expect(show([3e8, 1e8, 3e8, 3e8])).toBe(false);
    expect(show([4e8, 4e8, 4e8, 4e8])).toBe(true);
  });

  it('is published once for each set', () => {
    const { runner, show } = shown();
    expect(show([1e8, 1e8, 1e8, 1e8])).toBe(true);
    runner.step();
    expect(runner.outputs.image.publish).toBe(false);
    expect(show([1e8, 1e8, 1e8, 1e8])).toBe(false);
  });

  it('takes stamps within the tolerance for one set', () => {
    const { show } = shown({ tolerance: 0.01 });
    expect(show([1e8, 1.09e8, 1e8, 1e8])).toBe(true);
    expect(show([2e8, 2.11e8, 2e8, 2e8])).toBe(false);
  });

  it('is the same whether the vehicle or an IMU tells the tilt', () => {
    const [roll, pitch] = [0.02, -0.03];
    const byState = shown();
    byState.runner.send('state', (state) => Object.assign(state, { roll, pitch, yaw: 0.7 }));
    byState.show([1, 1, 1, 1]);
    const byImu = shown();
    const [sr, cr, sp, cp, sy, cy] = [roll, pitch, 0.7].flatMap((angle) => [Math.sin(angle / 2), Math.cos(angle / 2)]);
    byImu.runner.send('imu', ({ orientation }) =>
      Object.assign(orientation, {
        w: cr * cp * cy + sr * sp * sy,
        x: sr * cp * cy - cr * sp * sy,
        y: cr * sp * cy + sr * cp * sy,
        z: cr * cp * sy - sr * sp * cy,
      }),
    );
    byImu.show([1, 1, 1, 1]);
    const level = shown();
    level.show([1, 1, 1, 1]);
    const view = byState.runner.outputs.image.value.data;
    expect(byImu.runner.outputs.image.value.data).toEqual(view);
    expect(level.runner.outputs.image.value.data).not.toEqual(view);
  });

  it('wants cameras that look at the ground, and pictures that fit its tables', () => {
    const wrong = (change: object) => () => new BlockRunner(surround, { cameras: [{ ...miniCameras[0], ...change }] });
    expect(wrong({ width: 4000 })).toThrow('cameras[0].width: expected 2 to 2047 pixels');
    expect(wrong({ mount: { z: -1 } })).toThrow('cameras[0].mount.z: expected a camera above the ground');
    expect(() => new BlockRunner(surround, { cameras: [] })).toThrow('expected a list of at least 1');
  });
});

describe.each([
  ['mini-surround.yaml', 'pinhole'],
  ['mini-surround-fisheye.yaml', 'fisheye'],
] as const)('the cameras of %s', (file, kind) => {
  const sensors: Record<string, { params: Record<string, unknown> }> = parseYaml(
    readFileSync(new URL(`../../../vehicles/sensors/${file}`, import.meta.url), 'utf8'),
  );
  const cameras = ['front', 'left', 'rear', 'right'].map((name) => {
    const { width, height, lens, mount } = sensors[`${name}_camera`].params;
    return parse(cameraParams, { width, height, lens, mount }, name);
  });

  it('are those that the view takes by default, but for the lens', () => {
    cameras.forEach((camera, i) => {
      for (const [key, value] of Object.entries(miniCameras[i].mount))
        expect(camera.mount[key as 'x']).toBeCloseTo(value, 12);
      expect(camera.lens.kind).toBe(kind);
    });
  });

  it(`see ${kind === 'fisheye' ? 'all of' : 'but for 1 %'} the ground around the vehicle`, () => {
    const size = 128;
    const { unseen } = buildViewTable({ ...surroundOf({ size }), cameras });
    const area = (unseen * 100) / (size * size);
    if (kind === 'fisheye') expect(unseen).toBe(0);
    else expect(area).toBeLessThan(1);
  });
});
