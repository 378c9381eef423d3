/** The loop without anything around it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildLoop } from '../src/core/build.ts';
import type { Loop } from '../src/core/loop.ts';
import { nodeCatalog } from '../src/node/catalog.ts';
import { RecordingFile } from '../src/record/mcap/recording-file.ts';
import { Recorder } from '../src/record/recorder.ts';
import { checkScenario } from '../src/scenario/check.ts';

const driver = {
  type: 'control/twist-schedule',
  rateHz: 100,
  params: {
    repeat: true,
    segments: [
      { until: 4, vx: 1.5 },
      { until: 8, vx: 1.5, yawRate: 0.4 },
      { until: 12, vx: 1, yawRate: -0.4 },
    ],
  },
};
const vehicle = (twist: string) => ({ type: 'vehicle/bicycle', inputs: { twist } });
const localisation = { type: 'vehicle/localisation', rateHz: 50, inputs: { state: 'vehicle.state' } };
/** A square that is driven over and over. */
const waypoints = Array.from({ length: 400 }, (_, i) => ({ x: [20, 20, 0, 0][i % 4], y: [0, 20, 20, 0][i % 4] }));

const SCENARIOS: Record<string, Record<string, unknown>> = {
  bicycle: { driver, vehicle: vehicle('driver.twist') },
  worker: { driver: { ...driver, host: 'worker' }, vehicle: vehicle('driver.twist') },
  closedLoop: {
    controller: {
      type: 'control/waypoint-follower',
      rateHz: 50,
      params: { waypoints, reach: 2 },
      inputs: { odom: 'localisation.odom' },
    },
    vehicle: vehicle('controller.twist'),
    localisation,
  },
  published: { driver: { ...driver, rateHz: 50 }, vehicle: vehicle('driver.twist'), localisation },
  fleet: Object.fromEntries(
    Array.from({ length: 50 }, (_, i) => [
      [`driver${i}`, driver],
      [`vehicle${i}`, vehicle(`driver${i}.twist`)],
    ]).flat(),
  ),
  fleetAt100Hz: Object.fromEntries(
    Array.from({ length: 50 }, (_, i) => [
      [`driver${i}`, driver],
      [`vehicle${i}`, { ...vehicle(`driver${i}.twist`), publishEvery: 10 }],
    ]).flat(),
  ),
  singleTrack: {
    driver: {
      type: 'control/drive-schedule',
      rateHz: 100,
      params: { segments: [{ until: 1e6, speed: 15, steering: 0.03 }] },
    },
    vehicle: { type: 'vehicle/single-track', inputs: { ackermann: 'driver.drive' } },
  },
};

const open = (name: string): Promise<Loop> =>
  buildLoop(checkScenario({ name, duration: 1e5, blocks: SCENARIOS[name] }, nodeCatalog));

const ROUNDS = 8;

/** Simulated seconds per wall second; ticks are milliseconds. */
function factor(loop: Loop, ticks: number): number {
  const start = performance.now();
  loop.runUntil(loop.tick + ticks);
  return ticks / (performance.now() - start);
}

/** The best of several rounds, once warm. */
function bestFactor(loop: Loop, ticks: number): number {
  factor(loop, ticks);
  let best = 0;
  for (let round = 0; round < ROUNDS; round++) best = Math.max(best, factor(loop, ticks));
  return best;
}

export async function realTimeFactor(name: string): Promise<number> {
  return bestFactor(await open(name), name.startsWith('fleet') ? 20_000 : 200_000);
}

/** How fast this machine is just now [ns]. */
export function plainArithmetic(): number {
  let best = Infinity;
  let sink = 0;
  for (let round = 0; round < 20; round++) {
    const start = performance.now();
    for (let i = 0; i < 10_000; i++) {
      let x = i * 1e-3;
      for (let k = 0; k < 100; k++) x = x * 0.999 + 1 / (x + 2);
      sink += x;
    }
    best = Math.min(best, ((performance.now() - start) * 1e6) / 10_000);
  }
  return sink === 0 ? 0 : best;
}

/** Bytes of heap per tick, from a run too short for a collection to interfere. */
export async function allocationPerTick(): Promise<number> {
  const loop = await open('bicycle');
  loop.runUntil(100_000);
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    loop.runUntil(loop.tick + 10_000);
    least = Math.min(least, (process.memoryUsage().heapUsed - before) / 10_000);
  }
  return Math.max(0, least);
}

export async function workerFactor(): Promise<number> {
  const loop = await open('worker');
  const factor = bestFactor(loop, 20_000);
  await loop.close();
  return factor;
}

/** The same loop with and without a recorder, in turns. */
export async function recordingCost(): Promise<{ unrecorded: number; recorded: number; perMessage: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'skidpad-bench-'));
  try {
    const [plain, watched] = [await open('published'), await open('published')];
    const file = new RecordingFile(join(folder, 'recording.mcap'));
    const about = { scenarioYaml: '', scenario: 'bench', seed: 1, tickNs: 1e6, version: 'bench', files: [] };
    const recorder = new Recorder(file.writer, about);
    const names = ['driver.twist', 'vehicle.joint_states', 'localisation.odom', 'localisation.tf'];
    for (const port of watched.ports) if (names.includes(port.path)) recorder.record(port);
    let [unrecorded, recorded] = [0, 0];
    for (let round = 0; round < 40; round++) {
      unrecorded = Math.max(unrecorded, factor(plain, 20_000));
      recorded = Math.max(recorded, factor(watched, 20_000));
      // as between two batches of a run: finished writes give their buffers back
      await new Promise((resolve) => setImmediate(resolve));
    }
    await file.close();
    return { unrecorded, recorded, perMessage: (1e9 / recorded - 1e9 / unrecorded) / (names.length * 50) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
