/** Files of the project as texts by their path from its root, and scenarios made of several of them. */
import { parseYaml } from '../../../src/scenario/yaml.ts';
import { InputError, quote } from '../../../src/core/input-error.ts';
import { expandSensors } from '../../../src/core/scenario-parts.ts';
import { expandFragments } from '../../../src/core/scenario-text.ts';

export type ProjectFiles = ReadonlyMap<string, string>;

/** `a/b/../c` is a/c. */
export function normalisePath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

const folderOf = (path: string): string => path.replace(/[^/]*$/, '');

/** A scenario with everything that it names in other files. */
export function scenarioDocument(path: string, files: ProjectFiles): Record<string, any> {
  const read = (name: string): unknown => {
    const text = files.get(name);
    if (text === undefined) throw new InputError(path, `there is no file ${name}`);
    return parseYaml(text, name);
  };
  const document = expandSensors(
    expandFragments(read(path), (fragment) => read(normalisePath(folderOf(path) + fragment))),
  );
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new InputError(path, `expected a scenario, got ${quote(document)}`);
  return document as Record<string, any>;
}
