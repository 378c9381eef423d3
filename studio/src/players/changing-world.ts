/** The world of a run at any instant: as the scenario has it, with what was changed of it up to then. */
import type { Tree } from '../../../src/core/tree.ts';
import { mergeTrees } from '../../../src/core/tree.ts';
import type { RunChange } from './player.ts';

/** Rounding of instants [s]. */
const SAME = 1e-9;

export class ChangingWorld {
  private known: { readonly base: unknown; readonly past: readonly RunChange[]; readonly world: unknown } = {
    base: undefined,
    past: [],
    world: undefined,
  };
  /** As the scenario has it. */
  base: unknown;

  /** The same object as long as nothing of it has changed. */
  at(time: number, changes: readonly RunChange[]): unknown {
    const past = changes.filter(({ at, block }) => block === 'world' && at <= time + SAME);
    const { known, base } = this;
    const isSame =
      known.base === base && known.past.length === past.length && past.every((one, i) => one === known.past[i]);
    if (isSame) return known.world;
    const world =
      past.length === 0
        ? base
        : past.reduce((merged, { params }) => mergeTrees(merged, params as Tree), (base ?? {}) as Tree);
    this.known = { base, past, world };
    return world;
  }
}
