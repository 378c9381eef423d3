/** Vehicles: one, many, with metrics, in a worker. */
import { buildLoop } from '../../src/core/build.ts';
import type { Case } from './case.ts';
import { ratio } from './case.ts';
import { bicycles, IN_A_WORKER, ONE_BICYCLE, ONE_PRIUS, SIXTEEN_PRIUSES } from './documents.ts';
import { load, loopCases, runCase } from './run-path.ts';

const ROUNDS = 8;

/** Bytes of heap per tick, from a run too short for a collection to interfere. */
async function allocationPerTick(): Promise<number> {
  const loop = await buildLoop(await load({ blocks: ONE_BICYCLE }, 1e4));
  await loop.runUntil(100_000);
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    await loop.runUntil(loop.tick + 10_000);
    least = Math.min(least, (process.memoryUsage().heapUsed - before) / 10_000);
  }
  return Math.max(0, least);
}

export const loops: readonly Case[] = [
  ...loopCases({
    name: 'bicycle',
    what: 'one bicycle with dead time at 1 kHz, 100 Hz command block, 2,000 s',
    source: { blocks: ONE_BICYCLE },
    duration: 2000,
    target: 4000,
  }),
  ...loopCases({
    name: 'bicycle-metrics',
    what: 'scenarios/dynamics/bicycle.yaml with its metrics, 2,000 s',
    source: 'scenarios/dynamics/bicycle.yaml',
    duration: 2000,
    target: 3000,
  }),
  runCase({
    name: 'short',
    what: 'scenarios/dynamics/waypoints.yaml for 30 s, in its own process',
    source: 'scenarios/dynamics/waypoints.yaml',
    duration: 30,
    target: 400,
  }),
  ...loopCases({
    name: 'fleet-100hz',
    what: '50 bicycles at 1 kHz, published at 100 Hz',
    source: { blocks: bicycles(50, 10) },
    duration: 100,
    target: 140,
  }),
  ...loopCases({
    name: 'fleet',
    what: '50 bicycles at 1 kHz, each with its own 100 Hz command block',
    source: { blocks: bicycles(50, 1) },
    duration: 60,
    target: 100,
  }),
  ...loopCases({
    name: 'prius',
    what: 'one Prius with cruise control, 1,000 s',
    source: { blocks: ONE_PRIUS },
    duration: 1000,
    target: 1000,
  }),
  ...loopCases({
    name: 'sixteen-priuses',
    what: 'sixteen Priuses with bodies and cruise control',
    source: { blocks: SIXTEEN_PRIUSES },
    duration: 60,
    target: 60,
  }),
  runCase({
    name: 'worker',
    what: '100 Hz command block in a worker thread',
    source: { blocks: IN_A_WORKER },
    duration: 100,
    target: 400,
  }),
  {
    name: 'allocation',
    measure: async () => [
      ratio('allocation per tick, one bicycle', await allocationPerTick(), { unit: 'bytes', target: 10 }),
    ],
  },
];
