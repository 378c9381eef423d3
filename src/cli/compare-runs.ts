/** Runs a scenario again beside its recording. */
import type { BuildOptions } from '../core/build.ts';
import type { Loop } from '../core/loop.ts';
import type { RunDifference } from '../record/run-comparison.ts';
import { RunComparison } from '../record/run-comparison.ts';
import type { EarlierRun } from './open-run.ts';
import { runSession } from './run-session.ts';

export interface ComparisonResult {
  readonly identical: boolean;
  readonly hash: string;
  readonly recordedHash: string | undefined;
  /** Messages that were compared. */
  readonly compared: number;
  /** Simulated time that was compared [s]. */
  readonly duration: number;
  /** Whether the recording was whole. */
  readonly complete: boolean;
  readonly first: RunDifference | undefined;
}

export async function compareRuns(
  { recording, scenario, hash }: EarlierRun,
  hosts: BuildOptions,
): Promise<ComparisonResult> {
  const comparison = new RunComparison(recording, scenario.tickNs);
  // a run that was interrupted is compared as far as it went
  const recordedTicks = Number(
    recording.metadata.get('skidpad.result')?.ticks ?? Math.floor(recording.lastTimeNs / scenario.tickNs),
  );
  const ticks = Math.max(1, Math.min(scenario.ticks, recordedTicks));
  let loop: Loop | undefined;
  const outcome = await runSession(
    { ...scenario, ticks },
    { hosts, attach: (running) => comparison.attach((loop = running)) },
  );
  comparison.finish(loop!);
  return {
    identical: comparison.first === undefined && (hash === undefined || hash === outcome.hash),
    hash: outcome.hash,
    recordedHash: hash,
    compared: comparison.compared,
    duration: outcome.duration,
    complete: recording.complete,
    first: comparison.first,
  };
}
