/**
 * Many runs at once, one per worker thread: that is where parallel machines help, as a single run hardly gains from them.
 * Results come in the order of the jobs, and are the same whatever the number of workers.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { JobAnswer, JobMessage } from './job-worker.ts';
import type { Job, JobResult } from './run-job.ts';

export interface PoolOptions {
  readonly workers?: number;
  /** The worker's entry, built for this place. */
  readonly workerUrl: URL;
  /** Called whenever a run has ended. */
  progress?(done: number, total: number): void;
}

export async function runJobs(jobs: readonly Job[], options: PoolOptions): Promise<JobResult[]> {
  const results: JobResult[] = new Array<JobResult>(jobs.length);
  const count = Math.max(1, Math.min(options.workers ?? availableParallelism(), jobs.length));
  let next = 0;
  let done = 0;
  const serve = (worker: Worker) =>
    new Promise<void>((resolve, reject) => {
      const give = () => {
        if (next >= jobs.length) return resolve();
        worker.postMessage({ index: next, job: jobs[next++] } satisfies JobMessage);
      };
      worker.on('error', reject);
      worker.on('exit', (code) => reject(new Error(`a worker ended by itself (exit code ${code})`)));
      worker.on('message', (answer: JobAnswer) => {
        if ('error' in answer) return reject(new Error(`run ${answer.index + 1} of ${jobs.length}: ${answer.error}`));
        results[answer.index] = answer.result;
        options.progress?.(++done, jobs.length);
        give();
      });
      give();
    });
  const workers = Array.from({ length: count }, () => new Worker(options.workerUrl));
  try {
    await Promise.all(workers.map(serve));
  } finally {
    await Promise.all(workers.map((worker) => worker.removeAllListeners('exit').terminate()));
  }
  return results;
}
