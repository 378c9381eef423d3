/**
 * A fact is written once: a parameter may be that of another block, or of the world.
 *
 *   detector:
 *     params: { mount: { of: camera.params.mount }, laneWidth: { of: world.track.laneWidth } }
 *
 * The value is taken as it is after every default and override; when the other block's parameter changes during a run, so does
 * this one. A saved scenario keeps the reference.
 */
import { InputError, quote, suggestion } from '../core/input-error.ts';
import type { Tree } from '../core/tree.ts';
import { isReference, isTree } from '../core/tree.ts';

/** A parameter of a block that is that of another. */
export interface Reference {
  readonly block: string;
  /** Below `params`, dotted, with [i] for list items. */
  readonly path: string;
  readonly of: Target;
}

export interface Target {
  /** WORLD for the world. */
  readonly block: string;
  readonly path: string;
}

/** The name that stands for the world in references and changes. */
export const WORLD = 'world';

/** `camera.params.mount` or `world.track.laneWidth`. */
function parseTarget(of: string, path: string): Target {
  const [, block, below] = /^([A-Za-z_][\w-]*)\.params\.(.+)$/.exec(of) ?? [];
  if (block !== undefined) return { block, path: below };
  if (of.startsWith(`${WORLD}.`)) return { block: WORLD, path: of.slice(WORLD.length + 1) };
  throw new InputError(`${path}.of`, `expected block.params.name or world.name, got ${quote(of)}`);
}

/** The parameters with every reference replaced by its value; what was replaced is added to `found`. */
export function substitute(
  value: unknown,
  block: string,
  valueOf: (target: Target, path: string) => unknown,
  found: Reference[],
  below = '',
): unknown {
  const path = `blocks.${block}.params${below === '' ? '' : `.${below}`}`;
  if (isReference(value)) {
    const of = parseTarget(value.of, path);
    found.push({ block, path: below, of });
    return valueOf(of, `${path}.of`);
  }
  const inside = (item: unknown, key: string) => substitute(item, block, valueOf, found, key);
  if (Array.isArray(value)) return value.map((item, i) => inside(item, `${below}[${i}]`));
  if (!isTree(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, inside(item, below === '' ? key : `${below}.${key}`)]),
  );
}

const keysOf = (path: string): string[] => path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');

/** The value at a dotted path, or a sentence at `path` where it is asked for. */
export function valueAt(root: unknown, target: Target, path: string): unknown {
  let value = root;
  const name = target.block === WORLD ? WORLD : `${target.block}.params`;
  for (const [i, key] of keysOf(target.path).entries()) {
    const known = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    if (!known.includes(key)) {
      const where = [name, ...keysOf(target.path).slice(0, i)].join('.');
      throw new InputError(path, `${where} has no ${quote(key)}${suggestion(key, known)}`);
    }
    value = (value as Tree)[key];
  }
  return value;
}

/** A copy of the parameters in which references stand again where they stood. */
export function withReferences(params: Tree, block: string, references: readonly Reference[]): Tree {
  const own = references.filter((reference) => reference.block === block && reference.path !== '');
  if (own.length === 0) return params;
  const copy = structuredClone(params);
  for (const { path, of } of own)
    setAt(copy, path, { of: of.block === WORLD ? `${WORLD}.${of.path}` : `${of.block}.params.${of.path}` });
  return copy;
}

export function setAt(root: Tree, path: string, value: unknown): void {
  const keys = keysOf(path);
  let node: any = root;
  for (const key of keys.slice(0, -1)) node = node[key];
  node[keys.at(-1)!] = value;
}
