/** A key for components that live as long as an object does: another player gets components of its own. */
const keys = new WeakMap<object, number>();
let next = 1;

export function instanceKey(object: object): number {
  const known = keys.get(object);
  if (known !== undefined) return known;
  keys.set(object, next);
  return next++;
}
