/** Whether a file can be written, asked before the work that goes into it. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { InputError } from '../core/input-error.ts';

/** Throws InputError at `option` when the file cannot be written; writes nothing. */
export function requireWritable(file: string, option: string): void {
  const folder = dirname(file);
  if (!existsSync(folder)) throw new InputError(option, `${file}: there is no directory ${folder}`);
  if (!statSync(folder).isDirectory()) throw new InputError(option, `${file}: ${folder} is not a directory`);
  const isThere = existsSync(file);
  if (isThere && statSync(file).isDirectory()) throw new InputError(option, `${file} is a directory, expected a file`);
  try {
    accessSync(isThere ? file : folder, constants.W_OK);
  } catch {
    throw new InputError(option, `${file} may not be written`);
  }
}
