/** `skidpad verify`: runs a recorded scenario again and names the first tick and field that differ. */
import { formatDuration } from '../table.ts';
import { ExitCode } from '../exit-code.ts';
import { hostOptions } from '../hosts.ts';
import { applyHost } from '../load-scenario.ts';
import { openRun, requireComplete } from '../open-run.ts';
import { compareRuns } from '../compare-runs.ts';

export async function verify(
  path: string,
  options: { host: string[]; json?: boolean; partial?: boolean },
): Promise<void> {
  const earlier = await openRun(path, (document) => {
    // the clock cannot change a result, so do not wait for it
    document.clock = 'free';
    for (const assignment of options.host) applyHost(document, assignment);
  });
  requireComplete(earlier, path, options.partial);
  const result = await compareRuns(earlier, await hostOptions(earlier.scenario));
  earlier.recording.close();
  if (options.json) console.log(JSON.stringify(result));
  else if (result.identical) {
    console.log(
      `identical: ${result.compared} messages over ${formatDuration(result.duration)}, hash ${result.hash}${result.complete ? '' : ' (the recording was cut; compared as far as it goes)'}`,
    );
  } else if (result.first === undefined)
    console.log(`differs: hash ${result.hash} now, ${result.recordedHash} then, in signals that were not recorded`);
  else console.log(`differs at tick ${result.first.tick} (${result.first.time} s): ${result.first.problem}`);
  process.exitCode = result.identical ? ExitCode.good : ExitCode.failed;
}
