/**
 * A student's work as a file:
 *
 *   controller.ts   a TypeScript block
 *   controller.py   a Python program (any executable file works the same)
 *   gains.yaml      parameters, where the lab has a block to be tuned
 */
import { extname, resolve } from 'node:path';
import type { Submission } from './grading.ts';

/** `text` is what the file holds. */
export function submissionOf(file: string, text: string): Submission {
  switch (extname(file)) {
    case '.yaml':
    case '.yml':
      return { kind: 'parameters', file, text };
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
