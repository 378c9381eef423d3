/** What can be opened as a run in this page: a scenario of the library, a text, or a text in the place of a library file. */
import type { UserModule } from '../editor/user-module.ts';
import type { RunChange } from '../players/player.ts';

export interface OpenRequest {
  readonly path?: string;
  readonly text?: string;
  readonly seed?: number;
  readonly changes?: readonly RunChange[];
  /** Instant to begin at [s]. */
  readonly at?: number;
  readonly paused?: boolean;
  readonly title?: string;
  /** Blocks that were written here. */
  readonly modules?: readonly UserModule[];
  /** With pedals and wheel in the hands of whoever watches. */
  readonly byHand?: boolean;
}

/** What the page opens when nobody says otherwise. */
export const FIRST_SCENARIO = 'scenarios/monosim/mpc.yaml';
