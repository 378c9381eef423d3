/**
 * What Skidpad costs, measured in one run on one machine. Every figure stands beside a yardstick measured in the same
 * run, because machines differ and are busy: read the ratios. The best of several rounds counts. Each loop has a process
 * of its own, as every `skidpad run` has: an engine compiles for what it has seen, and ten scenarios in one process make
 * code that is for none of them.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { tuneEngine } from '../src/node/engine-tuning.ts';
import { detectorTimes, frameRate, monosimLoop } from './camera-loop.ts';
import { allocationPerTick, plainArithmetic, realTimeFactor, recordingCost, workerFactor } from './loop.ts';
import { priusFactor } from './prius.ts';
import { commandTimes } from './start-up.ts';
import { studioFigures } from './studio.ts';

type Row = readonly [what: string, figure: string, target?: string];

const times = (factor: number) => `${Math.round(factor)} × real time`;
const rate = (frames: number) => `${Math.round(frames)} per second`;

const MEASUREMENTS: Record<string, () => Promise<Row[]> | Row[]> = {
  yardstick: () => [
    ['yardstick: 100 chained multiply-adds and divisions in plain JavaScript', `${plainArithmetic().toFixed(0)} ns`],
  ],
  async bicycle() {
    const factor = await realTimeFactor('bicycle');
    return [
      ['one bicycle with dead time at 1 kHz, 100 Hz command block', times(factor), '≥ 2500 ×'],
      ['  as multiples of the yardstick per tick', (1e6 / factor / plainArithmetic()).toFixed(2)],
    ];
  },
  closedLoop: async () => [
    ['the same with localisation and a closed loop at 50 Hz', times(await realTimeFactor('closedLoop'))],
  ],
  fleet: async () => [
    ['50 bicycles, each with its own 100 Hz command block', times(await realTimeFactor('fleet')), '≥ 100 ×'],
  ],
  fleetAt100Hz: async () => [
    ['  the same, stepping at 1 kHz and publishing at 100 Hz', times(await realTimeFactor('fleetAt100Hz')), '≥ 100 ×'],
  ],
  singleTrack: async () => [
    ['single-track model, magic-formula tyres, RK4 at 1 kHz', times(await realTimeFactor('singleTrack'))],
  ],
  allocation: async () => [
    ['allocation per tick, one bicycle', `${(await allocationPerTick()).toFixed(1)} bytes`, 'almost none'],
  ],
  worker: async () => [['100 Hz command block in a worker thread', times(await workerFactor()), '≥ 400 ×']],
  async monosim() {
    const { factor, mpcMedian, mpcP99 } = await monosimLoop();
    return [
      ['MonoSIM: 640 × 480 camera, lane detection and MPC at 10 Hz', times(factor), '≥ 25 ×'],
      [
        '  an MPC step, Np 20, Nc 10, median and p99',
        `${(mpcMedian * 1e6).toFixed(0)} and ${(mpcP99 * 1e6).toFixed(0)} µs`,
        '≤ 300 µs',
      ],
    ];
  },
  monosimFrames: () => [
    [
      "800 × 800 pictures of MonoSIM's track",
      rate(frameRate('monosim-track00', { x: 2, z: 0.83, pitch: 0.5236 }, Infinity)),
      '≥ 250',
    ],
  ],
  rosdriveFrames: () => [
    [
      "800 × 800 pictures of RosDrive's track with 19 pickups",
      rate(frameRate('rosdrive-obstacles', { x: 1.85, z: 3, pitch: 0.05 }, 30)),
      '≥ 250',
    ],
  ],
  async detector() {
    const { ours, opencv } = await detectorTimes();
    return [
      ["MonoSIM's lane pipeline on one picture", `${ours.toFixed(2)} ms`],
      [
        "  as a multiple of OpenCV's Python",
        opencv === undefined ? 'no OpenCV here' : `${(ours / opencv).toFixed(2)} (${opencv.toFixed(2)} ms)`,
        '≤ 1.5',
      ],
    ];
  },
  sonars: async () => [
    [
      'Prius with cruise control and six sonars among 19 pickups',
      times(await priusFactor('sonars', 10_000, 30)),
      '≥ 300 ×',
    ],
  ],
  camera: async () => [
    [
      'Prius with the 800 × 800 camera at 30 Hz and the line follower',
      times(await priusFactor('camera', 2_000, 5)),
      '≥ 5 ×',
    ],
  ],
  lidar: async () => [
    ['Prius with 512 × 16 lidar at 10 Hz among 19 pickups', times(await priusFactor('lidar', 5_000, 10)), '≥ 10 ×'],
  ],
  async recording() {
    const { unrecorded, recorded, perMessage } = await recordingCost();
    return [
      [
        'recording odometry, tf, joint states and commands at 50 Hz costs',
        `${((1 - recorded / unrecorded) * 100).toFixed(1)} %`,
        '≤ 20 %',
      ],
      ['  with and without', `${Math.round(recorded)} and ${Math.round(unrecorded)} ×`],
      ['  per recorded message', `${perMessage.toFixed(0)} ns`],
    ];
  },
  async studio() {
    const figures = await studioFigures();
    if (figures === undefined) return [['the studio', 'no chromium here']];
    const { opening, sent, monosim, early, late } = figures;
    const here = (await monosimLoop()).factor;
    const mega = (bytes: number) => (bytes / 1e6).toFixed(1);
    return [
      ['the studio from its address to a car that drives', `${opening.toFixed(0)} ms`, '< 3000 ms'],
      ['  sent until then, compressed', `${mega(sent)} MB`, '< 2.5 MB'],
      [
        '  MonoSIM in the page, as a share of the same in Node',
        `${(monosim / here).toFixed(2)} (${monosim.toFixed(0)} ×)`,
        '≥ 0.5',
      ],
      ['  memory after ten minutes and after an hour', `${mega(early)} and ${mega(late)} MB`, 'the same'],
    ];
  },
  commands: () =>
    [...commandTimes()].map(([what, milliseconds, target]): Row => [what, `${milliseconds.toFixed(0)} ms`, target]),
};

async function measure(name: string): Promise<void> {
  tuneEngine();
  for (const [what, figure, target = ''] of await MEASUREMENTS[name]())
    console.log(`${what.padEnd(72)} ${figure.padStart(22)}   ${target}`);
}

/** The measurements named, or all. */
function measureAll(names: readonly string[]): void {
  for (const name of names.length > 0 ? names : Object.keys(MEASUREMENTS)) {
    if (!(name in MEASUREMENTS))
      throw new Error(
        `bench: there is no measurement ${name}; expected one of ${Object.keys(MEASUREMENTS).join(', ')}`,
      );
    const { status } = spawnSync(process.execPath, ['--expose-gc', fileURLToPath(import.meta.url), '--measure', name], {
      stdio: 'inherit',
    });
    if (status !== 0) process.exitCode = 1;
  }
}

const [first, ...rest] = process.argv.slice(2);
if (first === '--measure') await measure(rest[0]);
else measureAll(process.argv.slice(2));
