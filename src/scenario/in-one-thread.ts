/** Models in place of programs, threads and hardware: for tests of the models, and where there is nothing else. */
import type { Tree } from '../core/tree.ts';
import { isTree } from '../core/tree.ts';

/** The document with every block on the local host; to be handed to `loadScenario` as its `edit`. */
export function inOneThread(document: Tree): Tree {
  if (!isTree(document.blocks)) return document;
  const blocks = Object.entries(document.blocks).map(([name, entry]) => {
    if (!isTree(entry)) return [name, entry];
    const { host: _host, ...rest } = entry;
    return [name, rest];
  });
  return { ...document, blocks: Object.fromEntries(blocks) };
}
