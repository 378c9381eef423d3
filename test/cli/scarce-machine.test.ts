/** A machine that has no more: a full disk, a folder that cannot be written to, no file handles. One sentence, exit code 2, nothing half. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openRecordingFile } from '../../src/record/mcap/open-recording-file.ts';
import type { Finished } from '../support/command-line.ts';
import { skidpad, start, temporaryFolder } from '../support/command-line.ts';
import { projectRoot } from '../support/scenario-files.ts';
import { until } from '../support/until.ts';

const BICYCLE = join(projectRoot, 'scenarios/dynamics/bicycle.yaml');
const long = ['run', BICYCLE, '--duration', '20', '--set', 'expect=[]'];
const short = ['run', BICYCLE, '--duration', '5', '--set', 'expect=[]'];
/** No file may become larger than 25 600 bytes (blocks of 512); larger than a scenario, smaller than a CSV. */
const smallFiles = 'ulimit -f 50';

/** A file system of its own of this many bytes; undefined where this machine does not let us mount one. */
function mounted(bytes: number): string | undefined {
  const folder = join(temporaryFolder(), 'disk');
  mkdirSync(folder);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder]).status !== 0) return undefined;
  onTestFinished(() => void spawnSync('umount', ['-l', folder]));
  return folder;
}

function expectOneSentence({ code, stderr }: Finished, sentence: RegExp): void {
  expect(stderr).toMatch(sentence);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(2);
}

/** How far the recording of a run goes, also one that was cut [ns]; before there is one, nowhere. */
function reach(run: string): number {
  try {
    const recording = openRecordingFile(join(run, 'recording.mcap'));
    recording.close();
    return recording.lastTimeNs;
  } catch {
    return -Infinity;
  }
}

describe('a disk that becomes full', { timeout: 120_000 }, () => {
  it('during a run ends it with a sentence and leaves a recording that can be read, and nothing else of the result', async (context) => {
    const disk = mounted(3 << 20);
    if (disk === undefined) return context.skip('no file system can be mounted here');
    expectOneSentence(
      await skidpad([...long, '--out', join(disk, 'run')]),
      /^skidpad: .*recording\.mcap: cannot be written: the disk is full$/m,
    );
    expect(readdirSync(join(disk, 'run')).sort()).toEqual(['recording.mcap', 'scenario.yaml']);
    expect(reach(join(disk, 'run'))).toBeGreaterThan(0);
  });

  it('before a run has begun leaves nothing, and an earlier run as it was', async (context) => {
    const disk = mounted(3 << 20);
    if (disk === undefined) return context.skip('no file system can be mounted here');
    const out = join(disk, 'run');
    expect((await skidpad([...short, '--out', out])).code).toBe(0);
    const before = readFileSync(join(out, 'metrics.json'), 'utf8');
    spawnSync('sh', ['-c', `cat /dev/zero > ${join(disk, 'filling')}`]);
    for (const more of [
      ['--out', join(disk, 'other')],
      ['--out', out, '--force'],
    ])
      expectOneSentence(await skidpad([...short, ...more]), /^skidpad: .* cannot be written: the disk is full$/m);
    expect(readdirSync(disk).sort()).toEqual(['filling', 'run']);
    expect(readFileSync(join(out, 'metrics.json'), 'utf8')).toBe(before);
    expect(readdirSync(out)).toContain('report.html');
  });

  it('while documents are written leaves no half of them', async () => {
    const out = join(temporaryFolder(), 'run');
    await skidpad([...short, '--out', out]);
    const report = () => skidpad(['report', out], { limit: smallFiles });
    const sentence = /^skidpad: .*signals\.csv: cannot be written: the file is larger than the file system allows$/m;
    // what was there stays
    const before = readFileSync(join(out, 'signals.csv'), 'utf8');
    expectOneSentence(await report(), sentence);
    expect(readFileSync(join(out, 'signals.csv'), 'utf8')).toBe(before);
    // and where nothing was, nothing is
    for (const name of ['signals.csv', 'report.html']) rmSync(join(out, name));
    expectOneSentence(await report(), sentence);
    expect(readdirSync(out).sort()).toEqual(['metrics.json', 'recording.mcap', 'scenario.yaml']);
  });

  it('while a comparison is written leaves no directory', async () => {
    const folder = temporaryFolder();
    const runs = ['a', 'b'].map((name) => join(folder, name));
    for (const out of runs) await skidpad([...short, '--out', out]);
    expectOneSentence(
      await skidpad(['compare', ...runs, '--out', join(folder, 'comparison')], { limit: smallFiles }),
      /^skidpad: .*report\.html: cannot be written: /m,
    );
    expect(readdirSync(folder).sort()).toEqual(['a', 'b']);
  });
});

describe('a folder that cannot be written to', { timeout: 120_000 }, () => {
  it('gets a sentence', async (context) => {
    const disk = mounted(1 << 20);
    if (disk === undefined) return context.skip('no file system can be mounted here');
    spawnSync('mount', ['-o', 'remount,ro', disk]);
    expectOneSentence(
      await skidpad([...short, '--out', join(disk, 'run')]),
      /^skidpad: .*run: cannot be written: the file system is read-only$/m,
    );
    expectOneSentence(
      await skidpad(['run', BICYCLE, '--no-record', '--junit', join(disk, 'junit.xml'), '--json']),
      /^skidpad: --junit: .*junit\.xml may not be written$/m,
    );
  });
});

describe('a process without file handles', { timeout: 120_000 }, () => {
  it.each([20, 24, 28, 32, 36])('that may have %d of them says so or runs, and shows no stack', async (handles) => {
    const out = join(temporaryFolder(), 'run');
    const program = join(projectRoot, 'bin/skidpad.mjs');
    const finished = await skidpad([...short, '--out', out], { limit: `ulimit -n ${handles}`, program });
    if (finished.code === 0) return expect(readdirSync(out)).toHaveLength(5);
    expectOneSentence(finished, /^skidpad: .*(too many open files|no file handle is left)/);
    if (existsSync(out)) expect(readdirSync(out).filter((name) => name.includes('.part-'))).toEqual([]);
  });
});

describe('a terminal that goes away', { timeout: 120_000 }, () => {
  it.each(['SIGHUP', 'SIGTERM'] as const)('ends a run by %s like Ctrl-C: 130 and a whole recording', async (signal) => {
    const out = join(temporaryFolder(), 'run');
    const hour = ['--clock', 'paced', '--duration', '3600', '--set', 'expect=[]'];
    const { child, finished } = start(['run', BICYCLE, '--out', out, ...hour]);
    await until(() => reach(out) > 0);
    child.kill(signal);
    expect((await finished).code).toBe(130);
    const recording = openRecordingFile(join(out, 'recording.mcap'));
    recording.close();
    expect(recording.complete).toBe(true);
    expect(readdirSync(out)).toContain('report.html');
  });
});
