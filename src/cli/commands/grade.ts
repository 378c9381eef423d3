/** `skidpad grade`: runs a student's work in the scenarios of a lab and says pass or fail per criterion. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { HostError } from '../../core/host.ts';
import { InputError, quote, suggestion } from '../../core/input-error.ts';
import { parseScenario } from '../../core/scenario.ts';
import type { Scenario } from '../../core/scenario.ts';
import type { GradedScenario } from '../../record/grading.ts';
import {
  findLab,
  hasPassed,
  isGradedScenario,
  matchPorts,
  STUDENT,
  studentEntry,
  submittedEntry,
} from '../../record/grading.ts';
import type { ExpectationResult } from '../../record/metrics/metrics.ts';
import { prepareScenario } from '../../scenario-preparation.ts';
import { ExitCode, explain } from '../exit-code.ts';
import { submissionOf } from '../grade-submission.ts';
import { hostOptions } from '../hosts.ts';
import { readScenarioDocument } from '../load-scenario.ts';
import { projectFile } from '../project-files.ts';
import { RunRecording } from '../run-recording.ts';
import { runSession } from '../run-session.ts';
import { formatNumber, formatTable } from '../table.ts';
import { catalogFor } from '../user-blocks.ts';

export interface GradeOptions {
  readonly out?: string;
  readonly json?: boolean;
}

export async function grade(lab: string, submission: string, options: GradeOptions): Promise<void> {
  const folder = labFolder(lab);
  const files = readdirSync(folder).filter(isGradedScenario).sort();
  const results: GradedScenario[] = [];
  for (const file of files)
    results.push(
      await gradeScenario(join(folder, file), submission, options, files.length > 1 ? file.replace(/\.yaml$/, '') : ''),
    );
  const passed = hasPassed(results);
  if (options.json) console.log(JSON.stringify({ lab, submission, passed, scenarios: results }, null, 2));
  else print(lab, results, passed);
  process.exitCode = results.some(({ problem }) => problem !== undefined)
    ? ExitCode.hostFailed
    : passed
      ? ExitCode.good
      : ExitCode.failed;
}

/** `lab2` finds docs/course/lab2-tuning; a path to a folder is taken as it is. */
function labFolder(lab: string): string {
  if (existsSync(join(lab, 'scenario.yaml'))) return lab;
  const course = projectFile('docs/course');
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

async function gradeScenario(
  file: string,
  submission: string,
  options: GradeOptions,
  part: string,
): Promise<GradedScenario> {
  const document = readScenarioDocument(file) as any;
  const entry = studentEntry(document, file);
  document.blocks[STUDENT] = submittedEntry(entry, submissionOf(submission));
  const catalog = await catalogFor(document, '.');
  if (document.blocks[STUDENT].type !== entry.type)
    matchPorts(document.blocks[STUDENT], entry, catalog.find(document.blocks[STUDENT].type)!, submission);
  const scenario = parseScenario(prepareScenario(document), catalog);
  return { scenario: document.name, ...(await judged(scenario, options, part)) };
}

async function judged(
  scenario: Scenario,
  { out }: GradeOptions,
  part: string,
): Promise<Pick<GradedScenario, 'criteria' | 'hash' | 'problem'>> {
  const directory = out === undefined ? undefined : join(out, part);
  const recording = directory === undefined ? undefined : new RunRecording(scenario, directory);
  try {
    const outcome = await runSession(scenario, { hosts: await hostOptions(scenario), recording });
    if (directory !== undefined) await (await import('../run-documents.ts')).writeDocuments(directory);
    return { criteria: outcome.expectations, hash: outcome.hash };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { criteria: [], problem: explain(error).message };
  }
}

function print(lab: string, results: readonly GradedScenario[], passed: boolean): void {
  for (const { scenario, criteria, problem, hash } of results) {
    console.log(`${scenario}${hash === undefined ? '' : `   (hash ${hash})`}`);
    if (problem !== undefined) console.log(`✗  ${problem}`);
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
