/** A worker thread of the pool: one run after the other, as they come. */
import { parentPort } from 'node:worker_threads';
import type { Job, JobResult } from './run-job.ts';
import { runJob } from './run-job.ts';

export interface JobMessage {
  readonly index: number;
  readonly job: Job;
}

export type JobAnswer = { readonly index: number } & ({ readonly result: JobResult } | { readonly error: string });

const port = parentPort!;
port.on('message', async ({ index, job }: JobMessage) => {
  try {
    const result = await runJob(job);
    port.postMessage(
      { index, result } satisfies JobAnswer,
      Object.values(result.series).map(({ buffer }) => buffer as ArrayBuffer),
    );
  } catch (error) {
    port.postMessage({ index, error: (error as Error).message } satisfies JobAnswer);
  }
});
