/**
 * One scenario of a lab with a submission in it, run to its end in this thread and judged: what `skidpad grade` does, with the
 * same criteria, numbers and hash. A controller that never returns does not return here either; see grade-client.ts.
 */
import type { AnyBlock } from '../../../src/core/block.ts';
import type { HostError } from '../../../src/core/host.ts';
import { gradeScenario as gradeLoaded, loadLab } from '../../../src/course/grade.ts';
import type { GradedScenario, Submission } from '../../../src/course/grading.ts';
import type { Files } from '../../../src/scenario/files.ts';
import type { Scenario } from '../../../src/scenario/scenario.ts';
import { pageCatalog } from '../library/page-catalog.ts';
import type { Place } from './locate.ts';
import { locate } from './locate.ts';
import type { UserModule } from './user-module.ts';

export type Work =
  | { readonly kind: 'module'; readonly module: UserModule }
  | { readonly kind: 'parameters'; readonly file: string; readonly text: string };

/** A verdict with the place in the source where a run broke. */
export interface GradedHere extends GradedScenario {
  readonly place?: Place;
}

/** The lab's scenario with the work in it. `block` is what the module exports, where the work is one. Throws InputError. */
export function submittedScenario(
  files: Files,
  path: string,
  work: Work,
  block: AnyBlock | undefined,
): Promise<Scenario> {
  const file = (work.kind === 'module' ? work.module.file : work.file).replace(/^\.\//, '');
  const submission: Submission =
    work.kind === 'module'
      ? { kind: 'module', file, type: work.module.file }
      : { kind: 'parameters', file, text: work.text };
  return loadLab(files, path, { submission, ...(block !== undefined && { block }) }, pageCatalog);
}

export const gradeScenario = (
  scenario: Scenario,
  work: Work,
  block: AnyBlock | undefined,
  progress: (share: number) => void,
): Promise<GradedHere> =>
  gradeLoaded(scenario, (error) => broken(error, work, block), undefined, {
    between: ({ loop }) => progress(loop.tick / scenario.ticks),
  });

/** The sentence of a run that ended early, with the place as the command line gives it. */
function broken(error: HostError, work: Work, block: AnyBlock | undefined): Pick<GradedHere, 'problem' | 'place'> {
  const { cause } = error;
  const place =
    work.kind === 'module' && cause instanceof Error
      ? locate(cause.stack, work.module.map, block?.module?.url)
      : undefined;
  if (work.kind !== 'module' || place === undefined) return { problem: error.message };
  const file = work.module.file.replace(/^\.\//, '');
  return { problem: `${error.message} (${file}:${place.line}:${place.column})`, place };
}
