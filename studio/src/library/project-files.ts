/** The scenarios, worlds and vehicles that come with Skidpad, as text by path. */
import { parseYaml } from '../../../src/scenario/yaml.ts';
import { InputError } from '../../../src/core/input-error.ts';
import { expandSensors } from '../../../src/core/scenario-parts.ts';
import { expandFragments } from '../../../src/core/scenario-text.ts';

const bundled = import.meta.glob(
  ['../../../{scenarios,worlds,vehicles,docs/course,examples}/**/*.yaml', '!**/solutions/**'],
  { query: '?raw', import: 'default', eager: true },
) as Record<string, string>;

/** Without the way up to the project's folder. */
const files = new Map(Object.entries(bundled).map(([path, text]) => [path.replace(/^(\.\.\/)+/, ''), text]));

export const projectPaths = (): string[] => [...files.keys()];

export function projectText(path: string): string {
  const text = files.get(path);
  if (text === undefined) throw new InputError(path, 'there is no such file in this studio');
  return text;
}

/** `a/b/../c` is `a/c`. */
export function resolvePath(folder: string, file: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${file}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** A scenario with everything that it names in other files; `path` says where it lies, as those names are relative to it. */
export function expandScenario(text: string, path: string): Record<string, unknown> {
  const document = parseYaml(text, path);
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new InputError(path, 'expected a scenario: a mapping with name, duration and blocks');
  const folder = path.split('/').slice(0, -1).join('/');
  return expandSensors(
    expandFragments(document, (fragment) => {
      const file = resolvePath(folder, fragment);
      return parseYaml(projectText(file), fragment);
    }),
  ) as Record<string, unknown>;
}
