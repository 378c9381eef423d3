/** Scenarios with cameras. */
import { load, loopCases, runCase } from './run-path.ts';
import { buildLoop } from '../../src/core/build.ts';
import { TimedHost } from '../../src/run/timed-host.ts';
import type { Case } from './case.ts';
import { milliseconds } from './case.ts';
import { boxesAhead, camera, watching } from './documents.ts';
import { parkingCameras, parkingWorld, pinholeCameras } from './parking-lot.ts';

/** Steps of MonoSIM's controller: median and 99th percentile [µs]. */
async function mpcSteps(): Promise<{ median: number; p99: number }> {
  let watched: TimedHost | undefined;
  const loop = await buildLoop(await load('scenarios/monosim/mpc.yaml', 60), {
    wrapHost: (spec, host) => (spec.name === 'controller' ? (watched = new TimedHost(spec.name, host)) : host),
  });
  await loop.runUntil(60_000);
  const { median, p99 } = watched!.times(1);
  return { median: median * 1e6, p99: p99 * 1e6 };
}

/** [m/s] */
const CREEPING = 0.5;
const PARKING = watching(parkingWorld(), parkingCameras(30), CREEPING);

export const cameras: readonly Case[] = [
  ...loopCases({
    name: 'line-following',
    what: 'scenarios/rosdrive/line-following.yaml: 800 × 800 camera at 30 Hz, noise',
    source: 'scenarios/rosdrive/line-following.yaml',
    duration: 20,
    target: 15,
  }),
  ...loopCases({
    name: 'monosim',
    what: 'scenarios/monosim/mpc.yaml: 640 × 480 camera, lane detection and MPC at 10 Hz',
    source: 'scenarios/monosim/mpc.yaml',
    duration: 60,
    target: 70,
  }),
  {
    name: 'mpc-step',
    async measure() {
      const { median, p99 } = await mpcSteps();
      const micros = (what: string, value: number, target?: number) => ({
        ...milliseconds(what, value, target),
        unit: 'µs',
      });
      return [micros('  an MPC step, Np 20, Nc 10: median', median, 300), micros('  99th percentile', p99)];
    },
  },
  ...loopCases({
    name: 'four-cars',
    what: 'scenarios/rosdrive/four-cars.yaml: four cameras, forty sonars',
    source: 'scenarios/rosdrive/four-cars.yaml',
    duration: 3,
    target: 1.5,
  }),
  runCase({
    name: 'four-cars-threads',
    what: '  with --threads 2',
    source: 'scenarios/rosdrive/four-cars.yaml',
    duration: 3,
    target: 2.4,
    options: ['--threads', '2'],
  }),
  runCase({
    name: 'boxes',
    what: '5,000 boxes in the view of a 640 × 480 camera at 30 Hz, noise, from a car that creeps',
    source: watching(
      { solids: boxesAhead(5000) },
      { camera: camera(640, 480, 30, { effects: { noise: 0.007 } }) },
      CREEPING,
    ),
    duration: 3,
    target: 4,
  }),
  runCase({
    name: 'parking',
    what: 'four 1920 × 1080 fisheye cameras at 30 Hz over a parking lot with 40 cars, noise',
    source: PARKING,
    duration: 3,
    target: 1,
  }),
  runCase({
    name: 'parking-threads',
    what: '  with --threads 2',
    source: PARKING,
    duration: 3,
    target: 1.7,
    options: ['--threads', '2'],
  }),
  runCase({
    name: 'parking-pinholes',
    what: 'the same by four 1920 × 1080 pinholes of 120°, sent as YUYV',
    source: watching(parkingWorld(), pinholeCameras(30), CREEPING),
    duration: 3,
    target: 1,
  }),
];
