/**
 * A student's work put into the scenario of a lab: in place of its block `student`, whose ports the lab declares.
 *
 *   controller.ts   a TypeScript block, in a worker, so that one that never returns can be stopped
 *   controller.py   a Python program (any executable file works the same)
 *   gains.yaml      parameters, where the lab has a block to be tuned
 */
import { existsSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { InputError, quote } from '../core/input-error.ts';
import { parseYaml } from '../core/scenario-text.ts';
import { readText } from './load-scenario.ts';

/** Wall time after which a student's controller counts as hanging [s]. */
const TIME_LIMIT = 10;
export const STUDENT = 'student';

/** The block entry of the student, from the lab's own and the submitted file. */
export function submittedBlock(entry: Record<string, any>, file: string): Record<string, unknown> {
  if (!existsSync(file)) throw new InputError(file, 'there is no such file');
  const isTuning = entry.type !== 'program';
  switch (extname(file)) {
    case '.yaml':
    case '.yml':
      if (!isTuning) throw new InputError(file, 'this lab wants a controller: a .ts file or a program');
      return { ...entry, params: { ...entry.params, ...submittedParams(file) } };
    case '.ts':
    case '.mts':
    case '.js':
    case '.mjs':
      if (isTuning) throw new InputError(file, 'this lab wants parameters: a .yaml file');
      return typeScriptBlock(entry, file);
    default:
      if (isTuning) throw new InputError(file, 'this lab wants parameters: a .yaml file');
      return { ...entry, host: { kind: 'process', command: programCommand(file), timeLimit: TIME_LIMIT } };
  }
}

function typeScriptBlock({ ports: _ports, host: _host, params: _params, ...entry }: Record<string, any>, file: string): Record<string, unknown> {
  return { ...entry, type: resolve(file), host: { kind: 'worker', timeLimit: TIME_LIMIT } };
}

const programCommand = (file: string): string => (extname(file) === '.py' ? `python3 "${resolve(file)}"` : `"${resolve(file)}"`);

function submittedParams(file: string): Record<string, unknown> {
  const params = parseYaml(readText(file), file);
  if (typeof params !== 'object' || params === null || Array.isArray(params)) throw new InputError(file, `expected parameters by name, got ${quote(params)}`);
  return params as Record<string, unknown>;
}
