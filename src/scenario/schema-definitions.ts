/**
 * A JSON Schema with what it repeats written once: equal sub-schemas of some size become `$defs`, and every place
 * that has one refers to it.
 *
 * A definition is named after the keys that lead to it (`params` aside), from the last one back as far as it takes to tell
 * it from the others: `mount`, `camera.mount`. Of several places the shortest path counts, and of equally short ones the first in
 * the alphabet, so that names do not follow from the order in which blocks are listed.
 */
type Json = Record<string, unknown>;

/** Characters from which a sub-schema is worth a reference. */
const WORTH_SHARING = 60;

/** Of a sub-schema: the path of keys that names it, and the number of places that would refer to it. */
interface Occurrence {
  path: readonly string[];
  places: number;
}

/** Sub-schemas by their text. */
type Occurrences = Map<string, Occurrence>;

/** The same schema with `$defs`; those that it has already keep their names. */
export function shareDefinitions({ $defs = {}, ...root }: Json): Json {
  const given = Object.entries($defs as Record<string, Json>);
  const found: Occurrences = new Map();
  for (const [name, body] of given) visit(body, [name], found, true);
  visit(root, [], found, true);
  const shared = [...found].filter(([, { places }]) => places > 1);
  const names = namesOf(shared, Object.keys($defs as Json));
  const bodies = [
    ...given.map(([name, body]) => [name, withReferences(body, names)] as const),
    ...shared.map(([text]) => [names.get(text)!, withReferences(JSON.parse(text), names)] as const),
  ].sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...(withReferences(root, names) as Json), $defs: Object.fromEntries(bodies) };
}

/** Finds what is below `schema`. What is below the second of two equal schemas has a path too, but is written only once. */
function visit(schema: Json, path: readonly string[], found: Occurrences, isWritten: boolean): void {
  for (const [child, childPath] of subSchemas(schema, path)) {
    const text = JSON.stringify(child);
    if (text.length < WORTH_SHARING) continue;
    const known = found.get(text);
    const entry = known ?? { path: childPath, places: 0 };
    if (isWritten) entry.places++;
    if (comesBefore(childPath, entry.path)) entry.path = childPath;
    found.set(text, entry);
    visit(child, childPath, found, isWritten && known === undefined);
  }
}

const comesBefore = (a: readonly string[], b: readonly string[]) =>
  a.length !== b.length ? a.length < b.length : a.join('.') < b.join('.');

const isSchema = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schemas directly in a schema, each with its path of keys. */
function* subSchemas(schema: Json, path: readonly string[]): Generator<[Json, readonly string[]]> {
  for (const [key, value] of Object.entries((schema.properties ?? {}) as Json))
    if (isSchema(value)) yield [value, key === 'params' && path.length > 0 ? path : [...path, key]];
  if (isSchema(schema.additionalProperties)) yield [schema.additionalProperties, extended(path, 'entry')];
  if (isSchema(schema.items)) yield [schema.items, extended(path, 'item')];
  if (isSchema(schema.then)) yield [schema.then, [...path, ...blockType(schema)]];
  for (const [i, option] of ((schema.anyOf ?? []) as Json[]).entries())
    yield [option, extended(path, `option${i + 1}`)];
  for (const part of (schema.allOf ?? []) as Json[]) yield [part, path];
}

/** `obstacles` and `item` make `obstacles-item`: the second alone says nothing. */
const extended = (path: readonly string[], word: string): readonly string[] => [
  ...path.slice(0, -1),
  `${path.at(-1) ?? 'scenario'}-${word}`,
];

/** Of `if: { properties: { type: { const } } }`. */
function blockType(schema: Json): string[] {
  const condition = schema.if as { properties?: { type?: { const?: string } } } | undefined;
  const type = condition?.properties?.type?.const;
  return type === undefined ? [] : [type.slice(type.indexOf('/') + 1)];
}

/** A name for each shared text: the end of its path, as short as it can be without meaning another one. */
function namesOf(shared: readonly [string, Occurrence][], taken: readonly string[]): Map<string, string> {
  const end = (path: readonly string[], length: number) => path.slice(-length).join('.');
  const named = shared.map(([text, { path }]): [string, string] => {
    const isAmbiguous = (name: string, length: number) =>
      taken.includes(name) || shared.some(([other, their]) => other !== text && end(their.path, length) === name);
    let length = 1;
    while (length < path.length && isAmbiguous(end(path, length), length)) length++;
    return [text, end(path, length)];
  });
  const names = new Set([...taken, ...named.map(([, name]) => name)]);
  if (names.size < taken.length + named.length) throw new Error('two shared sub-schemas have the same path of keys');
  return new Map(named);
}

/** `value` with a reference wherever a named sub-schema stands below it. */
function withReferences(value: unknown, names: ReadonlyMap<string, string>): unknown {
  const reference = (item: unknown): unknown => {
    const name = isSchema(item) ? names.get(JSON.stringify(item)) : undefined;
    return name === undefined ? withReferences(item, names) : { $ref: `#/$defs/${name}` };
  };
  if (Array.isArray(value)) return value.map(reference);
  return isSchema(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, reference(item)]))
    : value;
}
