import { describe, expect, it } from 'vitest';
import { parse } from '../core/schema.ts';
import { cameraParams, groundCameraProblem, lensOf } from './camera-params.ts';
import { unprojectPixel } from './lens.ts';

const camera = (given: object) => parse(cameraParams, given, 'camera');

describe('the parameters of a camera', () => {
  it.each(['pinhole', 'fisheye'])('give a %s lens whose outer edges are the field of view apart', (kind) => {
    const lens = lensOf(camera({ width: 800, height: 600, lens: { kind, hfov: 1.2 } }));
    const ray = new Float64Array(3);
    for (const [u, angle] of [
      [-0.5, -0.6],
      [799.5, 0.6],
    ]) {
      unprojectPixel(lens, u, 299.5, ray);
      expect(Math.atan2(ray[0], ray[2])).toBeCloseTo(angle, 12);
    }
    expect(lens).toMatchObject({ cx: 399.5, cy: 299.5, fy: lens.fx });
  });

  it('take focal length and axis as they are given', () => {
    expect(lensOf(camera({ lens: { fx: 400, fy: 410, cx: 320, cy: 240 } }))).toMatchObject({
      width: 640,
      fx: 400,
      fy: 410,
      cx: 320,
      cy: 240,
    });
  });

  it('are refused, with their path, where no ground can be seen or no lens is like that', () => {
    expect(groundCameraProblem('birdsEye.camera', camera({}))).toBeUndefined();
    expect(groundCameraProblem('birdsEye.camera', camera({ mount: { z: 0 } }))?.[0]).toBe('birdsEye.camera.mount.z');
    expect(groundCameraProblem('camera', camera({ lens: { hfov: 3.12 } }))?.[0]).toBe('camera.lens.hfov');
    expect(groundCameraProblem('camera', camera({ lens: { k: [0, 0, 0, 0, 0, 0] } }))?.[0]).toBe('camera.lens.k');
  });
});
