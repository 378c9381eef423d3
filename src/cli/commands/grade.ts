/** `skidpad grade`: runs a student's work in the scenarios of a lab and says pass or fail per criterion. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyBlock } from '../../core/block.ts';
import { oneLine } from '../../core/one-line.ts';
import { confinementLine } from '../../hosts/process/confinement.ts';
import type { Work } from '../../course/grade.ts';
import { gradeScenario, loadLab } from '../../course/grade.ts';
import type { GradedScenario } from '../../course/grading.ts';
import { findLab, hasPassed, isGradedScenario, TIME_LIMIT, verdictSeal } from '../../course/grading.ts';
import { submissionOf } from '../../course/submission.ts';
import type { HostError } from '../../core/host.ts';
import { InputError, quote, suggestion } from '../../core/input-error.ts';
import { nodeCatalog } from '../../node/catalog.ts';
import { nodeFiles, readBytes } from '../../node/files.ts';
import { loadModule } from '../../node/modules.ts';
import { sandboxLine } from '../../node/sandbox.ts';
import { packageFile } from '../../node/package-files.ts';
import { RunDirectory } from '../../node/run-directory.ts';
import type { ExpectationResult } from '../../record/metrics/metrics.ts';
import { ExitCode, explain } from '../exit-code.ts';
import { formatNumber, formatTable } from '../table.ts';

/** A student's work, what it cannot reach, and how to be done with it. */
interface SubmittedWork extends Work {
  readonly confinement: string;
  close?(): Promise<void>;
}

export interface GradeOptions {
  readonly out?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export async function grade(lab: string, submission: string, options: GradeOptions): Promise<void> {
  const folder = labFolder(lab);
  const files = readdirSync(folder).filter(isGradedScenario).sort();
  const results: GradedScenario[] = [];
  const text = readBytes(submission).toString('utf8');
  const work = await workOf(submission, text);
  try {
    for (const file of files) {
      const part = files.length > 1 ? file.replace(/\.yaml$/, '') : '';
      results.push(await gradeOne(join(folder, file), work, options, part));
    }
  } finally {
    await work.close?.();
  }
  const passed = hasPassed(results);
  const { confinement } = work;
  const seal = verdictSeal(lab, text, results);
  if (options.json)
    console.log(JSON.stringify({ lab, submission, passed, seal, confinement, scenarios: results }, null, 2));
  else print(lab, results, passed, `confined: ${confinement}\nseal: ${seal}`);
  process.exitCode = results.some(({ problem }) => problem !== undefined)
    ? ExitCode.hostFailed
    : passed
      ? ExitCode.success
      : ExitCode.failed;
}

/** `lab2` finds docs/course/lab2-tuning; a path to a folder is taken as it is. */
function labFolder(lab: string): string {
  if (existsSync(join(lab, 'scenario.yaml'))) return lab;
  const course = packageFile('docs/course');
  const labs = existsSync(course)
    ? readdirSync(course).filter((name) => existsSync(join(course, name, 'scenario.yaml')))
    : [];
  const found = findLab(lab, labs);
  if (found === undefined)
    throw new InputError(
      'grade',
      `there is no lab ${quote(lab)}${suggestion(lab, labs)}; there are ${labs.join(', ')}`,
    );
  return join(course, found);
}

async function gradeOne(path: string, work: Work, { out, force }: GradeOptions, part: string): Promise<GradedScenario> {
  const scenario = await loadLab(nodeFiles, path, work, nodeCatalog);
  const place = { out: join(out ?? '', part), force, documents: true, foreign: true };
  const directory = out === undefined ? undefined : new RunDirectory(scenario, place);
  const recording = directory === undefined ? [] : [directory];
  const problemOf = (error: HostError) => ({ problem: explain(error).message });
  try {
    const graded = await gradeScenario(scenario, problemOf, say, ...recording);
    if (directory !== undefined && graded.problem === undefined) {
      await (await import('../../node/run-documents.ts')).writeDocumentsOf(directory.path, scenario);
    }
    return graded;
  } finally {
    directory?.release();
  }
}

/** Foreign code never runs in this process: a module has a sandbox, a program is confined. */
async function workOf(file: string, text: string): Promise<SubmittedWork> {
  const submission = submissionOf(file, text);
  if (submission.kind === 'parameters') return { submission, confinement: 'parameters are data: nothing is executed' };
  if (submission.kind === 'program') return { submission, confinement: confinementLine(['own process']) };
  const module = await loadModule(nodeFiles, submission.type, { name: file, path: file, what: 'block' });
  const block: AnyBlock = { ...module.block!, type: submission.type, module: { text: module.text } };
  return {
    submission,
    block,
    host: { kind: 'local', timeLimit: TIME_LIMIT },
    confinement: sandboxLine(),
    close: module.close?.bind(module),
  };
}

/** What the work prints, beside the verdict and never a part of it. */
const say = (line: string): void => console.error(oneLine(line, 1000));

function print(lab: string, results: readonly GradedScenario[], passed: boolean, footer: string): void {
  for (const { scenario, criteria, problem, hash } of results) {
    console.log(`${scenario}${hash === undefined ? '' : `   (hash ${hash})`}`);
    if (problem !== undefined) console.log(`✗  ${oneLine(problem, 1000)}`);
    else console.log(formatTable(['', 'criterion', 'value', 'bound', ''], criteria.map(criterionRow)));
    console.log();
  }
  const all = results.flatMap(({ criteria }) => criteria);
  console.log(footer);
  console.log(
    passed
      ? `${lab}: passed, ${all.length} of ${all.length} criteria`
      : `${lab}: not passed, ${all.filter(({ pass }) => pass).length} of ${all.length} criteria`,
  );
}

function criterionRow({ name, value, unit, min, max, pass, problem = '' }: ExpectationResult): string[] {
  const bounds = [min === undefined ? '' : `≥ ${formatNumber(min)}`, max === undefined ? '' : `≤ ${formatNumber(max)}`]
    .filter(Boolean)
    .join(' and ');
  return value === null
    ? ['✗', name, 'no value', bounds, problem]
    : [pass ? '✓' : '✗', name, `${formatNumber(value)} ${unit}`.trim(), bounds];
}
