/** Blocks that users write: what a module has to export to be one. */
import type { AnyBlock } from './block.ts';
import { InputError, quote } from './input-error.ts';

/** Whether a block type is the name of a file. */
export const isBlockFile = (type: unknown): type is string =>
  typeof type === 'string' && /^\.{0,2}\/.*\.(ts|mts|js|mjs)$/.test(type);

/** The default export of the module `type`, if it is a block; throws InputError at `path`. */
export function checkedBlock(value: unknown, type: string, path: string): AnyBlock {
  const block = value as Partial<AnyBlock> | undefined;
  if (typeof block !== 'object' || block === null)
    throw new InputError(path, `expected ${type} to have a default export made with defineBlock, got ${quote(value)}`);
  for (const name of ['init', 'step'] as const) {
    if (typeof block[name] !== 'function')
      throw new InputError(path, `expected the block in ${type} to have a function ${name}, got ${quote(block[name])}`);
  }
  for (const name of ['params', 'inputs', 'outputs'] as const) {
    if (typeof block[name] !== 'object' || block[name] === null)
      throw new InputError(path, `expected the block in ${type} to declare its ${name}, got ${quote(block[name])}`);
  }
  return { ...(block as AnyBlock), type, doc: block.doc ?? '' };
}
