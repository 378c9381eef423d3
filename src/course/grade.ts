/**
 * Runs a student's work in the scenarios of a lab and judges it: the same files, the same run and the same verdict on the command
 * line and in the page.
 */
import type { AnyBlock } from '../core/block.ts';
import { HostError } from '../core/host.ts';
import type { Tree } from '../core/tree.ts';
import { isTree } from '../core/tree.ts';
import type { RunObserver } from '../run/run.ts';
import { run } from '../run/run.ts';
import type { Catalog } from '../scenario/catalog.ts';
import { extendCatalog } from '../scenario/catalog.ts';
import type { Files } from '../scenario/files.ts';
import { loadScenario } from '../scenario/load.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { GradedScenario, Submission } from './grading.ts';
import { matchPorts, STUDENT, studentEntry, submittedEntry } from './grading.ts';

export interface Work {
  readonly submission: Submission;
  /** What the module exports, where the submission is one. */
  readonly block?: AnyBlock;
  /** Where a module runs; in this thread when absent. */
  readonly host?: Tree;
}

/** The scenario of a lab with the work in the place of its block `student`. Throws InputError where it does not fit. */
export function loadLab(files: Files, path: string, work: Work, catalog: Catalog): Promise<Scenario> {
  const { submission, block, host } = work;
  const known = block === undefined ? catalog : extendCatalog(catalog, { blocks: new Map([[block.type, block]]) });
  const edit = (document: Tree): Tree => {
    const entry = studentEntry(document, path);
    const submitted = submittedEntry(entry, submission);
    if (block !== undefined) matchPorts(submitted, entry, block, submission.file);
    const placed = submission.kind === 'module' && host !== undefined ? { ...submitted, host } : submitted;
    return { ...document, blocks: { ...(isTree(document.blocks) ? document.blocks : {}), [STUDENT]: placed } };
  };
  return loadScenario(files, path, { catalog: known, edit });
}

/** A run that breaks because of the work is a verdict with a problem, told by `explain`. */
export async function gradeScenario(
  scenario: Scenario,
  explain: (error: HostError) => Pick<GradedScenario, 'problem'>,
  /** Lines that the work prints. */
  log: ((line: string) => void) | undefined,
  ...observers: readonly RunObserver[]
): Promise<GradedScenario> {
  const { name } = scenario.document;
  try {
    const { expectations, hash } = await run({ scenario, log }, ...observers);
    return { scenario: name, criteria: expectations, hash };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { scenario: name, criteria: [], ...explain(error) };
  }
}
