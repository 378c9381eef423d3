/** What the gallery shows: every scenario of the project and every lab of the course, as documents that run in one thread. */
import type { Catalog } from '../../src/scenario/catalog.ts';
import { parseYaml } from '../../src/scenario/yaml.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { catalog } from '../../src/catalog.ts';
import type { AnyBlock } from '../../src/core/block.ts';
import { expandSensors } from '../../src/core/scenario-parts.ts';
import { expandFragments } from '../../src/core/scenario-text.ts';
import { prepareScenario } from '../../src/scenario-preparation.ts';
import lab1 from '../../docs/course/solutions/lab1.ts';
import lab3 from '../../docs/course/solutions/lab3.ts';
import lab5 from '../../docs/course/solutions/lab5.ts';
import lab6 from '../../docs/course/solutions/lab6.ts';
import lab7 from '../../docs/course/solutions/lab7.ts';

export interface ScenarioSource {
  readonly path: string;
  readonly group: string;
  readonly document: any;
  readonly catalog: Catalog;
  readonly runnable: boolean;
  readonly command: string;
  /** Whether its result depends on what a student writes; it is shown with the model solution. */
  readonly isTask: boolean;
}

const SOLUTIONS: Readonly<Record<string, AnyBlock>> = { lab1, lab3, lab5, lab6, lab7 } as Record<string, AnyBlock>;
const SOLUTION = 'course/solution';

const yamlBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => `${folder}/${name}`)
    .sort();

export const scenarioSources = (): ScenarioSource[] => [
  ...yamlBelow('scenarios').map(scenario),
  ...yamlBelow('docs/course')
    .filter((path) => /\/(scenario[\w-]*|relay)\.yaml$/.test(path))
    .map(lab),
];

function scenario(path: string): ScenarioSource {
  const document = expanded(path);
  const runnable = !Object.values<any>(document.blocks).some(({ host }) => (host?.kind ?? host) === 'process');
  return {
    path,
    group: path.split('/')[1],
    document: inOneThread(document),
    catalog,
    runnable,
    command: `npx skidpad run ${path}`,
    isTask: false,
  };
}

/** A lab with its model solution in the place of the student's work. */
function lab(path: string): ScenarioSource {
  const document = expanded(path);
  const name = /lab\d/.exec(path)![0];
  const { student } = document.blocks;
  const folder = dirname(path);
  if (student === undefined)
    return {
      path,
      group: 'course',
      document: inOneThread(document),
      catalog,
      runnable: true,
      command: `npx skidpad run ${path}`,
      isTask: false,
    };
  const isProgram = student.type === 'program';
  if (isProgram) {
    const { ports: _ports, ...entry } = student;
    document.blocks.student = { ...entry, type: SOLUTION };
  } else {
    student.params = {
      ...student.params,
      ...(parseYaml(readFileSync(`docs/course/solutions/${name}.yaml`, 'utf8'), name) as object),
    };
  }
  const withSolution: Catalog = {
    ...catalog,
    find: (type) => (type === SOLUTION ? SOLUTIONS[name] : catalog.find(type)),
  };
  return {
    path,
    group: 'course',
    document: inOneThread(document),
    catalog: withSolution,
    runnable: !isProgram,
    command: `npx skidpad grade ${name} ${folder}/starter.${isProgram ? 'ts' : 'yaml'}`,
    isTask: true,
  };
}

function expanded(path: string): any {
  const read = (file: string) => parseYaml(readFileSync(file, 'utf8'), relative('.', file));
  return expandSensors(expandFragments(read(path), (fragment) => read(resolve(dirname(path), fragment))));
}

function inOneThread(document: any): unknown {
  for (const block of Object.values<any>(document.blocks)) delete block.host;
  return prepareScenario(document);
}
