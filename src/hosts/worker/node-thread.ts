/** A thread of Node for worker hosts. */
import { Worker } from 'node:worker_threads';
import type { StartThread } from './worker-host.ts';
import type { WorkerThreadData } from './worker-main.ts';

export interface NodeThreadOptions {
  /** The entry, built for this place; absent: beside this file. */
  readonly workerUrl?: URL;
  /** Module that exports `findBlock`; absent: the blocks that come with this project. */
  readonly catalog?: URL;
}

export const nodeThread =
  ({ workerUrl, catalog }: NodeThreadOptions = {}): StartThread =>
  (setup, { report, ended }) => {
    const url = workerUrl ?? new URL('./worker-main.js', import.meta.url);
    const worker = new Worker(url, { workerData: { setup, catalog: catalog?.href } satisfies WorkerThreadData });
    worker.on('message', report);
    worker.on('error', (error: Error) => ended(`its worker failed: ${error.message}`));
    worker.on('exit', (code) => ended(`its worker ended with code ${code}`));
    return {
      // a thread that waits for work keeps no program alive
      relax: () => worker.unref(),
      end: async () => void (await worker.terminate()),
    };
  };
