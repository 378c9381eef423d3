/** What can be opened as a run in this page: a scenario of the library, a text, or a text in the place of a library file. */
import type { OpenRequest } from '../simulation/protocol.ts';

export interface RunRequest extends OpenRequest {
  readonly title?: string;
  /** Where to begin [s], and whether to stand still there. */
  readonly at?: number;
  readonly paused?: boolean;
}
