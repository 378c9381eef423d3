/**
 * A student's work as a file:
 *
 *   controller.ts   a TypeScript block
 *   controller.py   a Python program (any executable file works the same)
 *   gains.yaml      parameters, where the lab has a block to be tuned
 */
import { existsSync, readFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { InputError } from '../core/input-error.ts';
import type { Submission } from './grading.ts';

export function submissionOf(file: string): Submission {
  if (!existsSync(file)) throw new InputError(file, 'there is no such file');
  switch (extname(file)) {
    case '.yaml':
    case '.yml':
      return { kind: 'parameters', file, text: readFileSync(file, 'utf8') };
    case '.ts':
    case '.mts':
    case '.js':
    case '.mjs':
      return { kind: 'module', file, type: resolve(file) };
    default:
      return { kind: 'program', file, command: programCommand(file) };
  }
}

const programCommand = (file: string): string =>
  extname(file) === '.py' ? `python3 "${resolve(file)}"` : `"${resolve(file)}"`;
