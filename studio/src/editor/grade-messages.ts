/** What the page and the worker that grades say to each other. */
import type { GradedHere, Work } from './grade-run.ts';
import type { Place } from './locate.ts';

export interface GradeRequest {
  /** `prepare` only puts the work into the first scenario and checks that it fits; `grade` runs all of them. */
  readonly task: 'prepare' | 'grade';
  /** Scenarios of the lab, and the files that they and what they name are in. */
  readonly paths: readonly string[];
  readonly files: ReadonlyMap<string, string>;
  readonly work: Work;
}

export type GradeAnswer =
  /** The worker is there and has begun. */
  | { readonly kind: 'started' }
  | { readonly kind: 'progress'; readonly scenario: number; readonly name: string; readonly share: number }
  | { readonly kind: 'graded'; readonly results: readonly GradedHere[] }
  | { readonly kind: 'prepared'; readonly document: unknown }
  /** The work does not fit the lab, in one sentence. */
  | { readonly kind: 'refused'; readonly problem: string; readonly place?: Place };
