/** Every run and every report has a directory of its own, however many are written at once. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRecordingFile } from '../../src/record/mcap/open-recording-file.ts';
import { skidpad, start, temporaryFolder } from '../support/command-line.ts';
import { projectRoot } from '../support/scenario-files.ts';
import { until } from '../support/until.ts';

const BICYCLE = join(projectRoot, 'scenarios/dynamics/bicycle.yaml');
const short = ['--duration', '2', '--set', 'expect=[]', '--set', 'changes=[]'];
const RUN_FILES = ['metrics.json', 'recording.mcap', 'report.html', 'scenario.yaml', 'signals.csv'];

/** A process for which it is always the same second. */
const sameSecond = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    "Date.prototype.toISOString = () => '2026-01-31T12:00:00.000Z';",
  )}`,
};

/** The seed that a run was made with, by its metrics and by its recording; all its files have to be there. */
function seedOf(run: string): number {
  expect(readdirSync(run).sort()).toEqual(RUN_FILES);
  const recording = openRecordingFile(join(run, 'recording.mcap'));
  expect(recording.complete).toBe(true);
  const { seed, hash } = JSON.parse(readFileSync(join(run, 'metrics.json'), 'utf8'));
  expect(recording.scenarioYaml).toContain(`seed: ${seed}\n`);
  expect(readFileSync(join(run, 'scenario.yaml'), 'utf8')).toContain(`seed: ${seed}\n`);
  expect(readFileSync(join(run, 'report.html'), 'utf8')).toContain(hash);
  recording.close();
  return seed;
}

describe('runs that begin at once', { timeout: 300_000 }, () => {
  it('each have a directory of their own, and all are whole', async () => {
    const cwd = temporaryFolder();
    const seeds = [1, 2, 3, 4, 5, 6];
    const results = await Promise.all(
      seeds.map((seed) =>
        skidpad(['run', BICYCLE, ...short, '--seed', String(seed), '--json'], { cwd, env: sameSecond }),
      ),
    );
    expect(results.map(({ code, stderr }) => [code, stderr])).toEqual(seeds.map(() => [0, '']));
    const names = readdirSync(join(cwd, 'runs')).sort();
    const usual = 'bicycle-20260131-120000';
    expect(names).toEqual([usual, ...[2, 3, 4, 5, 6].map((number) => `${usual}-${number}`)]);
    expect(names.map((name) => seedOf(join(cwd, 'runs', name))).sort()).toEqual(seeds);
    // each says truly where it is
    for (const { stdout } of results) {
      const { out, seed } = JSON.parse(stdout);
      expect(seedOf(join(cwd, out))).toBe(seed);
    }
  });

  it.each([
    ['that is not there yet', []],
    ['with an earlier run and --force', ['--force']],
  ])('with one --out %s leave one whole run and refuse the others', async (_name, force) => {
    const folder = temporaryFolder();
    const out = join(folder, 'run');
    if (force.length > 0) await skidpad(['run', BICYCLE, ...short, '--out', out, '--seed', '9']);
    const results = await Promise.all(
      [1, 2, 3, 4].map((seed) =>
        skidpad(['run', BICYCLE, ...short, '--out', out, '--seed', String(seed), '--json', ...force]),
      ),
    );
    const kept = seedOf(out);
    const done = results.filter(({ code }) => code === 0).map(({ stdout }) => JSON.parse(stdout).seed);
    expect(done).toContain(kept);
    for (const { code, stderr } of results) {
      if (code === 0) continue;
      expect(stderr).toMatch(
        /^skidpad: --out: .* (is being written by process \d+|holds an earlier run); choose .*\n$/,
      );
      expect(code).toBe(2);
    }
    // nothing lies beside it
    expect(readdirSync(folder)).toEqual(['run']);
  });
});

describe('an earlier run', { timeout: 120_000 }, () => {
  it('is not overwritten without being asked, and replaced whole with --force', async () => {
    const out = join(temporaryFolder(), 'run');
    await skidpad(['run', BICYCLE, ...short, '--out', out, '--seed', '1']);
    writeFileSync(join(out, 'rosdrive.csv'), 'of the earlier run');
    const refused = await skidpad(['run', BICYCLE, ...short, '--out', out, '--seed', '2']);
    expect(refused.stderr).toBe(
      `skidpad: --out: ${out} holds an earlier run; choose another directory, or add --force to replace it\n`,
    );
    expect(refused.code).toBe(2);
    expect(readFileSync(join(out, 'rosdrive.csv'), 'utf8')).toBe('of the earlier run');
    expect((await skidpad(['run', BICYCLE, ...short, '--out', out, '--seed', '2', '--force'])).code).toBe(0);
    expect(seedOf(out)).toBe(2);
  });

  it('stays when the one that would replace it cannot begin', async () => {
    const folder = temporaryFolder();
    const out = join(folder, 'run');
    await skidpad(['run', BICYCLE, ...short, '--out', out, '--seed', '1']);
    const failed = await skidpad([
      'run',
      BICYCLE,
      '--out',
      out,
      '--force',
      '--host',
      'vehicle=process:no-such-program',
    ]);
    expect(failed.code).toBe(3);
    expect(seedOf(out)).toBe(1);
    expect(readdirSync(folder)).toEqual(['run']);
  });

  it('that is still being written is not replaced even with --force; one that was killed is', async () => {
    const out = join(temporaryFolder(), 'run');
    const hour = ['--clock', 'paced', '--duration', '3600', '--set', 'expect=[]'];
    const { child, finished } = start(['run', BICYCLE, '--out', out, ...hour]);
    await until(() => existsSync(join(out, 'recording.mcap')) && statSync(join(out, 'recording.mcap')).size > 1000);
    const refused = await skidpad(['run', BICYCLE, ...short, '--out', out, '--force']);
    expect(refused.stderr).toBe(
      `skidpad: --out: ${out} is being written by process ${child.pid}; choose another directory\n`,
    );
    expect(refused.code).toBe(2);
    child.kill('SIGKILL');
    await finished;
    expect((await skidpad(['run', BICYCLE, ...short, '--out', out, '--force', '--seed', '3'])).code).toBe(0);
    expect(seedOf(out)).toBe(3);
  });

  it('leaves an empty directory to whoever asks for it', async () => {
    const out = temporaryFolder();
    expect((await skidpad(['run', BICYCLE, ...short, '--out', out, '--seed', '4'])).code).toBe(0);
    expect(seedOf(out)).toBe(4);
  });
});

describe('a report', { timeout: 120_000 }, () => {
  it('of a comparison has a directory of its own and is replaced with --force', async () => {
    const cwd = temporaryFolder();
    for (const name of ['a', 'b']) await skidpad(['run', BICYCLE, ...short, '--out', name], { cwd });
    const compare = (...args: string[]) => skidpad(['compare', 'a', 'b', '--json', ...args], { cwd });
    const results = await Promise.all([compare(), compare(), compare()]);
    expect(results.map(({ stdout }) => JSON.parse(stdout).out).sort()).toEqual(
      ['comparison', 'comparison-2', 'comparison-3'].map((name) => join('runs', name)),
    );
    const refused = await compare('--out', 'runs/comparison');
    expect(refused.stderr).toBe(
      'skidpad: --out: runs/comparison holds an earlier report; choose another directory, or add --force to replace it\n',
    );
    expect(refused.code).toBe(2);
    expect((await compare('--out', 'runs/comparison', '--force')).code).toBe(0);
    for (const name of readdirSync(join(cwd, 'runs')))
      expect(readdirSync(join(cwd, 'runs', name)).sort()).toEqual(['report.html', 'tables.json']);
  });

  it('of a lab is not overwritten without being asked', async () => {
    const out = join(temporaryFolder(), 'lab');
    const lab = ['grade', 'lab2', 'docs/course/lab2-tuning/starter.yaml', '--out', out];
    await skidpad(lab);
    const before = statSync(join(out, 'recording.mcap')).ino;
    const refused = await skidpad(lab);
    expect(refused.stderr).toMatch(/^skidpad: --out: .* holds an earlier run; .*--force to replace it\n$/);
    expect(refused.code).toBe(2);
    expect(statSync(join(out, 'recording.mcap')).ino).toBe(before);
    await skidpad([...lab, '--force']);
    expect(statSync(join(out, 'recording.mcap')).ino).not.toBe(before);
  });

  it('of a study and rendered pictures refuse a directory that holds something else', async () => {
    const out = join(temporaryFolder(), 'folder');
    mkdirSync(out);
    writeFileSync(join(out, 'thesis.tex'), 'mine');
    for (const args of [
      ['reproduce', 'monosim', '--quick', '--out', out],
      ['calibrate', '--render', out, '--count', '1'],
    ]) {
      const { code, stderr } = await skidpad([...args, '--force']);
      expect(stderr).toMatch(/^skidpad: --(out|render): .* holds thesis\.tex, which is not of a (report|rendering); /);
      expect(code).toBe(2);
    }
    expect(readdirSync(out)).toEqual(['thesis.tex']);
  });
});
