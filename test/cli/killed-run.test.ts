/**
 * What a kill takes from a run, by the run's own marks. Time that a busy machine gave to others is no loss: what counts is what the
 * run did, in processor time, since the last moment that its recording holds.
 */
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lossOf, readMarks, startMarkedRun } from '../../scripts/kill-probe/marked-run.mjs';
import { openRecordingFile } from '../../src/record/mcap/open-recording-file.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { until } from '../support/until.ts';

describe('a run that is killed', { timeout: 300_000 }, () => {
  it.each<['free' | 'paced', number]>([
    ['free', 40],
    ['free', 400],
    ['paced', 30],
    ['paced', 130],
  ])('under the %s clock after %d marks has lost less than a second of its work', async (clock, count) => {
    const { child, marks, recording: path } = startMarkedRun(temporaryFolder(), clock);
    onTestFinished(() => void child.kill('SIGKILL'));
    await until(() => readMarks(marks).length >= count || child.exitCode !== null);
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
    const recording = openRecordingFile(path);
    recording.close();
    expect(recording.complete).toBe(false);
    expect(lossOf(readMarks(marks), recording.lastTimeNs / 1e9, 0).processor).toBeLessThan(1);
  });
});
