/** Many runs of shipped scenarios with things changed, in parallel, with a progress line. */
import type { Tree } from '../../core/tree.ts';
import { entryUrl } from '../../hosts/entry-url.ts';
import { nodeFiles } from '../../node/files.ts';
import { packageFile } from '../../node/package-files.ts';
import { loadWorld } from '../../scenario/document.ts';
import type { Job, JobResult } from '../engine/job.ts';
import { runJobs } from '../engine/job-pool.ts';

/** A shipped scenario with something changed before it is expanded. */
export const shippedJob = (path: string, over: Tree = {}, series?: Job['series']): Job => ({
  scenario: packageFile(path),
  overrides: { over },
  ...(series !== undefined && { series }),
});

export const shippedWorld = (path: string): Promise<Tree> => loadWorld(nodeFiles, packageFile(path));

/** Runs them all; the line on the terminal says how many are done. A study needs every one of them. */
export async function runStudy(what: string, jobs: readonly Job[], isQuiet: boolean): Promise<JobResult[]> {
  const shows = !isQuiet && process.stderr.isTTY === true;
  const progress = (done: number, total: number) => {
    if (shows) process.stderr.write(`\r\x1b[K${what}: ${done} of ${total} runs`);
  };
  progress(0, jobs.length);
  const outcomes = await runJobs(jobs, { workerUrl: entryUrl('job-worker.js'), progress });
  if (shows) process.stderr.write('\r\x1b[K');
  const failed = outcomes.flatMap((outcome, i) => ('problem' in outcome ? [`run ${i + 1}: ${outcome.problem}`] : []));
  if (failed.length > 0) throw new Error(`${failed.length} of ${jobs.length} runs failed: ${failed.join('; ')}`);
  return outcomes.map((outcome) => (outcome as { result: JobResult }).result);
}
