/**
 * Cars that drive well and do not mind what happens to them: for every scenario of a hazard, the same car without what should heed it. The unchanged scenario is the
 * proof that it can be done.
 */
import type { Tree } from '../../src/core/tree.ts';
import { isTree } from '../../src/core/tree.ts';
import type { Change } from './judged-scenarios.ts';

type Entry = Tree & { readonly inputs?: Tree; readonly params?: Tree };

/** The document with some of its blocks changed. */
const changed = (document: Tree, changes: Readonly<Record<string, (entry: Entry) => Entry>>): Tree => {
  const blocks = Object.entries(document.blocks as Record<string, Entry>).map(([name, entry]) => [
    name,
    changes[name]?.(entry) ?? entry,
  ]);
  return { ...document, blocks: Object.fromEntries(blocks) };
};

/** Nothing comes over this input. */
const deafTo =
  (port: string, given?: string) =>
  (entry: Entry): Entry => {
    const wire = entry.inputs?.[port] ?? given;
    const lost = { ...(isTree(wire) ? wire : { from: wire }), loss: 1 };
    return { ...entry, inputs: { ...entry.inputs, [port]: lost } };
  };

const withParams =
  (params: Tree) =>
  (entry: Entry): Entry => ({ ...entry, params: { ...entry.params, ...params } });

/** Eyes that see no traffic, and a tracker that no guard stops. */
export const unseeing: Change = (document) =>
  changed(document, { eyes: deafTo('bodies', 'traffic.bodies'), obstacles: deafTo('bodies', 'traffic.bodies') });
export const unguarded: Change = (document) => changed(document, { tracker: deafTo('hold') });

const FOREVER = 1000;

/** By scenario, who does not mind. */
export const heedless: Readonly<Record<string, Change>> = {
  'scenarios/apa/person-behind.yaml': (document) => unguarded(unseeing(document)),
  'scenarios/apa/occupied.yaml': unseeing,
  'scenarios/apa/frozen-camera.yaml': (document) => changed(document, { parking: withParams({ mapTimeout: FOREVER }) }),
  'scenarios/apa/silence.yaml': (document) => changed(document, { failsafe: withParams({ timeout: FOREVER }) }),
  'scenarios/apa/tracking-silence.yaml': (document) =>
    changed(document, { failsafe: withParams({ timeout: FOREVER }) }),
};
