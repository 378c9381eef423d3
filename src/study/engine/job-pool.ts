/**
 * Many runs at once, one per worker thread: that uses a parallel machine better than several threads for a single run.
 * Results come in the order of the jobs, and are the same whatever the number of workers. A run that fails, or that takes its
 * thread down with it, is a result that says so, and the others go on.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Job } from './job.ts';
import type { JobAnswer, JobMessage, JobOutcome } from './job-worker.ts';

export interface PoolOptions {
  readonly workers?: number;
  /** The worker's entry, built for this place. */
  readonly workerUrl: URL;
  /** Called whenever a run has ended. */
  progress?(done: number, total: number): void;
}

export async function runJobs(jobs: readonly Job[], options: PoolOptions): Promise<JobOutcome[]> {
  const outcomes: JobOutcome[] = new Array<JobOutcome>(jobs.length);
  const count = Math.max(1, Math.min(options.workers ?? availableParallelism(), jobs.length));
  let next = 0;
  let done = 0;
  /** Takes jobs until there are none; a thread that dies is replaced. */
  const work = async (): Promise<void> => {
    let worker: Worker | undefined;
    while (next < jobs.length) {
      const index = next++;
      worker ??= new Worker(options.workerUrl);
      const { outcome, isAlive } = await runIn(worker, index, jobs[index]);
      outcomes[index] = outcome;
      options.progress?.(++done, jobs.length);
      if (!isAlive) worker = undefined;
    }
    await worker?.terminate();
  };
  await Promise.all(Array.from({ length: count }, work));
  return outcomes;
}

function runIn(worker: Worker, index: number, job: Job): Promise<{ outcome: JobOutcome; isAlive: boolean }> {
  return new Promise((resolve) => {
    const end = (outcome: JobOutcome, isAlive: boolean) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      resolve({ outcome, isAlive });
    };
    const onMessage = ({ outcome }: JobAnswer) => end(outcome, true);
    const onError = (error: Error) => end({ problem: `its thread failed: ${error.message}` }, false);
    const onExit = (code: number) => end({ problem: `its thread ended with exit code ${code}` }, false);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage({ index, job } satisfies JobMessage);
  });
}
