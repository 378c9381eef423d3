/** The blocks that come with Skidpad, by their type: large, so that they are loaded when a panel first asks. */
import type { ReadonlySignal } from '@preact/signals';
import { signal } from '@preact/signals';
import type { AnyBlock } from '../../../src/core/block.ts';

export type FindBlock = (type: string) => AnyBlock | undefined;

const loaded = signal<FindBlock | undefined>(undefined);
let loading: Promise<void> | undefined;

/** Undefined until they are there. */
export function blockCatalog(): ReadonlySignal<FindBlock | undefined> {
  loading ??= import('../../../src/catalog.ts').then(
    ({ findBlock }) => void (loaded.value = findBlock),
    // as after a lost connection: the next panel tries again
    () => void (loading = undefined),
  );
  return loaded;
}
