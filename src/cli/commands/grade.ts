/** `skidpad grade`: runs a student's work in the scenarios of a lab and says pass or fail per criterion. */
import { oneLine } from '../../core/one-line.ts';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Work } from '../../course/grade.ts';
import { gradeScenario, loadLab } from '../../course/grade.ts';
import type { GradedScenario } from '../../course/grading.ts';
import { findLab, hasPassed, isGradedScenario, TIME_LIMIT } from '../../course/grading.ts';
import { submissionOf } from '../../course/submission.ts';
import { InputError, quote, suggestion } from '../../core/input-error.ts';
import { nodeCatalog } from '../../node/catalog.ts';
import { nodeFiles } from '../../node/files.ts';
import { loadModule } from '../../node/modules.ts';
import { packageFile } from '../../node/package-files.ts';
import { RunDirectory } from '../../node/run-directory.ts';
import type { ExpectationResult } from '../../record/metrics/metrics.ts';
import { checkedBlock } from '../../scenario/modules.ts';
import { ExitCode, explain } from '../exit-code.ts';
import { formatNumber, formatTable } from '../table.ts';

export interface GradeOptions {
  readonly out?: string;
  readonly json?: boolean;
}

export async function grade(lab: string, submission: string, options: GradeOptions): Promise<void> {
  const folder = labFolder(lab);
  const files = readdirSync(folder).filter(isGradedScenario).sort();
  const results: GradedScenario[] = [];
  const work = await workOf(submission);
  for (const file of files) {
    results.push(
      await gradeOne(join(folder, file), work, options, files.length > 1 ? file.replace(/\.yaml$/, '') : ''),
    );
  }
  const passed = hasPassed(results);
  if (options.json) console.log(JSON.stringify({ lab, submission, passed, scenarios: results }, null, 2));
  else print(lab, results, passed);
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

async function gradeOne(path: string, work: Work, { out }: GradeOptions, part: string): Promise<GradedScenario> {
  const scenario = await loadLab(nodeFiles, path, work, nodeCatalog);
  const directory = out === undefined ? undefined : join(out, part);
  const recording = directory === undefined ? [] : [new RunDirectory(scenario, directory)];
  const graded = await gradeScenario(scenario, (error) => ({ problem: explain(error).message }), ...recording);
  if (directory !== undefined && graded.problem === undefined) {
    await (await import('../../node/run-documents.ts')).writeDocumentsOf(directory, scenario);
  }
  return graded;
}

/** A module runs in a thread of its own, so that one that never returns can be stopped. */
async function workOf(file: string): Promise<Work> {
  const submission = submissionOf(file);
  if (submission.kind !== 'module') return { submission };
  const { exported, url, text } = await loadModule(nodeFiles, submission.type, {
    name: file,
    path: file,
    what: 'block',
  });
  const block = { ...checkedBlock(exported, submission.type, file), module: { url, text } };
  return { submission, block, host: { kind: 'worker', timeLimit: TIME_LIMIT } };
}

function print(lab: string, results: readonly GradedScenario[], passed: boolean): void {
  for (const { scenario, criteria, problem, hash } of results) {
    console.log(`${scenario}${hash === undefined ? '' : `   (hash ${hash})`}`);
    if (problem !== undefined) console.log(`✗  ${oneLine(problem, 1000)}`);
    else console.log(formatTable(['', 'criterion', 'value', 'bound'], criteria.map(criterionRow)));
    console.log();
  }
  const all = results.flatMap(({ criteria }) => criteria);
  console.log(
    passed
      ? `${lab}: passed, ${all.length} of ${all.length} criteria`
      : `${lab}: not passed, ${all.filter(({ pass }) => pass).length} of ${all.length} criteria`,
  );
}

function criterionRow({ name, value, unit, min, max, pass }: ExpectationResult): string[] {
  const bounds = [min === undefined ? '' : `≥ ${formatNumber(min)}`, max === undefined ? '' : `≤ ${formatNumber(max)}`]
    .filter(Boolean)
    .join(' and ');
  return [pass ? '✓' : '✗', name, value === null ? 'not a number' : `${formatNumber(value)} ${unit}`.trim(), bounds];
}
