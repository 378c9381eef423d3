import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../test/support/scenario-files.ts';
import { temporaryFolder } from '../../hosts/fixtures/test-builds.ts';
import type { Job } from './job.ts';
import { runJobs } from './job-pool.ts';

const folder = temporaryFolder();
const workerUrl = pathToFileURL(join(folder.path, 'job-worker.mjs'));

/** A host that takes its thread down with it. */
const DEADLY = `export default {
  kind: 'deadly', doc: '', params: {},
  traits: { deterministic: false, savable: false, takesChanges: false, standsIn: true },
  open: () => process.exit(3),
};`;

beforeAll(async () => {
  await build({
    entryPoints: [new URL('./job-worker.ts', import.meta.url).pathname],
    outfile: join(folder.path, 'job-worker.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['esbuild'],
    banner: {
      js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url);",
    },
  });
  writeFileSync(join(folder.path, 'deadly.mjs'), DEADLY);
  // where the worker finds the bundler for users' modules
  symlinkSync(join(projectRoot, 'node_modules'), join(folder.path, 'node_modules'));
});
afterAll(() => folder.remove());

const bicycle = (seed: number): Job => ({
  scenario: 'scenarios/dynamics/bicycle.yaml',
  overrides: { seed, duration: 0.5, set: ['expect=[]'] },
  series: { fields: ['vehicle.state.x'], period: 0.1 },
});
const deadly: Job = {
  scenario: {
    document: {
      name: 'deadly',
      duration: 1,
      blocks: { a: { type: 'external', ports: {}, host: { kind: './deadly.mjs' }, period: 0.1 } },
    },
    path: join(folder.path, 'scenario.yaml'),
  },
};
const jobs: Job[] = [
  bicycle(1),
  { scenario: 'scenarios/absent.yaml' },
  { ...bicycle(1), overrides: { set: ['blocks.vehicle.params.wheelBase=-1'] } },
  deadly,
  bicycle(2),
  bicycle(1),
];

describe('many runs at once', () => {
  it('go on when some of them fail, or take their thread down with them', async () => {
    const progress: number[] = [];
    const outcomes = await runJobs(jobs, { workers: 2, workerUrl, progress: (done) => progress.push(done) });
    expect(outcomes.map((outcome) => ('problem' in outcome ? outcome.problem : 'went well'))).toEqual([
      'went well',
      'scenarios/absent.yaml: there is no such file',
      expect.stringMatching(/blocks\.vehicle\.params\.wheelBase.*expected a number above 0/),
      'its thread ended with exit code 3',
      'went well',
      'went well',
    ]);
    expect(progress).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('give the same results, in the order of the jobs, whatever the number of workers', async () => {
    const hashes = async (workers: number) =>
      (await runJobs(jobs, { workers, workerUrl })).map((outcome) => ('result' in outcome ? outcome.result.hash : ''));
    const [alone, together] = [await hashes(1), await hashes(4)];
    expect(together).toEqual(alone);
    expect(alone[0]).toBe(alone[5]);
    expect(alone[0]).not.toBe(alone[4]);
  });

  it('give samples of the fields that were asked for', async () => {
    const [outcome] = await runJobs([bicycle(1)], { workerUrl });
    const { series } = (outcome as { result: { series: Record<string, Float64Array> } }).result;
    expect(series['vehicle.state.x']).toHaveLength(5);
  });
});
