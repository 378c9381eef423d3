/**
 * A straight read of one number inside a message, `m.twist.linear.x`, compiled once: an engine cannot see through a walk along a list of
 * keys, and boxes every number it finds on the way. Where a page's policy allows no compiling, the walk remains.
 */
export type Keys = readonly (string | number)[];

/** Booleans read as 0 and 1; NaN where an element is not there. */
export const readAt = (keys: Keys): ((message: unknown) => number) =>
  compiled(keys) ?? ((message) => walk(message, keys));

export function walk(message: unknown, keys: Keys): number {
  let value = message;
  for (let i = 0; i < keys.length; i++) {
    // an element that is not there
    if (value === undefined) return NaN;
    value = (value as Record<string | number, unknown>)[keys[i]];
  }
  return Number(value);
}

/** What a publication brings, as whoever listens to a signal gets it. */
export interface Publication {
  readonly signal: { readonly value: unknown; readonly publishedNs: number };
}

/** Whoever takes numbers, and when they were published [ns]. */
export interface Taker {
  take(value: number, timeNs: number): void;
}

/** A listener that hands the number on to `taker`, compiled with what the taker does into one piece in which nothing is boxed. */
export const handOn = (keys: Keys, taker: Taker): ((publication: Publication) => void) =>
  compiledListener(keys)?.(taker) ?? (({ signal }) => taker.take(walk(signal.value, keys), signal.publishedNs));

/** Compiled for one taker: shared by several, it would be a call like any other again. */
const compiledListener = (keys: Keys): ((taker: Taker) => (publication: Publication) => void) | undefined =>
  compile(keys, 'taker', (path) => `({ signal }) => taker.take(+signal.value${path}, signal.publishedNs)`);

const compiled = (keys: Keys): ((message: unknown) => number) | undefined => compile(keys, 'm', (path) => `+m${path}`);

/** Names come from message definitions, which may be anybody's: only plain names and whole numbers are ever compiled. */
function compile<F>(keys: Keys, parameter: string, result: (path: string) => string): F | undefined {
  const isPlain = (key: string | number) =>
    typeof key === 'number' ? Number.isSafeInteger(key) && key >= 0 : /^[A-Za-z]\w*$/.test(key);
  if (!keys.every(isPlain)) return undefined;
  const path = keys.map((key) => (typeof key === 'number' ? `?.[${key}]` : `?.${key}`)).join('');
  try {
    // nothing but names and numbers, as checked above
    return new Function(parameter, `return ${result(path)}`) as F;
  } catch {
    return undefined;
  }
}
