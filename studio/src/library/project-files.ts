/** The scenarios, worlds, vehicles and networks that come with Skidpad, by their path from its root. */
import { InputError } from '../../../src/core/input-error.ts';
import { fromBase64 } from '../../../src/math/base64.ts';
import type { Files } from '../../../src/scenario/files.ts';
import { memoryFiles } from '../../../src/scenario/files.ts';

const bundled = import.meta.glob(
  ['../../../{scenarios,worlds,vehicles,docs/course,examples}/**/*.{yaml,csv,dbc,txt}', '!**/solutions/**'],
  { query: '?raw', import: 'default', eager: true },
) as Record<string, string>;

/** Weights, each as a data URL in a piece of its own, which is loaded when a scenario names it. */
const networks = import.meta.glob('../../../networks/*.net', {
  query: '?url&inline',
  import: 'default',
}) as Record<string, () => Promise<string>>;

/** Without the way up to the project's folder. */
const fromRoot = (path: string): string => path.replace(/^(\.\.\/)+/, '');
const texts = new Map(Object.entries(bundled).map(([path, text]) => [fromRoot(path), text]));
const weights = new Map(Object.entries(networks).map(([path, load]) => [fromRoot(path), load]));

const textFiles = memoryFiles(texts);

export const projectFiles: Files = {
  ...textFiles,
  async bytes(path) {
    const load = weights.get(path);
    if (load === undefined) return textFiles.bytes(path);
    const url = await load();
    return fromBase64(url.slice(url.indexOf(',') + 1))!;
  },
};

export const projectPaths = (): string[] => [...texts.keys()];

export function projectText(path: string): string {
  const text = texts.get(path);
  if (text === undefined) throw new InputError(path, 'there is no such file in this studio');
  return text;
}
