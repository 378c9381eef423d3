/** The scenarios, worlds and vehicles that come with Skidpad, by their path from its root. */
import { InputError } from '../../../src/core/input-error.ts';
import type { Files } from '../../../src/scenario/files.ts';
import { memoryFiles } from '../../../src/scenario/files.ts';

const bundled = import.meta.glob(
  ['../../../{scenarios,worlds,vehicles,docs/course,examples}/**/*.{yaml,csv,dbc}', '!**/solutions/**'],
  { query: '?raw', import: 'default', eager: true },
) as Record<string, string>;

/** Without the way up to the project's folder. */
const texts = new Map(Object.entries(bundled).map(([path, text]) => [path.replace(/^(\.\.\/)+/, ''), text]));

export const projectFiles: Files = memoryFiles(texts);

export const projectPaths = (): string[] => [...texts.keys()];

export function projectText(path: string): string {
  const text = texts.get(path);
  if (text === undefined) throw new InputError(path, 'there is no such file in this studio');
  return text;
}
