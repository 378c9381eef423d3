import { describe, expect, it } from 'vitest';
import { castPixel } from '../../../test/fixtures/sensors/ray-caster.ts';
import { areaOf, boxOf, pictureOf, poseAt, sceneOf } from '../../../test/fixtures/sensors/scenes.ts';
import type { Lens } from '../../camera-model/lens.ts';
import type { Scene } from '../../world/scene.ts';
import { createRenderer } from './scene.ts';

const fisheye: Lens = {
  kind: 'fisheye',
  width: 240,
  height: 160,
  fx: 240 / 3.316,
  fy: 240 / 3.316,
  cx: 119.5,
  cy: 79.5,
  k: [0.01, -0.002],
};
const pinhole: Lens = { ...fisheye, kind: 'pinhole', fx: 140, fy: 140, k: [] };
const brown: Lens = { ...pinhole, k: [-0.2, 0.04, 0.001, -0.001] };

/** How far a picture is off its rays: at most, and on average over the pixels where something ends. */
function errorsOf(lens: Lens, scene: Scene, z: number, pitch: number) {
  const renderer = createRenderer(lens, scene, {
    mount: { x: 0, y: 0, z, roll: 0, pitch, yaw: 0 },
    sun: { azimuth: 0, elevation: Math.PI / 2 },
  });
  const pixels = pictureOf(renderer, poseAt(0, 0));
  const red = (u: number, v: number) => pixels[3 * (lens.width * v + u)];
  let [worst, signed, absolute, edges, inner] = [0, 0, 0, 0, 0];
  for (let v = 1; v < lens.height - 1; v++) {
    for (let u = 1 + (v % 2); u < lens.width - 1; u += 2) {
      const around = [red(u, v), red(u - 1, v), red(u + 1, v), red(u, v - 1), red(u, v + 1)];
      const isFlat = around.every((each) => each === around[0]);
      const error = red(u, v) - castPixel(scene, lens, { u, v, z, pitch }, isFlat ? 2 : 12);
      if (isFlat) inner = Math.max(inner, Math.abs(error));
      else [edges, signed, absolute] = [edges + 1, signed + error, absolute + Math.abs(error)];
      worst = Math.max(worst, Math.abs(error));
    }
  }
  return { worst, inner, edges, mean: Math.abs(signed / edges), absolute: absolute / edges };
}

const lot = sceneOf({
  ground: [60, 60, 60],
  sky: [200, 200, 200],
  areas: [
    areaOf([1.5, -3, 1.9, -3, 1.9, 3, 1.5, 3], [240, 240, 240]),
    areaOf([-2, 1, 6, 1, 6, 1.5, -2, 1.5], [10, 10, 10]),
  ],
  solids: [
    boxOf(4, -1.5, 2, 1, 0.6, [250, 0, 0], { bottom: 0.2, yaw: 0.3 }),
    boxOf(3.9, -1.5, 1, 0.9, 1.3, [120, 0, 0], { bottom: 0.6, yaw: 0.3 }),
    boxOf(0.2, 2.5, 3, 1, 1.8, [30, 0, 0], { yaw: -0.1 }),
    boxOf(-0.6, -2.4, 2, 1, 0.5, [160, 0, 0]),
  ],
});

describe('a picture, ray by ray', () => {
  it.each([
    ['a fisheye of 190°', fisheye],
    ['a pinhole', pinhole],
    ['a pinhole with distortion', brown],
  ])('has the colours and the covered shares that %s sees', (_, lens) => {
    const { worst, inner, edges, mean, absolute } = errorsOf(lens, lot, 1, 0.5);
    expect(edges).toBeGreaterThan(600);
    // within flat colours all but equal; at edges what 144 rays leave open, and where more than two colours meet
    expect(inner).toBeLessThan(1);
    expect(worst).toBeLessThan(30);
    expect(absolute).toBeLessThan(2);
    expect(mean).toBeLessThan(0.5);
  });

  it.each([
    ['a fisheye of 190°', fisheye],
    ['a pinhole', pinhole],
  ])('is darker in shadows by the share that they cover, and twice where two lie: %s', (_, lens) => {
    const blot = (x: number, y: number, radius: number) =>
      Float64Array.from({ length: 40 }, (_unused, i) => {
        const angle = (Math.PI * (i - (i % 2))) / 20;
        const r = radius * (1 + 0.2 * Math.sin(3 * angle));
        return i % 2 === 0 ? x + r * Math.cos(angle) : y + r * Math.sin(angle);
      });
    const scene = sceneOf({
      ground: [200, 200, 200],
      areas: [areaOf([1.5, -3, 2.5, -3, 2.5, 3, 1.5, 3], [100, 100, 100])],
      shadows: [
        { points: blot(2.5, 0.5, 1.5), brightness: 0.5 },
        { points: blot(3, -0.8, 1.4), brightness: 0.25 },
      ],
    });
    const { worst, inner, edges, mean, absolute } = errorsOf(lens, scene, 1, 0.5);
    expect(edges).toBeGreaterThan(300);
    expect(inner).toBeLessThan(1.01);
    expect(worst).toBeLessThan(35);
    expect(absolute).toBeLessThan(1.5);
    expect(mean).toBeLessThan(0.5);
  });
});
