/**
 * One scenario by three ways, each in a process of its own from the first tick on, so that the differences say where time goes:
 *
 *   run      `skidpad run --no-record --json`, as people get it: metrics, expectations, step times, progress
 *   driven   the same function without metrics and step times
 *   bare     the loop alone
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildLoop } from '../../src/core/build.ts';
import { nodeCatalog } from '../../src/node/catalog.ts';
import { tuneEngineFor } from '../../src/node/engine-tuning.ts';
import { nodeFiles } from '../../src/node/files.ts';
import { run } from '../../src/run/run.ts';
import { loadScenario } from '../../src/scenario/load.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import type { Case } from './case.ts';
import { times } from './case.ts';
import type { Document } from './documents.ts';

/** A scenario file, or the blocks and the world of one. */
export type Source = string | { readonly blocks: Document; readonly world?: object };

export interface Measured {
  readonly name: string;
  readonly what: string;
  readonly source: Source;
  /** Simulated time [s]. */
  readonly duration: number;
  readonly target?: number;
  readonly repeat?: number;
  /** More for the command line, such as --threads 2. */
  readonly options?: readonly string[];
}

const documentOf = (source: Exclude<Source, string>, duration: number): Document => ({
  name: 'bench',
  duration,
  ...source,
});

export const load = (source: Source, duration: number): Promise<Scenario> =>
  loadScenario(
    nodeFiles,
    typeof source === 'string' ? source : { document: { ...documentOf(source, duration) }, path: 'bench.yaml' },
    { catalog: nodeCatalog, duration, over: { expect: [] } },
  );

/** Simulated seconds per second of the loop alone. */
export async function bareFactor(source: Source, duration: number): Promise<number> {
  const scenario = await load(source, duration);
  tuneEngineFor(scenario);
  const loop = await buildLoop(scenario);
  const start = performance.now();
  while (loop.tick < scenario.ticks && !loop.ended) await loop.runUntil(scenario.ticks);
  const factor = (loop.tick * scenario.tickNs) / 1e6 / (performance.now() - start);
  await loop.close();
  return factor;
}

async function drivenFactor(source: Source, duration: number): Promise<number> {
  const whole = await load(source, duration);
  const scenario = { ...whole, document: { ...whole.document, metrics: {}, expect: [] } };
  tuneEngineFor(scenario);
  return (await run({ scenario, timesSteps: false })).realTimeFactor;
}

/** As the command line says it; a sentence where it cannot. */
function commandFactor({
  source,
  duration,
  options = [],
}: Pick<Measured, 'source' | 'duration' | 'options'>): number | string {
  const folder = mkdtempSync(join(tmpdir(), 'skidpad-bench-'));
  try {
    const file = typeof source === 'string' ? source : join(folder, 'bench.yaml');
    if (typeof source !== 'string') writeFileSync(file, JSON.stringify(documentOf(source, duration)));
    const args = [
      'bin/skidpad.mjs',
      'run',
      file,
      '--no-record',
      '--json',
      '--duration',
      String(duration),
      '--set',
      'expect=[]',
    ];
    const { stdout, stderr, status } = spawnSync(process.execPath, [...args, ...options], { encoding: 'utf8' });
    if (status === 0) return (JSON.parse(stdout) as { realTimeFactor: number }).realTimeFactor;
    const unknown = /unknown option '([^']+)'/.exec(stderr)?.[1];
    return unknown === undefined ? `skidpad run failed: ${stderr.trim()}` : `skidpad run does not know ${unknown} yet`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const sampled = (what: string, factor: number | string, target?: number) =>
  typeof factor === 'string' ? factor : [times(what, factor, target)];

/** Through the command line. */
export const runCase = (measured: Measured): Case => ({
  name: `${measured.name}/run`,
  repeat: measured.repeat,
  measure: () => sampled(measured.what, commandFactor(measured), measured.target),
});

/** By all three ways. */
export const loopCases = (measured: Measured): Case[] => {
  const { name, source, duration, repeat } = measured;
  return [
    runCase(measured),
    {
      name: `${name}/driven`,
      repeat,
      measure: async () => sampled('  without metrics and step times', await drivenFactor(source, duration)),
    },
    {
      name: `${name}/bare`,
      repeat,
      measure: async () => sampled('  the loop alone', await bareFactor(source, duration)),
    },
  ];
};
