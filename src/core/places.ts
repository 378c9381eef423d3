/**
 * Where values were written. Documents are plain data: the place of each of their keys is kept beside them, by object, and
 * goes from an object to the ones that are made of it.
 */
export interface Place {
  /** The file as it was named, or an option such as `--set blocks.car.params.mass`; '' for a document that no file holds. */
  readonly file: string;
  /** Counted from 1. */
  readonly line?: number;
  readonly column?: number;
  /** Dotted path as written in that file. */
  readonly path: string;
}

/** Stands for the object as a whole among its keys. */
const ITSELF = Symbol('itself');

/** A key with undefined was written nobody knows where; a key that is not there, with what surrounds it. */
type Places = Map<string | typeof ITSELF, Place | undefined>;

const known = new WeakMap<object, Places>();

/** Where a key of a mapping, or an item of a list, was written. */
export const placeAt = (holder: object, key: string | number): Place | undefined => known.get(holder)?.get(String(key));

/** Whether anything was said about where a key was written, be it that this is not known. */
export const isPlaced = (holder: object, key: string | number): boolean => known.get(holder)?.has(String(key)) ?? false;

/** Says where a key was written; undefined says that this is not known. */
export function setPlace(holder: object, key: string | number, place: Place | undefined): void {
  if (place !== undefined || known.has(holder)) placesOf(holder).set(String(key), place);
}

/** Where a whole document was written. */
export const ownPlace = (holder: object): Place | undefined => known.get(holder)?.get(ITSELF);

export const setOwnPlace = (holder: object, place: Place): void => void placesOf(holder).set(ITSELF, place);

/** Gives `to`, which was made of `from`, the places of the keys that both have. */
export function keepPlaces<T extends object>(from: object, to: T): T {
  for (const [key, place] of known.get(from) ?? [])
    if (key === ITSELF || Object.hasOwn(to, key)) placesOf(to).set(key, place);
  return to;
}

function placesOf(holder: object): Places {
  let places = known.get(holder);
  if (places === undefined) known.set(holder, (places = new Map()));
  return places;
}
