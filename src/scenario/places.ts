/** From a path in an expanded document back to the file, line and path that a person wrote. */
import { InputError } from '../core/input-error.ts';
import type { Place } from '../core/places.ts';
import { isPlaced, ownPlace, placeAt, setOwnPlace, setPlace } from '../core/places.ts';
import type { Tree } from '../core/tree.ts';
import { isTree } from '../core/tree.ts';

export type { Place } from '../core/places.ts';

/**
 * The deepest known place along a dotted path such as `blocks.car.params.x` or `record[3].signal`. What lies below it is
 * added to its own path: a key that is absent is where the mapping is that should hold it.
 */
export function placeOf(document: Tree, path: string): Place | undefined {
  let place = ownPlace(document);
  let beyond = '';
  let node: unknown = document;
  let rest = path;
  for (;;) {
    const key = keyAhead(node, rest);
    if (key === undefined) return place && { ...place, path: joined(joined(place.path, beyond), rest) };
    const holder = node as Tree;
    const segment = Array.isArray(node) ? `[${key}]` : key;
    if (isPlaced(holder, key)) {
      place = placeAt(holder, key);
      beyond = '';
    } else beyond = joined(beyond, segment);
    rest = rest.slice(segment.length).replace(/^\./, '');
    node = holder[key];
    if (place === undefined && typeof node === 'object' && node !== null) {
      place = ownPlace(node);
      if (place !== undefined) beyond = '';
    }
  }
}

/** The key of `node` that the path goes on with, if there is one; the longest, as names may have dots in them. */
function keyAhead(node: unknown, rest: string): string | undefined {
  if (Array.isArray(node)) {
    const index = /^\[(\d+)\]/.exec(rest)?.[1];
    return index !== undefined && Number(index) < node.length ? index : undefined;
  }
  if (!isTree(node) || rest === '') return undefined;
  const isAhead = (key: string) => rest.startsWith(key) && ['', '.', '['].includes(rest.charAt(key.length));
  return Object.keys(node)
    .filter((key) => key !== '' && isAhead(key))
    .sort((a, b) => b.length - a.length)[0];
}

/** `a.b`, `a[0]`, or one of them where the other is empty. */
export const joined = (path: string, more: string): string =>
  path === '' || more === '' || more.startsWith('[') ? path + more : `${path}.${more}`;

/** The same error with the file, the line and the path as they were written; unchanged where nothing is known of them. */
export function locate(error: InputError, document: Tree): InputError {
  if (error.place !== undefined) return error;
  const place = placeOf(document, error.path);
  return place === undefined ? error : placed(error, place);
}

/** What is wrong with a key, or with an item, wherever that was written; `path` where it is not known. */
export function errorAt(holder: object, key: string | number, path: string, problem: string): InputError {
  const error = new InputError(path, problem);
  const place = placeAt(holder, key);
  return place === undefined ? error : placed(error, place);
}

function placed(error: InputError, place: Place): InputError {
  const located = new InputError(place.path, error.problem, place.file === '' ? undefined : place);
  return Object.assign(located, error.cause !== undefined && { cause: error.cause });
}

/** Runs a stage, whose sentences are about `document`, and names in them what was written. */
export function located<T>(document: Tree, stage: () => T): T {
  try {
    return stage();
  } catch (error) {
    throw error instanceof InputError ? locate(error, document) : error;
  }
}

/** Says that everything in a value was written in `file`, of which no lines are known. */
export function writtenIn<T>(value: T, file: string): T {
  const mark = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, item] of Object.entries(node)) {
      const below = joined(path, Array.isArray(node) ? `[${key}]` : key);
      setPlace(node, key, { file, path: below });
      mark(item, below);
    }
  };
  if (typeof value === 'object' && value !== null) {
    setOwnPlace(value, { file, path: '' });
    mark(value, '');
  }
  return value;
}
