/** Plain mappings by name, as YAML and JSON hold them. */
import { InputError } from './input-error.ts';
import type { Place } from './places.ts';
import { keepPlaces, ownPlace, placeAt, setOwnPlace, setPlace } from './places.ts';

export type Tree = Record<string, unknown>;

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value only says where to find another: `{ of: camera.params.mount }`. */
export const isReference = (value: unknown): value is { readonly of: string } =>
  isTree(value) && typeof value.of === 'string' && Object.keys(value).length === 1;

/** `over` laid onto `base`, mapping by mapping and lists and references as a whole; null takes away what `base` says. */
export function mergeTrees(base: Readonly<Tree>, over: Readonly<Tree>): Tree {
  const result = keepPlaces(base, { ...base });
  const place = nearer(ownPlace(over), ownPlace(base));
  if (place !== undefined) setOwnPlace(result, place);
  for (const [key, value] of Object.entries(over)) {
    if (key === '__proto__') throw new InputError('', 'the name "__proto__" cannot be used');
    if (value === null) {
      delete result[key];
      continue;
    }
    const below = Object.hasOwn(result, key) ? result[key] : undefined;
    const isBoth = isTree(below) && isTree(value) && !isReference(below) && !isReference(value);
    result[key] = isBoth ? mergeTrees(below, value) : value;
    setPlace(result, key, isBoth ? nearer(placeAt(over, key), placeAt(base, key)) : placeAt(over, key));
  }
  return result;
}

/** Where a mapping is that both sides have: as `over` has it, unless only `base` is in a file. */
const nearer = (over: Place | undefined, base: Place | undefined): Place | undefined =>
  over === undefined || over.file === '' ? (base ?? over) : over;
