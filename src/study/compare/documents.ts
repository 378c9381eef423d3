/** What differs between documents: scenarios of several runs, value by value. */
import type { Tree } from '../../core/tree.ts';
import { isTree } from '../../core/tree.ts';

export interface DocumentChange {
  /** Such as `blocks.vehicle.params.wheelBase` or `blocks.driver.params.segments[1].vx`. */
  readonly path: string;
  /** By document; undefined where it has no such value. */
  readonly values: readonly unknown[];
}

/** Stands for a value whose surroundings are missing already; that has been said one level up. */
const MISSING_ABOVE = Symbol('missing above');

/** Differences in the order of the documents. `ignored` are keys of the outermost level. */
export function documentChanges(
  documents: readonly Tree[],
  ignored: ReadonlySet<string> = new Set(),
): DocumentChange[] {
  const changes: DocumentChange[] = [];
  for (const key of keysOf(documents)) {
    if (!ignored.has(key))
      compare(
        documents.map((document) => document[key]),
        key,
        changes,
      );
  }
  return changes;
}

/** Things of different types, such as two controllers, are compared only in what all of them have. */
function compare(values: readonly unknown[], path: string, changes: DocumentChange[], onlyCommon = false): void {
  const present = values.filter((value) => value !== MISSING_ABOVE);
  const known = present.filter((value) => value !== undefined);
  const isMissing = known.length < present.length;
  if (isMissing && known.length > 0 && !onlyCommon) changes.push({ path, values: values.map(withoutMark) });
  if (known.length < 2 || known.every((value) => isSame(value, known[0]))) return;
  // what is missing here is missing below as well
  const below = values.map((value) => (value === undefined ? MISSING_ABOVE : value));
  if (known.every(isTree)) {
    const isOneType = known.every(({ type }) => type === known[0].type);
    for (const key of keysOf(known))
      if (!(isMissing && key === 'type'))
        compare(
          below.map((tree) => (isTree(tree) ? tree[key] : tree)),
          `${path}.${key}`,
          changes,
          onlyCommon || !isOneType,
        );
  } else if (known.every(Array.isArray)) {
    const longest = Math.max(...known.map(({ length }) => length));
    for (let i = 0; i < longest; i++)
      compare(
        below.map((list) => (Array.isArray(list) ? list[i] : list)),
        `${path}[${i}]`,
        changes,
        onlyCommon,
      );
  } else if (!isMissing) changes.push({ path, values: values.map(withoutMark) });
}

const keysOf = (trees: readonly Tree[]): string[] => [...new Set(trees.flatMap((tree) => Object.keys(tree)))];

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

const withoutMark = (value: unknown): unknown => (value === MISSING_ABOVE ? undefined : value);
