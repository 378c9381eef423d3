/** A worker thread of the pool: one run after the other, as they come. */
import { parentPort } from 'node:worker_threads';
import type { Job, JobResult } from './job.ts';
import { runJob } from './job.ts';

export interface JobMessage {
  readonly index: number;
  readonly job: Job;
}

export type JobAnswer = { readonly index: number; readonly outcome: JobOutcome };

/** A run that failed is a result too. */
export type JobOutcome = { readonly result: JobResult } | { readonly problem: string };

const port = parentPort!;
port.on('message', async ({ index, job }: JobMessage) => {
  try {
    const result = await runJob(job);
    const buffers = Object.values(result.series).map(({ buffer }) => buffer as ArrayBuffer);
    port.postMessage({ index, outcome: { result } } satisfies JobAnswer, buffers);
  } catch (error) {
    port.postMessage({ index, outcome: { problem: (error as Error).message } } satisfies JobAnswer);
  }
});
