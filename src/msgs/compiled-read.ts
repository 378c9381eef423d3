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

/** Names come from message definitions, which may be anybody's: only plain names and whole numbers are ever compiled. */
function compiled(keys: Keys): ((message: unknown) => number) | undefined {
  const isPlain = (key: string | number) =>
    typeof key === 'number' ? Number.isSafeInteger(key) && key >= 0 : /^[A-Za-z]\w*$/.test(key);
  if (!keys.every(isPlain)) return undefined;
  const path = keys.map((key) => (typeof key === 'number' ? `?.[${key}]` : `?.${key}`)).join('');
  try {
    // nothing but names and numbers, as checked above
    return new Function('m', `return +m${path}`) as (message: unknown) => number;
  } catch {
    return undefined;
  }
}
