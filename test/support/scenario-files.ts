/** Every scenario file of the project, expanded and made to run in one thread. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expandSensors } from '../../src/core/scenario-parts.ts';
import { expandFragments, parseYaml } from '../../src/core/scenario-text.ts';
import { prepareScenario } from '../../src/scenario-preparation.ts';

export const projectRoot = resolve(import.meta.dirname, '../..');

export const scenarioFiles = (): string[] =>
  readdirSync(join(projectRoot, 'scenarios'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join('scenarios', name))
    .sort();

/** The document of a scenario file with its fragments, every block local. */
export function scenarioDocument(file: string): any {
  const path = join(projectRoot, file);
  const read = (name: string) => parseYaml(readFileSync(name, 'utf8'), relative(projectRoot, name));
  const document = expandSensors(
    expandFragments(read(path), (fragment) => read(resolve(dirname(path), fragment))),
  ) as any;
  for (const block of Object.values<any>(document.blocks)) delete block.host;
  return prepareScenario(document);
}
