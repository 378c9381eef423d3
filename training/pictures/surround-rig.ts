/**
 * Four cameras on the car and the surround view of their pictures, as `vision/surround` makes it. Mounts and sizes vary a little from rig to rig
 * around those of `vehicles/sensors/mini-surround.yaml` and its fisheye sister.
 */
import type { CameraModel } from '../../src/camera-model/camera-params.ts';
import { lensOf } from '../../src/camera-model/camera-params.ts';
import { parseFields } from '../../src/core/schema.ts';
import { Image } from '../../src/msgs/index.ts';
import type { Sun } from '../../src/sensors/index.ts';
import { createRenderer } from '../../src/sensors/index.ts';
import { miniCameras } from '../../src/vision/surround/mini-cameras.ts';
import type { SurroundParams } from '../../src/vision/surround/params.ts';
import { surroundParams } from '../../src/vision/surround/params.ts';
import { Stitcher } from '../../src/vision/surround/stitcher.ts';
import type { Scene } from '../../src/world/scene.ts';
import type { Chance } from './chance.ts';

export const SIZE = 256;
export const EXTENT = 10;
export const CENTRE = 1.25565;
const STILL = { x: 0, y: 0, yaw: 0, roll: 0, pitch: 0, vx: 0, vy: 0, yaw_rate: 0 };
const DEGREE = Math.PI / 180;

export const rowOf = (x: number): number => ((CENTRE + EXTENT / 2 - x) * SIZE) / EXTENT - 0.5;
export const columnOf = (y: number): number => ((EXTENT / 2 - y) * SIZE) / EXTENT - 0.5;

export interface Rig {
  readonly cameras: readonly CameraModel[];
  readonly stitcher: Stitcher;
}

/** A rig whose mounts are off the usual ones by up to so much: 0 as they are, 1 by 4 cm and 3°. */
export function makeRig(kind: 'pinhole' | 'fisheye', width: number, spread: number, chance: Chance): Rig {
  const height = chance.happens(0.5) ? (width * 3) / 4 : (width * 9) / 16;
  const hfov = kind === 'pinhole' ? 120 * DEGREE : 190 * DEGREE;
  const cameras = miniCameras.map(({ mount }): CameraModel => {
    return {
      width,
      height,
      lens: { kind, hfov, k: [] },
      mount: {
        ...mount,
        x: mount.x + spread * chance.around(0.04),
        z: mount.z + spread * chance.around(0.06),
        pitch: mount.pitch + spread * chance.around(3 * DEGREE),
      },
    };
  });
  return { cameras, stitcher: new Stitcher(parseFields(surroundParams, { cameras }, 'rig') as SurroundParams) };
}

/** The view of a scene, rgb8. */
export function viewOf({ cameras, stitcher }: Rig, scene: Scene, sun: Sun, matchExposure = true): Uint8Array {
  const pictures = cameras.map((camera) => {
    const renderer = createRenderer(lensOf(camera), scene, { mount: camera.mount, encoding: 'rgb8', sun });
    const data = new Uint8Array(renderer.size);
    renderer.render(STILL, data);
    const { width, height } = camera;
    return { ...Image.create(), width, height, encoding: 'rgb8', step: 3 * width, data };
  });
  const view = new Uint8Array(stitcher.bytes);
  stitcher.stitch(pictures, view, undefined, matchExposure);
  return view;
}
