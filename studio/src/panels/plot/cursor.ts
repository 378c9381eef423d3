/**
 * The cursors of all plots: what is pointed at in one plot is marked in every other.
 *
 * `hovered` moves with the pointer or the arrow keys; `fixed` stays where it was set, and differences are taken from it.
 */
import { signal } from '@preact/signals';

/** Times [s of the player], undefined where there is none. */
export const cursor = {
  hovered: signal<number | undefined>(undefined),
  fixed: signal<number | undefined>(undefined),
};
