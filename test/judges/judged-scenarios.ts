/** Every scenario of the project that expects something, loaded with the change that makes a bad car of a good one. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as library from '../../src/index.ts';
import type { AnyBlock } from '../../src/core/block.ts';
import type { Tree } from '../../src/core/tree.ts';
import type { Submission } from '../../src/course/grading.ts';
import { isGradedScenario, matchPorts, STUDENT, studentEntry, submittedEntry } from '../../src/course/grading.ts';
import { nodeCatalog } from '../../src/node/catalog.ts';
import { nodeFiles } from '../../src/node/files.ts';
import { byType, extendCatalog } from '../../src/scenario/catalog.ts';
import { inOneThread } from '../../src/scenario/in-one-thread.ts';
import { loadScenario } from '../../src/scenario/load.ts';
import type { LoadModule } from '../../src/scenario/modules.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { dataUrl, transpiled } from '../../studio/src/editor/transpiled-module.ts';
import { importModule, libraryBridge, loadUserBlock } from '../../studio/src/editor/user-module.ts';
import { projectRoot, scenarioFiles } from '../support/scenario-files.ts';
import { badParts } from './bad-cars.ts';

export type Change = (document: Tree) => Tree;

const bridge = libraryBridge(library, dataUrl);

/** Users' modules as the studio loads them, with the very library that runs here. */
const modules: LoadModule = async (files, file) =>
  importModule(transpiled(file, await files.text(file)), bridge, dataUrl);

/** Examples with their own programs, scenarios with the models in place of them, which give the same bits. */
const loadShipped = (file: string, change: Change): Promise<Scenario> =>
  loadScenario(nodeFiles, join(projectRoot, file), {
    catalog: extendCatalog(nodeCatalog, { blocks: byType(badParts) }),
    modules,
    edit: (document) => change(file.startsWith('scenarios/') ? inOneThread(document) : document),
  });

const COURSE = 'docs/course';

/** The model solution of a lab: a block of its own, or parameters. */
async function solutionOf(lab: string): Promise<{ submission: Submission; block?: AnyBlock }> {
  const file = join(COURSE, 'solutions', lab.slice(0, 4));
  if (existsSync(join(projectRoot, `${file}.yaml`))) {
    const text = readFileSync(join(projectRoot, `${file}.yaml`), 'utf8');
    return { submission: { kind: 'parameters', file: `${file}.yaml`, text } };
  }
  const source = readFileSync(join(projectRoot, `${file}.ts`), 'utf8');
  const block = await loadUserBlock(transpiled(`./${file}.ts`, source), bridge, dataUrl);
  return { submission: { kind: 'module', file: `${file}.ts`, type: block.type }, block };
}

async function loadSolved(lab: string, file: string, change: Change): Promise<Scenario> {
  const { submission, block } = await solutionOf(lab);
  const solved = (document: Tree): Tree => {
    const entry = studentEntry(document, file);
    const student = submittedEntry(entry, submission);
    if (block !== undefined) matchPorts(student, entry, block, submission.file);
    return { ...document, blocks: { ...(document.blocks as Tree), [STUDENT]: student } };
  };
  return loadScenario(nodeFiles, join(projectRoot, file), {
    catalog: extendCatalog(nodeCatalog, { blocks: byType([...badParts, ...(block === undefined ? [] : [block])]) }),
    edit: (document) => change(solved(document)),
  });
}

const labs = readdirSync(join(projectRoot, COURSE)).filter((name) => name.startsWith('lab'));

/** All examples but that of UDP, which needs its program on a port, and the wall clock. */
const EXAMPLES = [
  'examples/blocks/own-controller.yaml',
  'examples/lane/own-lane-keeping.yaml',
  'examples/process/cruise.yaml',
  'examples/waypoints/course.yaml',
];

/** By the name of the file, how each is loaded. */
export const judged: Readonly<Record<string, (change: Change) => Promise<Scenario>>> = Object.fromEntries([
  ...[...scenarioFiles(), ...EXAMPLES].map((file) => [file, (change: Change) => loadShipped(file, change)]),
  ...labs.flatMap((lab) =>
    readdirSync(join(projectRoot, COURSE, lab))
      .filter(isGradedScenario)
      .map((name) => join(COURSE, lab, name))
      .map((file) => [file, (change: Change) => loadSolved(lab, file, change)]),
  ),
]);
