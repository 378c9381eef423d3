/** Pictures alone, and a lane detector beside OpenCV's Python. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { decode } from 'fast-png';
import type { Lens } from '../../src/camera-model/lens.ts';
import { parse } from '../../src/core/schema.ts';
import { tan } from '../../src/math/trig.ts';
import { parseYaml } from '../../src/scenario/yaml.ts';
import { createRenderer } from '../../src/sensors/index.ts';
import { createTrackPoint, pointAt, worldOf, worldParams } from '../../src/world/index.ts';
import { median } from '../figures/statistics.ts';
import type { Case } from './case.ts';
import { milliseconds, ratio, times } from './case.ts';

/** Wall time of each of `count` calls, once warm [ms]. */
function timed(count: number, work: (i: number) => void): number[] {
  for (let i = 0; i < count / 4; i++) work(i);
  return Array.from({ length: count }, (_, i) => {
    const start = performance.now();
    work(i);
    return performance.now() - start;
  });
}

/** Frames per second of an 800 × 800 colour camera on this world, driving along its track. */
function frameRate(world: string, mount: { x: number; z: number; pitch: number }, far: number): number {
  const { scene, track } = worldOf(
    parse(worldParams, parseYaml(readFileSync(`worlds/${world}.yaml`, 'utf8'), world), 'world'),
  );
  const focal = 400 / tan(1.3962634 / 2);
  const lens: Lens = { kind: 'pinhole', width: 800, height: 800, fx: focal, fy: focal, cx: 399.5, cy: 399.5, k: [] };
  const renderer = createRenderer(lens, scene, { mount: { y: 0, roll: 0, yaw: 0, ...mount }, far });
  const pixels = new Uint8Array(renderer.size);
  const point = createTrackPoint();
  const times = timed(200, (i) => {
    pointAt(track!, (i * track!.length) / 200, point);
    renderer.render(
      { x: point.x, y: point.y, yaw: point.heading, roll: 0, pitch: 0, vx: 0, vy: 0, yaw_rate: 0 },
      pixels,
    );
  });
  return 1000 / median(times);
}

/** The released lane pipeline here and in OpenCV's Python on the same picture [ms]; OpenCV's is undefined where there is none. */
async function detectorTimes(): Promise<{ ours: number; opencv: number | undefined }> {
  // loads a scenario, which no other measurement should have done
  const { releasedPipeline } = await import('../../test/fixtures/vision/monosim-detector.ts');
  const { data } = decode(readFileSync('test/fixtures/vision/released-bend.png'));
  const bgr = Uint8Array.from(data as Uint8Array);
  for (let i = 0; i < bgr.length; i += 3) [bgr[i], bgr[i + 2]] = [bgr[i + 2], bgr[i]];
  const detect = releasedPipeline();
  const ours = median(timed(300, () => detect(bgr)));
  const { stdout, status } = spawnSync('/usr/bin/python3', ['bench/vision-opencv.py'], { encoding: 'utf8' });
  if (status !== 0) return { ours, opencv: undefined };
  const runs = Object.values(JSON.parse(stdout) as Record<string, { pipeline: number }>);
  return { ours, opencv: Math.min(...runs.map(({ pipeline }) => pipeline)) };
}

const rate = (what: string, value: number) => [{ ...times(what, value, 250), unit: 'per second' }];

export const pictures: readonly Case[] = [
  {
    name: 'monosim-frames',
    measure: () =>
      rate(
        "800 × 800 pictures of MonoSIM's track",
        frameRate('monosim-track00', { x: 2, z: 0.83, pitch: 0.5236 }, Infinity),
      ),
  },
  {
    name: 'rosdrive-frames',
    measure: () =>
      rate(
        "800 × 800 pictures of RosDrive's track with 19 pickups",
        frameRate('rosdrive-obstacles', { x: 1.85, z: 3, pitch: 0.05 }, 30),
      ),
  },
  {
    name: 'detector',
    async measure() {
      const { ours, opencv } = await detectorTimes();
      const own = milliseconds("MonoSIM's lane pipeline on one picture", ours);
      return opencv === undefined
        ? [own]
        : [own, ratio("  as a multiple of OpenCV's Python", ours / opencv, { target: 1.5 })];
    },
  },
];
