import { InputError, quote } from '../core/input-error.ts';
import { checkThreads } from '../core/threads.ts';

/** The number that an option of the command line gives; undefined when it is not given. */
export function numberOption(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number))
    throw new InputError(option, `expected a number, got ${quote(value)}`);
  return number;
}

/** The same for a number above 0, with a default. */
export function positiveOption(option: string, value: string | undefined, fallback: number): number {
  const number = numberOption(option, value) ?? fallback;
  if (!(number > 0)) throw new InputError(option, `expected a number above 0, got ${quote(value)}`);
  return number;
}

/** The number of threads that `--threads` gives; 1 when it is not given. */
export const threadsOption = (value: string | undefined): number =>
  value === undefined ? 1 : checkThreads(/^\d+$/.test(value) ? Number(value) : value, '--threads');
