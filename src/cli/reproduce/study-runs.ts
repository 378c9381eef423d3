/** Many runs of shipped scenarios with things changed, in parallel, with a progress line. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expandSensors } from '../../core/scenario-parts.ts';
import { expandFragments, parseYaml } from '../../core/scenario-text.ts';
import { prepareScenario } from '../../scenario-preparation.ts';
import { runJobs } from '../../sweep/job-pool.ts';
import type { Job, JobResult } from '../../sweep/run-job.ts';
import { projectFile } from '../project-files.ts';

const JOB_WORKER = new URL(
  import.meta.url.includes('/chunks/') ? '../job-worker.js' : './job-worker.js',
  import.meta.url,
);

/** A shipped scenario as a document, changed before its vehicles are placed. */
export function shippedScenario(path: string, change: Record<string, unknown> = {}): unknown {
  const file = projectFile(path);
  const read = (name: string) => parseYaml(readFileSync(name, 'utf8'), name);
  const beside = (fragment: string) => read(resolve(dirname(file), fragment));
  return prepareScenario(expandSensors(expandFragments({ ...change, from: file }, beside)));
}

/** Runs them all; the line on the terminal says how many are done. */
export async function runStudy(what: string, jobs: readonly Job[], isQuiet: boolean): Promise<JobResult[]> {
  const shows = !isQuiet && process.stderr.isTTY === true;
  const progress = (done: number, total: number) => {
    if (shows) process.stderr.write(`\r\x1b[K${what}: ${done} of ${total} runs`);
  };
  progress(0, jobs.length);
  try {
    return await runJobs(jobs, { workerUrl: JOB_WORKER, progress });
  } finally {
    if (shows) process.stderr.write('\r\x1b[K');
  }
}
