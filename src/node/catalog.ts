/** Everything that scenarios may name under Node: hosts in threads and programs, clocks that follow the wall, links. */
import { catalog } from '../catalog.ts';
import { defineLink } from '../core/link.ts';
import { clockKinds, hostKinds } from '../hosts/catalog.ts';
import { linkKinds } from '../links/catalog.ts';
import { rosbridgeServerKind } from '../links/rosbridge-server/kind.ts';
import type { Catalog } from '../scenario/catalog.ts';
import { byKind, extendCatalog } from '../scenario/catalog.ts';

const rosbridgeServerLink = defineLink({
  ...rosbridgeServerKind,
  open: async (params, context) => (await import('../serve/rosbridge/server-link.ts')).openServerLink(params, context),
});

export const nodeCatalog: Catalog = extendCatalog(catalog, {
  hosts: byKind(hostKinds),
  clocks: byKind(clockKinds),
  links: byKind([...linkKinds, rosbridgeServerLink]),
});
