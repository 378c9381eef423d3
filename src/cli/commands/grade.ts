/** `skidpad grade`: runs a student's work in the scenarios of a lab and says pass or fail per criterion. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { HostError } from '../../core/host.ts';
import { InputError, quote, suggestion } from '../../core/input-error.ts';
import type { AnyBlock } from '../../core/block.ts';
import { portType } from '../../core/block.ts';
import { parseScenario } from '../../core/scenario.ts';
import type { Scenario } from '../../core/scenario.ts';
import type { ExpectationResult } from '../../record/metrics.ts';
import { prepareScenario } from '../../scenario-preparation.ts';
import { ExitCode, explain } from '../exit-code.ts';
import { STUDENT, submittedBlock } from '../grade-submission.ts';
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

interface Graded {
  readonly scenario: string;
  readonly criteria: readonly ExpectationResult[];
  readonly hash?: string;
  /** Why the run ended before its time. */
  readonly problem?: string;
}

export async function grade(lab: string, submission: string, options: GradeOptions): Promise<void> {
  const folder = labFolder(lab);
  const files = readdirSync(folder).filter((name) => /^scenario.*\.yaml$/.test(name)).sort();
  const results: Graded[] = [];
  for (const file of files) results.push(await gradeScenario(join(folder, file), submission, options, files.length > 1 ? file.replace(/\.yaml$/, '') : ''));
  const passed = results.every(({ problem, criteria }) => problem === undefined && criteria.every(({ pass }) => pass));
  if (options.json) console.log(JSON.stringify({ lab, submission, passed, scenarios: results }, null, 2));
  else print(lab, results, passed);
  process.exitCode = results.some(({ problem }) => problem !== undefined) ? ExitCode.hostFailed : passed ? ExitCode.good : ExitCode.failed;
}

/** `lab2` finds docs/course/lab2-tuning; a path to a folder is taken as it is. */
function labFolder(lab: string): string {
  if (existsSync(join(lab, 'scenario.yaml'))) return lab;
  const course = projectFile('docs/course');
  const labs = existsSync(course) ? readdirSync(course).filter((name) => existsSync(join(course, name, 'scenario.yaml'))) : [];
  const found = labs.find((name) => name === lab || name.startsWith(`${lab}-`));
  if (found === undefined) throw new InputError('grade', `there is no lab ${quote(lab)}${suggestion(lab, labs)}; there are ${labs.join(', ')}`);
  return join(course, found);
}

async function gradeScenario(file: string, submission: string, options: GradeOptions, part: string): Promise<Graded> {
  const document = readScenarioDocument(file) as any;
  const entry = document.blocks?.[STUDENT];
  if (typeof entry !== 'object' || entry === null) throw new InputError(file, `has no block ${quote(STUDENT)} for the submission`);
  document.blocks[STUDENT] = submittedBlock(entry, submission);
  const catalog = await catalogFor(document, '.');
  if (document.blocks[STUDENT].type !== entry.type) matchPorts(document.blocks[STUDENT], entry, catalog.find(document.blocks[STUDENT].type)!, submission);
  const scenario = parseScenario(prepareScenario(document), catalog);
  return { scenario: document.name, ...(await judged(scenario, options, part)) };
}

/** The student's block must write what the lab reads; of the inputs that the lab offers it may leave out some. */
function matchPorts(block: any, entry: any, definition: AnyBlock, file: string): void {
  for (const [port, type] of Object.entries<string>(entry.ports?.outputs ?? {})) {
    const own = definition.outputs[port];
    if (own === undefined) throw new InputError(file, `expected an output ${quote(port)} of type ${type}, got none`);
    const name = portType(own).name;
    if (name.replace('/msg/', '/') !== type.replace('/msg/', '/')) throw new InputError(file, `expected output ${quote(port)} to be a ${type}, got a ${name}`);
  }
  block.inputs = Object.fromEntries(Object.entries(entry.inputs ?? {}).filter(([port]) => port in definition.inputs));
}

async function judged(scenario: Scenario, { out }: GradeOptions, part: string): Promise<Pick<Graded, 'criteria' | 'hash' | 'problem'>> {
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

function print(lab: string, results: readonly Graded[], passed: boolean): void {
  for (const { scenario, criteria, problem, hash } of results) {
    console.log(`${scenario}${hash === undefined ? '' : `   (hash ${hash})`}`);
    if (problem !== undefined) console.log(`✗  ${problem}`);
    else console.log(formatTable(['', 'criterion', 'value', 'bound'], criteria.map(criterionRow)));
    console.log();
  }
  const all = results.flatMap(({ criteria }) => criteria);
  console.log(passed ? `${lab}: passed, ${all.length} of ${all.length} criteria` : `${lab}: not passed, ${all.filter(({ pass }) => pass).length} of ${all.length} criteria`);
}

function criterionRow({ name, value, unit, min, max, pass }: ExpectationResult): string[] {
  const bounds = [min === undefined ? '' : `≥ ${formatNumber(min)}`, max === undefined ? '' : `≤ ${formatNumber(max)}`].filter(Boolean).join(' and ');
  return [pass ? '✓' : '✗', name, value === null ? 'not a number' : `${formatNumber(value)} ${unit}`.trim(), bounds];
}
