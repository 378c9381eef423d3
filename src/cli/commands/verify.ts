/** `skidpad verify`: runs a recorded scenario again and names the first tick and field that differ. */
import { oneLine } from '../../core/one-line.ts';
import { openRunAgain, requireComplete } from '../../node/open-run.ts';
import type { RepeatedRun } from '../../run/repeat-run.ts';
import { repeatRun } from '../../run/repeat-run.ts';
import type { RulesOptions } from '../comparison-rules.ts';
import { comparisonRules } from '../comparison-rules.ts';
import { ExitCode } from '../exit-code.ts';
import { formatDuration } from '../table.ts';

export interface VerifyOptions extends RulesOptions {
  readonly host: readonly string[];
  readonly json?: boolean;
  readonly partial?: boolean;
  readonly trust?: boolean;
}

export async function verify(path: string, options: VerifyOptions): Promise<void> {
  // the clock cannot change a result, so do not wait for it
  const edit = (document: object) => ({ ...document, clock: 'free' });
  const earlier = await openRunAgain(path, { host: options.host, edit, trust: options.trust });
  requireComplete(earlier, path, options.partial);
  const result = await repeatRun(earlier.scenario, earlier.recording, comparisonRules(options));
  earlier.recording.close();
  console.log(options.json ? JSON.stringify(result) : verdict(result));
  process.exitCode = result.identical ? ExitCode.success : ExitCode.failed;
}

/** One sentence. */
export function verdict({
  identical,
  compared,
  tolerated,
  duration,
  hash,
  recordedHash,
  complete,
  first,
}: RepeatedRun): string {
  if (identical) {
    const cut = complete ? '' : ' (the recording was cut; compared as far as it goes)';
    if (tolerated > 0)
      return `equal within tolerance: ${compared} messages over ${formatDuration(duration)}, of which ${tolerated} are not the same to the bit${cut}`;
    return `identical: ${compared} messages over ${formatDuration(duration)}, hash ${hash}${cut}`;
  }
  if (first === undefined) return `differs: hash ${hash} now, ${recordedHash} then, in signals that were not recorded`;
  return `differs at tick ${first.tick} (${first.time} s): ${oneLine(first.problem, 500)}`;
}
