/** What only Node has: files on disk, users' modules, hosts in threads and programs, links, and run directories. */
export type { UdpLink } from '../links/udp/udp-link.ts';
export { nodeCatalog } from './catalog.ts';
export { nodeFiles } from './files.ts';
export { loadModule } from './modules.ts';
export { openRun } from './open-run.ts';
export type { EarlierRun } from './open-run.ts';
export { RunDirectory } from './run-directory.ts';
