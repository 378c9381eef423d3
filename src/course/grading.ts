/**
 * A student's work put into the scenario of a lab, in place of its block `student`, and the verdict on it.
 *
 *   module       a TypeScript block
 *   program      any executable, in a process of its own
 *   parameters   where the lab has a block to be tuned
 *
 * The lab is a scenario whose block `student` declares the ports of a program, or is a block to be tuned. The criteria are
 * the expectations of the scenario. Nothing here reads files: the command line and the studio grade by the same rules.
 */
import { createHash, crossMix, foldString, hashToHex } from '../math/hash.ts';
import { EXTERNAL, PROGRAM } from '../scenario/external-block.ts';
import { parseYaml } from '../scenario/yaml.ts';
import type { AnyBlock } from '../core/block.ts';
import { portType } from '../core/block.ts';
import { quote } from '../core/input-error.ts';
import { fileError } from '../scenario/files.ts';
import { mergeTrees } from '../core/tree.ts';
import type { ExpectationResult } from '../record/metrics/metrics.ts';

export const STUDENT = 'student';
/** Wall time after which a student's controller counts as hanging [s]. */
export const TIME_LIMIT = 10;

export type Submission =
  /** `type` is the name by which the catalog knows the block of this file. */
  | { readonly kind: 'module'; readonly file: string; readonly type: string }
  | { readonly kind: 'program'; readonly file: string; readonly command: string }
  | { readonly kind: 'parameters'; readonly file: string; readonly text: string };

type Entry = Record<string, unknown> & { readonly ports?: { readonly outputs?: Record<string, string> } };

/** The files of a lab that are run, all of which have to pass. */
export const isGradedScenario = (name: string): boolean => /^scenario.*\.yaml$/.test(name);

/** `lab2` means lab2-tuning. */
export const findLab = (lab: string, labs: readonly string[]): string | undefined =>
  labs.find((name) => name === lab || name.startsWith(`${lab}-`));

/** The lab's own entry for the student. */
export function studentEntry(document: unknown, file: string): Entry {
  const entry = (document as { blocks?: Record<string, unknown> }).blocks?.[STUDENT];
  if (typeof entry !== 'object' || entry === null)
    throw fileError(file, `has no block ${quote(STUDENT)} for the submission`);
  return entry as Entry;
}

/** Whether a lab wants parameters of a block that is there, and not a controller. */
export const wantsParameters = ({ type }: Entry): boolean => type !== EXTERNAL && type !== PROGRAM;

/** The block entry of the student, from the lab's own and the submission. */
export function submittedEntry(entry: Entry, submission: Submission): Entry {
  const { kind, file } = submission;
  const isTuning = wantsParameters(entry);
  if (isTuning && kind !== 'parameters') throw fileError(file, 'this lab wants parameters: a .yaml file');
  if (!isTuning && kind === 'parameters') throw fileError(file, 'this lab wants a controller: a .ts file or a program');
  if (kind === 'parameters')
    return { ...entry, params: mergeTrees((entry.params ?? {}) as Entry, submittedParams(submission.text, file)) };
  if (kind === 'program')
    return { ...entry, host: { kind: 'process', command: submission.command, confined: true, timeLimit: TIME_LIMIT } };
  const { ports: _ports, host: _host, params: _params, ...rest } = entry;
  return { ...rest, type: submission.type };
}

function submittedParams(text: string, file: string): Record<string, unknown> {
  const params = parseYaml(text, file);
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    throw fileError(file, `expected parameters by name, got ${quote(params)}`);
  return params as Record<string, unknown>;
}

/** The student's block must write what the lab reads; of the inputs that the lab offers it may leave out some. */
export function matchPorts(block: Entry, entry: Entry, definition: AnyBlock, file: string): void {
  for (const [port, type] of Object.entries(entry.ports?.outputs ?? {})) {
    const own = definition.outputs[port];
    if (own === undefined || 'map' in own)
      throw fileError(file, `expected an output ${quote(port)} of type ${type}, got none`);
    const name = portType(own).name;
    if (name.replace('/msg/', '/') !== type.replace('/msg/', '/'))
      throw fileError(file, `expected output ${quote(port)} to be a ${type}, got a ${name}`);
  }
  block.inputs = Object.fromEntries(Object.entries(entry.inputs ?? {}).filter(([port]) => port in definition.inputs));
}

export interface GradedScenario {
  readonly scenario: string;
  readonly criteria: readonly ExpectationResult[];
  readonly hash?: string;
  /** Why the run ended before its time. */
  readonly problem?: string;
}

/**
 * Sixteen hex digits over a verdict and the hashes of the runs behind it: whoever grades the same work again gets the same digits, so a
 * verdict that was edited on its way shows.
 */
export function verdictSeal(lab: string, work: string, results: readonly GradedScenario[]): string {
  const hash = createHash();
  foldString(hash, JSON.stringify([lab, work, results]));
  crossMix(hash);
  return hashToHex(hash);
}

/** Every scenario ran to its end, and met every criterion. */
export const hasPassed = (results: readonly GradedScenario[]): boolean =>
  results.every(({ problem, criteria }) => problem === undefined && criteria.every(({ pass }) => pass));
