/** What scenarios may name under Node, with worker threads from the build: these tests run from sources, and threads load a file. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineHost } from '../../src/core/host.ts';
import { workerKind } from '../../src/hosts/worker/kind.ts';
import { nodeThread } from '../../src/hosts/worker/node-thread.ts';
import { openOnThreads } from '../../src/hosts/worker/open-on-threads.ts';
import { nodeCatalog } from '../../src/node/catalog.ts';
import type { Catalog } from '../../src/scenario/catalog.ts';
import { extendCatalog } from '../../src/scenario/catalog.ts';
import { projectRoot } from './scenario-files.ts';

const startThread = nodeThread({ workerUrl: pathToFileURL(join(projectRoot, 'dist/worker-main.js')) });

const workerHost = defineHost({
  ...workerKind,
  open: async (block, params, context) => (await openOnThreads([{ block, params, context }], startThread))[0],
  openTogether: (requests) => openOnThreads(requests, startThread),
});

export const threadCatalog: Catalog = extendCatalog(nodeCatalog, { hosts: new Map([['worker', workerHost]]) });
