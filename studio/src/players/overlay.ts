/** A run kept for comparison: drawn dashed in plots and as a ghost in the scene. */
import type { History } from './history.ts';
import type { MetricOutcome } from './player.ts';

export interface Overlay {
  readonly id: string;
  readonly title: string;
  /** CSS colour. */
  readonly colour: string;
  readonly history: History;
  /** Topic ids by signal, so that a field is found although topics are named otherwise. */
  readonly topicOfSignal: ReadonlyMap<string, string>;
  readonly metrics?: readonly MetricOutcome[];
}
