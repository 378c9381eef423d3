/** The document of a scenario as it is kept with a run: what it names in other files, it names by the copies that are kept beside it. */
import type { Tree } from '../core/tree.ts';
import { isTree } from '../core/tree.ts';
import type { Scenario } from './scenario.ts';
import type { ScenarioDocument } from './schema.ts';

export function portableDocument({ document, moduleNames }: Scenario): ScenarioDocument {
  if (moduleNames.size === 0) return document;
  const renamed = (name: unknown) =>
    typeof name === 'string' && moduleNames.has(name) ? `./${moduleNames.get(name)}` : name;
  const kindOf = (entry: unknown) => (isTree(entry) ? { ...entry, kind: renamed(entry.kind) } : entry);
  const blocks = Object.entries(document.blocks).map(([name, entry]) => [
    name,
    { ...entry, type: renamed(entry.type), ...(entry.host !== undefined && { host: kindOf(entry.host) }) } as Tree,
  ]);
  const links = Object.entries(document.links).map(([name, entry]) => [name, kindOf(entry)]);
  return { ...document, blocks: Object.fromEntries(blocks), links: Object.fromEntries(links) };
}
