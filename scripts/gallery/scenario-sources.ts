/** What the gallery shows: every scenario of the project and every lab of the course, in one thread. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import lab1 from '../../docs/course/solutions/lab1.ts';
import lab3 from '../../docs/course/solutions/lab3.ts';
import lab5 from '../../docs/course/solutions/lab5.ts';
import lab6 from '../../docs/course/solutions/lab6.ts';
import lab7 from '../../docs/course/solutions/lab7.ts';
import lab8 from '../../docs/course/solutions/lab8.ts';
import { catalog } from '../../src/catalog.ts';
import type { AnyBlock } from '../../src/core/block.ts';
import type { Tree } from '../../src/core/tree.ts';
import type { Work } from '../../src/course/grade.ts';
import { loadLab } from '../../src/course/grade.ts';
import { STUDENT, wantsParameters } from '../../src/course/grading.ts';
import { nodeFiles } from '../../src/node/files.ts';
import { expandScenario } from '../../src/scenario/document.ts';
import { inOneThread } from '../../src/scenario/in-one-thread.ts';
import { loadScenario } from '../../src/scenario/load.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';

export interface GallerySource {
  readonly path: string;
  readonly group: string;
  readonly scenario: Scenario;
  readonly runnable: boolean;
  readonly command: string;
  /** Whether its result depends on what a student writes; it is shown with the model solution. */
  readonly isTask: boolean;
}

const SOLUTIONS: Readonly<Record<string, AnyBlock>> = { lab1, lab3, lab5, lab6, lab7, lab8 };

const yamlBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => `${folder}/${name}`)
    .sort();

export async function* gallerySources(): AsyncGenerator<GallerySource> {
  for (const path of yamlBelow('scenarios')) yield scenarioSource(path, path.split('/')[1]);
  const labs = yamlBelow('docs/course').filter((path) => /\/(scenario[\w-]*|relay)\.yaml$/.test(path));
  for (const path of labs) yield labSource(path);
}

async function scenarioSource(path: string, group: string): Promise<GallerySource> {
  const { blocks } = await loadScenario(nodeFiles, path);
  return {
    path,
    group,
    scenario: await loadScenario(nodeFiles, path, { edit: inOneThread }),
    runnable: !blocks.some(({ host }) => host.kind.traits.standsIn),
    command: `npx skidpad run ${path}`,
    isTask: false,
  };
}

/** A lab with its model solution in the place of the student's work. */
async function labSource(path: string): Promise<GallerySource> {
  const { blocks } = await expandScenario(nodeFiles, path);
  const student = (blocks as Tree)[STUDENT];
  if (student === undefined) return scenarioSource(path, 'course');
  const name = /lab\d/.exec(path)![0];
  const isTuning = wantsParameters(student as Tree);
  return {
    path,
    group: 'course',
    scenario: await loadLab(nodeFiles, path, isTuning ? tunedWork(name) : writtenWork(name), catalog),
    runnable: isTuning,
    command: `npx skidpad grade ${name} ${dirname(path)}/starter.${isTuning ? 'yaml' : 'ts'}`,
    isTask: true,
  };
}

function tunedWork(lab: string): Work {
  const file = `docs/course/solutions/${lab}.yaml`;
  return { submission: { kind: 'parameters', file, text: readFileSync(file, 'utf8') } };
}

function writtenWork(lab: string): Work {
  const block = SOLUTIONS[lab];
  return { submission: { kind: 'module', file: `docs/course/solutions/${lab}.ts`, type: block.type }, block };
}
