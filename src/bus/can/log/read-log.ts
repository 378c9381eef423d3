/** A log of CAN frames in either format, told apart by how it begins. */
import { InputError, quote } from '../../../core/input-error.ts';
import { readAsc } from './asc.ts';
import { readCandump } from './candump.ts';
import type { OnLoggedFrame } from './frame-text.ts';

const BEGINS_AS_ASC = /^(date|base|\/\/|(no\s+)?internal|begin|\d+\.\d+\s)/i;

export function readCanLog(text: string, file: string, each: OnLoggedFrame): void {
  const start = text.slice(0, 200).trimStart();
  if (start.startsWith('(')) return readCandump(text, file, each);
  if (BEGINS_AS_ASC.test(start)) return readAsc(text, file, each);
  throw new InputError(
    file,
    `expected a log of candump or Vector ASC, which begin with ( or date, got ${quote(start)}`,
  );
}
