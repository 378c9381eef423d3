/**
 * Where the value of a signal, or of a field, comes from, as scenarios write it:
 *
 *   20                                    a number
 *   state.vx                              something that is read
 *   { from: state.vx, scale: 3.6 }        the same times `scale` plus `offset`, for files whose units are not SI
 */
import { InputError, quote } from '../../core/input-error.ts';
import { group, param, parse, text } from '../../core/schema.ts';
import { isTree } from '../../core/tree.ts';

const scaled = group(
  {
    from: text(undefined, 'what is read'),
    scale: param(1, '', 'it is multiplied by this'),
    offset: param(0, '', 'and this is added'),
  },
  'something that is read, in other units',
);

/** Either a constant, or a reference with its scale. */
export interface Source {
  readonly constant?: number;
  readonly from?: string;
  readonly scale: number;
  readonly offset: number;
}

export function parseSource(value: unknown, path: string): Source {
  if (typeof value === 'number' && Number.isFinite(value)) return { constant: value, scale: 1, offset: 0 };
  if (typeof value === 'boolean') return { constant: value ? 1 : 0, scale: 1, offset: 0 };
  if (typeof value === 'string') return { from: value, scale: 1, offset: 0 };
  if (isTree(value)) return parse(scaled, value, path);
  throw new InputError(path, `expected a number, what is read, or { from, scale, offset }, got ${quote(value)}`);
}

/** The same as a sentence for `check`, path first; undefined where it is a source. */
export function sourceProblem(value: unknown, path: string): [string, string] | undefined {
  try {
    parseSource(value, path);
    return undefined;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return [error.path, error.problem];
  }
}
