/** Grading from the page: starts the worker, shows how far it is, and ends it when it gives no sign of life or is not wanted. */
import type { GradedScenario } from '../../../src/course/grading.ts';
import { hasPassed, STUDENT, TIME_LIMIT } from '../../../src/course/grading.ts';
import type { GradeAnswer, GradeRequest } from './grade-messages.ts';
import type { GradedHere, Work } from './grade-run.ts';
import type { Place } from './locate.ts';
import type { ProjectFiles, StartingPoint } from './starting-points.ts';

export interface GradeReport {
  readonly lab: string;
  readonly submission: string;
  readonly passed: boolean;
  readonly scenarios: readonly GradedHere[];
}

/** The work does not fit the lab, was stopped, or hung: one sentence. */
export class WorkError extends Error {
  override readonly name = 'WorkError';

  constructor(
    message: string,
    readonly place?: Place,
  ) {
    super(message);
  }
}

export interface GradeOptions {
  /** `share` is of all scenarios together, `title` the one that runs. */
  progress?(share: number, title: string): void;
  readonly signal?: AbortSignal;
}

/** Does what `skidpad grade` does. A run that breaks is a verdict with a problem; work that does not fit rejects with WorkError. */
export async function grade(
  lab: StartingPoint,
  work: Work,
  files: ProjectFiles,
  options: GradeOptions = {},
): Promise<GradeReport> {
  const paths = gradedPaths(lab);
  const titles = paths.map((path) => lab.scenarios.find((scenario) => scenario.path === path)!.title);
  options.progress?.(0, titles[0]);
  const results = await ask({ task: 'grade', paths, files, work }, options.signal, (i, share) =>
    options.progress?.((i + share) / paths.length, titles[i]),
  );
  if (results.kind === 'hung') return report(lab, work, [{ scenario: results.name, criteria: [], problem: HUNG }]);
  if (results.kind !== 'graded') throw new WorkError('the grading worker gave no verdict');
  return report(lab, work, results.results);
}

/** The first scenario with the work in it, checked. */
export async function prepare(path: string, work: Work, files: ProjectFiles): Promise<unknown> {
  const answer = await ask({ task: 'prepare', paths: [path], files, work });
  if (answer.kind === 'hung')
    throw new WorkError('the file did not finish loading: is there a loop that never ends outside of step?');
  if (answer.kind !== 'prepared') throw new WorkError('the lab gave no scenario');
  return answer.document;
}

/** In the order in which the command line runs them. */
export const gradedPaths = ({ scenarios }: StartingPoint): string[] =>
  scenarios
    .filter(({ graded }) => graded)
    .map(({ path }) => path)
    .sort();

const HUNG = `blocks.${STUDENT}: did not answer within ${TIME_LIMIT} s`;

const report = ({ id }: StartingPoint, work: Work, scenarios: readonly GradedScenario[]): GradeReport => ({
  lab: id,
  submission: (work.kind === 'module' ? work.module.file : work.file).replace(/^\.\//, ''),
  passed: hasPassed(scenarios),
  scenarios,
});

type Outcome = Extract<GradeAnswer, { kind: 'graded' | 'prepared' }> | { readonly kind: 'hung'; readonly name: string };

/** One request in a worker of its own. */
function ask(
  request: GradeRequest,
  signal?: AbortSignal,
  progress?: (scenario: number, share: number) => void,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./grade.worker.ts', import.meta.url), { type: 'module', name: 'grade' });
    /** Seconds without a sign of life, once there was one: counted, because a page that stood still itself has not listened either. */
    let silence: number | undefined;
    let running = request.paths[0];
    const end = (settle: () => void): void => {
      clearInterval(watchdog);
      worker.terminate();
      signal?.removeEventListener('abort', cancel);
      settle();
    };
    const cancel = (): void => end(() => reject(new WorkError('stopped')));
    const watchdog = setInterval(() => {
      if (silence !== undefined && ++silence > TIME_LIMIT) end(() => resolve({ kind: 'hung', name: running }));
    }, 1000);
    worker.onmessage = ({ data }: MessageEvent<GradeAnswer>) => {
      silence = 0;
      if (data.kind === 'progress') {
        running = data.name;
        progress?.(data.scenario, data.share);
      } else if (data.kind === 'refused') end(() => reject(new WorkError(data.problem, data.place)));
      else if (data.kind !== 'started') end(() => resolve(data));
    };
    worker.onerror = (event) =>
      end(() => reject(new WorkError(event.message || 'the grading worker could not be started')));
    signal?.addEventListener('abort', cancel);
    worker.postMessage(request);
  });
}
