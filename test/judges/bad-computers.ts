/** Computers whose clocks no judge may let pass: some that hear nothing, and some that hear and do nothing about it. */
import type { Tree } from '../../src/core/tree.ts';
import type { Change } from './judged-scenarios.ts';

type Entry = Tree & { readonly inputs?: { readonly links?: readonly unknown[] }; readonly params?: Tree };

const changed = (document: Tree, change: (entry: Entry, name: string) => Entry): Tree => {
  const blocks = Object.entries(document.blocks as Record<string, Entry>).map(([name, entry]) => [
    name,
    entry.type === 'bus/gptp-node' ? change(entry, name) : entry,
  ]);
  return { ...document, blocks: Object.fromEntries(blocks) };
};

/** All that is sent to these is lost. */
export const deaf =
  (names: readonly string[]): Change =>
  (document) =>
    changed(document, (entry, name) => {
      if (!names.includes(name)) return entry;
      const links = entry.inputs!.links!.map((from) => ({ from, loss: 1 }));
      return { ...entry, inputs: { ...entry.inputs, links } };
    });

/** A servo that neither steers nor sets. */
export const uncorrected: Change = (document) =>
  changed(document, (entry) => ({
    ...entry,
    params: { ...entry.params, servo: { kp: 0, ki: 0, stepThreshold: 1e9, maxAdjustment: 0 } },
  }));
