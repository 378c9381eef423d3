/** The entry of a worker thread in Node: finds the block in its catalog and serves its steps. */
import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import type { AnyBlock, Assets } from '../../core/block.ts';
import type { WorkerSetup } from './worker-service.ts';
import { WorkerService } from './worker-service.ts';

export interface WorkerThreadData {
  readonly setup: WorkerSetup;
  /** Carries the block's state, and `undefined` or a sentence once the worker is ready or cannot be. */
  readonly port: MessagePort;
  /** Module with `findBlock`; absent: the blocks that come with this project. */
  readonly catalog?: string;
}

interface BlockSource {
  findBlock(type: string): AnyBlock | undefined;
}

const { setup, port, catalog } = workerData as WorkerThreadData;

const loadCatalog = (): Promise<BlockSource> => (catalog === undefined ? import('../../catalog.ts') : import(catalog));

const setupAssets = (): Assets => ({
  bytes: (name) => setup.assets[name],
  text: (name) => new TextDecoder().decode(setup.assets[name]),
});

async function createService(): Promise<WorkerService> {
  const definition = (await loadCatalog()).findBlock(setup.type);
  if (definition === undefined) throw new Error(`there is no block of type "${setup.type}" in the worker's catalog`);
  const resources: unknown = await definition.prepare?.(setup.params, setupAssets());
  return new WorkerService(setup, definition, resources, {
    send: (value) => port.postMessage(value),
    receive: () => receiveMessageOnPort(port)?.message as unknown,
  });
}

try {
  const service = await createService();
  process.on('exit', () => service.leave());
  port.postMessage(undefined);
  service.serve();
} catch (error) {
  port.postMessage(error instanceof Error ? error.message : String(error));
}
port.close();
