/**
 * One scenario of a lab with a submission in it, run to its end in this thread and judged: what `skidpad grade` does, with the
 * same criteria, numbers and hash. A controller that never returns does not return here either; see grade-client.ts.
 */
import type { Catalog } from '../../../src/scenario/catalog.ts';
import type { Scenario } from '../../../src/scenario/scenario.ts';
import { checkScenario } from '../../../src/scenario/check.ts';
import { evaluateExpectations } from '../../../src/record/metrics/metrics.ts';
import { catalog as shipped } from '../../../src/catalog.ts';
import type { AnyBlock } from '../../../src/core/block.ts';
import { buildLoop } from '../../../src/core/build.ts';
import { FreeClock } from '../../../src/core/clock.ts';
import { drive } from '../../../src/core/drive.ts';
import { HostError } from '../../../src/core/host.ts';
import type { GradedScenario, Submission } from '../../../src/course/grading.ts';
import { matchPorts, STUDENT, studentEntry, submittedEntry } from '../../../src/course/grading.ts';
import { LiveMetrics } from '../../../src/record/metrics/metrics.ts';
import { prepareScenario } from '../../../src/scenario-preparation.ts';
import type { Place } from './locate.ts';
import { locate } from './locate.ts';
import type { UserModule } from './user-module.ts';

/** A scenario of a lab, with everything that it names in other files. */
export interface LabScenario {
  readonly path: string;
  readonly document: Record<string, any>;
}

export type Work =
  | { readonly kind: 'module'; readonly module: UserModule }
  | { readonly kind: 'parameters'; readonly file: string; readonly text: string };

/** A verdict with the place in the source where a run broke. */
export interface GradedHere extends GradedScenario {
  readonly place?: Place;
}

/** The lab's document with the work in it. `block` is what the module exports, where the work is one. Throws InputError. */
export function submittedDocument(
  { path, document }: LabScenario,
  work: Work,
  block: AnyBlock | undefined,
): Record<string, any> {
  const entry = studentEntry(document, path);
  const file = (work.kind === 'module' ? work.module.file : work.file).replace(/^\.\//, '');
  const submission: Submission =
    work.kind === 'module'
      ? { kind: 'module', file, type: work.module.file }
      : { kind: 'parameters', file, text: work.text };
  const { host: _host, ...submitted } = submittedEntry(entry, submission);
  if (block !== undefined) matchPorts(submitted, entry, block, file);
  return { ...document, blocks: { ...document.blocks, [STUDENT]: submitted } };
}

export const catalogWith = (block: AnyBlock | undefined): Catalog =>
  block === undefined
    ? shipped
    : {
        ...shipped,
        find: (type) => (type === block.type ? block : shipped.find(type)),
        types: [...shipped.types, block.type],
      };

export async function gradeScenario(
  scenario: LabScenario,
  work: Work,
  block: AnyBlock | undefined,
  progress: (share: number) => void,
): Promise<GradedHere> {
  const document = submittedDocument(scenario, work, block);
  const parsed = checkScenario(prepareScenario(document), catalogWith(block));
  try {
    return { scenario: document.name, ...(await judged(parsed, progress)) };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { scenario: document.name, criteria: [], ...broken(error, work, block) };
  }
}

async function judged(
  scenario: Scenario,
  progress: (share: number) => void,
): Promise<Pick<GradedHere, 'criteria' | 'hash'>> {
  const { document, ticks } = scenario;
  const loop = await buildLoop(scenario);
  try {
    const metrics = new LiveMetrics(document.metrics, loop.ports);
    await drive(loop, new FreeClock(() => performance.now() / 1000), ticks, {
      between: () => progress(loop.tick / ticks),
    });
    return { criteria: evaluateExpectations(document.expect, metrics.results()), hash: loop.hash() };
  } finally {
    await loop.close();
  }
}

/** The sentence of a run that ended early, with the place as the command line gives it. */
function broken(error: HostError, work: Work, block: AnyBlock | undefined): Pick<GradedHere, 'problem' | 'place'> {
  const { cause } = error;
  const place =
    work.kind === 'module' && cause instanceof Error
      ? locate(cause.stack, work.module.map, block?.module?.url)
      : undefined;
  if (work.kind !== 'module' || place === undefined) return { problem: error.message };
  return {
    problem: `${error.message} (${work.module.file.replace(/^\.\//, '')}:${place.line}:${place.column})`,
    place,
  };
}
