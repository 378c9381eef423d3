/** What scenarios may name in the page, where everything is in one thread, with the same bits as anywhere. */
import { catalog } from '../../../src/catalog.ts';
import { localHost } from '../../../src/core/local-host.ts';
import { workerKind } from '../../../src/hosts/worker/kind.ts';
import type { Catalog } from '../../../src/scenario/catalog.ts';
import { extendCatalog } from '../../../src/scenario/catalog.ts';

/** A block that would run in a thread of its own runs here. */
const workerHere = {
  ...localHost,
  kind: workerKind.kind,
  params: workerKind.params,
  doc: "in the simulator's own thread, where there is only one",
};

export const pageCatalog: Catalog = extendCatalog(catalog, { hosts: new Map([['worker', workerHere]]) });
