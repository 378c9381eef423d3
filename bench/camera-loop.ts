/** The camera in the loop: pictures, detection, planning, and all of it together. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { decode } from 'fast-png';
import type { Lens } from '../src/camera-model/lens.ts';
import { buildLoop } from '../src/core/build.ts';
import { parse } from '../src/core/schema.ts';
import { tan } from '../src/math/trig.ts';
import { nodeFiles } from '../src/node/files.ts';
import { TimedHost } from '../src/run/timed-host.ts';
import { loadScenario } from '../src/scenario/load.ts';
import { parseYaml } from '../src/scenario/yaml.ts';
import { createRenderer } from '../src/sensors/index.ts';
import { createTrackPoint, pointAt, worldOf, worldParams } from '../src/world/index.ts';

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

/** Wall time of each of `count` calls, once warm [ms]. */
function timed(count: number, work: (i: number) => void): number[] {
  for (let i = 0; i < count / 4; i++) work(i);
  return Array.from({ length: count }, (_, i) => {
    const start = performance.now();
    work(i);
    return performance.now() - start;
  });
}

/** MonoSIM's lap with the 640 × 480 camera at 10 Hz, lane detection and MPC at 10 Hz. */
export async function monosimLoop(): Promise<{ factor: number; mpcMedian: number; mpcP99: number }> {
  const scenario = await loadScenario(nodeFiles, 'scenarios/monosim/mpc.yaml');
  const hosts = new Map<string, TimedHost>();
  const loop = await buildLoop(scenario, {
    wrapHost(spec, host) {
      if (spec.name !== 'controller') return host;
      const watched = new TimedHost(spec.name, host);
      hosts.set(spec.name, watched);
      return watched;
    },
  });
  loop.runUntil(20_000);
  let best = 0;
  for (let round = 0; round < 6; round++) {
    const start = performance.now();
    loop.runUntil(loop.tick + 20_000);
    best = Math.max(best, 20_000 / (performance.now() - start));
  }
  const { median: mpcMedian, p99: mpcP99 } = hosts.get('controller')!.times(1);
  return { factor: best, mpcMedian, mpcP99 };
}

/** Frames per second of an 800 × 800 colour camera on this world, driving along its track. */
export function frameRate(world: string, mount: { x: number; z: number; pitch: number }, far: number): number {
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
export async function detectorTimes(): Promise<{ ours: number; opencv: number | undefined }> {
  // loads a scenario, which no other measurement should have done
  const { releasedPipeline } = await import('../test/fixtures/vision/monosim-detector.ts');
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
