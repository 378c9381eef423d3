/** Everything that scenarios may name under Node: hosts in threads and programs, clocks that follow the wall, links. */
import { catalog } from '../catalog.ts';
import { clockKinds, hostKinds } from '../hosts/catalog.ts';
import { linkKinds } from '../links/catalog.ts';
import type { Catalog } from '../scenario/catalog.ts';
import { byKind, extendCatalog } from '../scenario/catalog.ts';

export const nodeCatalog: Catalog = extendCatalog(catalog, {
  hosts: byKind(hostKinds),
  clocks: byKind(clockKinds),
  links: byKind(linkKinds),
});
