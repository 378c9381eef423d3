/** Runs a scenario again beside its recording, and says whether and where it differs. */
import type { Recording } from '../record/mcap/recording-reader.ts';
import { recordedResult } from '../record/recorded-result.ts';
import type { ComparisonRules, RunDifference } from '../record/run-comparison.ts';
import { RunComparison } from '../record/run-comparison.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { run } from './run.ts';
import type { Session } from './session.ts';

export interface RepeatedRun {
  /** Whether nothing differs that counts. */
  readonly identical: boolean;
  readonly hash: string;
  readonly recordedHash: string | undefined;
  /** Messages that were compared. */
  readonly compared: number;
  /** Messages that differ, and are equal as far as the rules ask. */
  readonly tolerated: number;
  /** Simulated time that was compared [s]. */
  readonly duration: number;
  /** Whether the recording was whole. */
  readonly complete: boolean;
  readonly first: RunDifference | undefined;
}

/** `rules` add to what the scenario itself says under `verify`. */
export async function repeatRun(
  scenario: Scenario,
  recording: Recording,
  rules: Partial<ComparisonRules> = {},
): Promise<RepeatedRun> {
  const { tolerance, ignore } = scenario.document.verify;
  const comparison = new RunComparison(recording, scenario.tickNs, {
    tolerance: { ...tolerance, ...rules.tolerance },
    ignore: [...ignore, ...(rules.ignore ?? [])],
  });
  const recorded = recordedResult(recording);
  // a run that was interrupted is compared as far as it went
  const recordedTicks = recorded?.ticks ?? Math.floor(recording.lastTimeNs / scenario.tickNs);
  let running: Session | undefined;
  const result = await run(
    { scenario, ticks: Math.max(1, recordedTicks) },
    {
      attach: (session) => comparison.attach((running = session).loop),
      finish: () => comparison.finish(running!.loop),
    },
  );
  const sameHash = recorded?.hash === undefined || recorded.hash === result.hash || comparison.isLenient;
  return {
    identical: comparison.first === undefined && sameHash,
    hash: result.hash,
    recordedHash: recorded?.hash,
    compared: comparison.compared,
    tolerated: comparison.tolerated,
    duration: result.duration,
    complete: recording.complete,
    first: comparison.first,
  };
}
