/** How many threads a run may have. */
import { InputError, quote } from './input-error.ts';

/** Its own included; more than any machine needs for one run. */
export const MOST_THREADS = 64;

/** `path` is how the number was given. */
export function checkThreads(threads: unknown, path: string): number {
  if (typeof threads === 'number' && Number.isInteger(threads) && threads >= 1 && threads <= MOST_THREADS)
    return threads;
  throw new InputError(path, `expected a whole number from 1 to ${MOST_THREADS}, got ${quote(threads)}`);
}
