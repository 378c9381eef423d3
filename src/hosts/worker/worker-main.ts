/** The entry of a worker thread in Node: finds its blocks in its catalog and serves their steps. */
import { parentPort, workerData } from 'node:worker_threads';
import type { BlockSource, ThreadReport, ThreadSetup } from './worker-service.ts';
import { ThreadService } from './worker-service.ts';

export interface WorkerThreadData {
  readonly setup: ThreadSetup;
  /** Module with `findBlock`; absent: the blocks that come with this project. */
  readonly catalog?: string;
}

const { setup, catalog } = workerData as WorkerThreadData;
const report = (message: ThreadReport) => parentPort!.postMessage(message);

const loadCatalog = (): Promise<BlockSource> => (catalog === undefined ? import('../../catalog.ts') : import(catalog));

const service = await ThreadService.open(setup, await loadCatalog(), report);
if (service !== undefined) {
  process.on('exit', () => service.leave());
  service.serve();
}
