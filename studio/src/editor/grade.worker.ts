/**
 * Grades in a worker of its own, one request per worker. The work is in a sandbox beside it: what it does there cannot reach the
 * loop, the metrics or the verdict.
 */
import { InputError } from '../../../src/core/input-error.ts';
import { sandboxedBlock } from '../../../src/hosts/sandbox/sandboxed-block.ts';
import type { AnyBlock } from '../../../src/core/block.ts';
import type { Files } from '../../../src/scenario/files.ts';
import { memoryFiles } from '../../../src/scenario/files.ts';
import type { GradeAnswer, GradeRequest } from './grade-messages.ts';
import type { GradedHere } from './grade-run.ts';
import { gradeScenario, submittedScenario } from './grade-run.ts';
import type { Place } from './locate.ts';
import { locate } from './locate.ts';
import { openPageSandbox, SANDBOX_URL } from './page-sandbox.ts';

const post = (answer: GradeAnswer): void => self.postMessage(answer);

/** Wall time between two signs of life [ms]. */
const PROGRESS_MS = 60;

self.onmessage = async ({ data }: MessageEvent<GradeRequest>): Promise<void> => {
  post({ kind: 'started' });
  try {
    post(await answerTo(data));
  } catch (error) {
    post(refusal(error, data));
  }
};

async function answerTo(request: GradeRequest): Promise<GradeAnswer> {
  const { work } = request;
  const files = memoryFiles(request.files);
  if (work.kind !== 'module') return gradedWith(request, files, undefined);
  const { file, js } = work.module;
  const sandboxed = await sandboxedBlock(js, file, '', openPageSandbox);
  try {
    const block = { ...sandboxed.block, module: { url: SANDBOX_URL, text: js } };
    return await gradedWith(request, files, block);
  } finally {
    await sandboxed.close();
  }
}

async function gradedWith(
  { task, paths, work }: GradeRequest,
  files: Files,
  block: AnyBlock | undefined,
): Promise<GradeAnswer> {
  if (task === 'prepare') {
    const { document } = await submittedScenario(files, paths[0], work, block);
    return { kind: 'prepared', document };
  }
  const results: GradedHere[] = [];
  let last = 0;
  for (const [i, path] of paths.entries()) {
    const scenario = await submittedScenario(files, path, work, block);
    const { name } = scenario.document;
    post({ kind: 'progress', scenario: i, name, share: 0 });
    const progress = (share: number): void => {
      const now = performance.now();
      if (now - last < PROGRESS_MS) return;
      last = now;
      post({ kind: 'progress', scenario: i, name, share });
    };
    results.push(await gradeScenario(scenario, work, block, progress));
  }
  return { kind: 'graded', results };
}

function refusal(error: unknown, { work }: GradeRequest): GradeAnswer {
  if (!(error instanceof Error)) return { kind: 'refused', problem: String(error) };
  const thrown = error instanceof InputError && error.cause instanceof Error ? error.cause : error;
  const place = work.kind === 'module' ? locate(thrown.stack, work.module.map) : placeIn(work.file, error);
  return { kind: 'refused', problem: error.message, ...(place !== undefined && { place }) };
}

/** Where in a file of parameters something is wrong. */
function placeIn(file: string, error: Error): Place | undefined {
  if (!(error instanceof InputError) || error.place?.file !== file) return undefined;
  const { line, column = 1 } = error.place;
  return line === undefined ? undefined : { line, column };
}
