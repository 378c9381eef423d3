/**
 * Threads of a run in the page: workers that the simulator's worker starts, where the page may share memory with them (it is cross-origin
 * isolated, which its web server has to ask for). Elsewhere there is one thread.
 */
import type { Host, HostRequest } from '../../../src/core/host.ts';
import { defineHost } from '../../../src/core/host.ts';
import { localHost } from '../../../src/core/local-host.ts';
import { findBlock } from '../../../src/catalog.ts';
import { workerKind } from '../../../src/hosts/worker/kind.ts';
import { openOnThreads } from '../../../src/hosts/worker/open-on-threads.ts';
import type { StartThread } from '../../../src/hosts/worker/worker-host.ts';
import type { Catalog } from '../../../src/scenario/catalog.ts';
import { extendCatalog } from '../../../src/scenario/catalog.ts';
import { pageCatalog } from '../library/page-catalog.ts';
import threadUrl from './thread.worker.ts?worker&url';

/** Taken while it is there: what users write must not find it. */
const { Worker: OwnWorker } = globalThis;

export const canShareMemory: boolean = globalThis.crossOriginIsolated && typeof OwnWorker === 'function';

const startThread: StartThread = (setup, { report, ended }) => {
  const worker = new OwnWorker(threadUrl, { type: 'module', name: 'thread' });
  worker.onmessage = ({ data }) => report(data);
  worker.onerror = ({ message }) => ended(`its worker failed: ${message || 'its script could not be loaded'}`);
  worker.postMessage(setup);
  return { relax: () => {}, end: () => worker.terminate() };
};

/** A block that does not come with Skidpad is known in this worker only, and steps here. */
async function openWorkers(requests: readonly HostRequest[]): Promise<Host[]> {
  const shipped = requests.filter(({ block }) => findBlock(block.definition.type) === block.definition);
  const hosts = new Map<HostRequest, Host>();
  (await openOnThreads(shipped, startThread)).forEach((host, i) => hosts.set(shipped[i], host));
  for (const request of requests) {
    const { block, context } = request;
    if (!hosts.has(request)) hosts.set(request, await localHost.open(block, {}, context));
  }
  return requests.map((request) => hosts.get(request)!);
}

const workerHost = defineHost({
  ...workerKind,
  open: async (block, params, context) => (await openWorkers([{ block, params, context }]))[0],
  openTogether: openWorkers,
});

/** What scenarios may name in the simulator. */
export const simulationCatalog: Catalog = canShareMemory
  ? extendCatalog(pageCatalog, { hosts: new Map([['worker', workerHost]]) })
  : pageCatalog;
