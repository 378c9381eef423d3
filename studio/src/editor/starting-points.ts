/**
 * What somebody can begin with: a lab of the course, which is graded, or an example. A lab is a folder of docs/course with a
 * scenario.yaml, as for `skidpad grade`; its block `student` says whether it wants a controller or parameters.
 */
import { isGradedScenario, studentEntry, wantsParameters } from '../../../src/course/grading.ts';
import { expandScenario } from '../../../src/scenario/document.ts';
import { memoryFiles } from '../../../src/scenario/files.ts';
import { inOneThread } from '../../../src/scenario/in-one-thread.ts';
import type { Tree } from '../../../src/core/tree.ts';
import { parseYaml } from '../../../src/scenario/yaml.ts';

/** Texts by their path from the root of the project. */
export type ProjectFiles = ReadonlyMap<string, string>;

interface RunnableScenario {
  /** Path from the root of the project. */
  readonly path: string;
  readonly title: string;
  /** Whether the work has to pass it; others are experiments of the lab. */
  readonly graded: boolean;
}

export interface StartingPoint {
  readonly id: string;
  readonly kind: 'lab' | 'example';
  readonly title: string;
  /** A controller in TypeScript, or parameters in YAML. */
  readonly writes: 'controller' | 'parameters';
  /** Name of the file that is written, such as cruise-control.ts. */
  readonly file: string;
  readonly starter: string;
  /** The task, in Markdown. */
  readonly task: string;
  /** At least one; the first is the one to begin with. */
  readonly scenarios: readonly RunnableScenario[];
}

const COURSE = 'docs/course/';

/** The folders that are labs, in their order. */
export function labNames(files: ProjectFiles): string[] {
  return [...files.keys()].flatMap((path) => /^docs\/course\/([^/]+)\/scenario\.yaml$/.exec(path)?.[1] ?? []).sort();
}

export function startingPoints(files: ProjectFiles): StartingPoint[] {
  return [...labNames(files).map((name) => lab(name, files)), ...EXAMPLES.map((example) => exampleOf(example, files))];
}

function lab(name: string, files: ProjectFiles): StartingPoint {
  const folder = `${COURSE}${name}/`;
  const task = textOf(files, `${folder}README.md`);
  const main = `${folder}scenario.yaml`;
  const isTuning = wantsParameters(studentEntry(parseYaml(textOf(files, main), main), main));
  const extension = isTuning ? 'yaml' : 'ts';
  const names = [...files.keys()]
    .filter((path) => path.startsWith(folder) && path.endsWith('.yaml'))
    .map((path) => path.slice(folder.length))
    .sort();
  const graded = names
    .filter(isGradedScenario)
    .sort((a, b) => Number(b === 'scenario.yaml') - Number(a === 'scenario.yaml'));
  const experiments = names.filter((file) => !isGradedScenario(file) && !file.startsWith('starter'));
  return {
    id: name,
    kind: 'lab',
    title: headingOf(task) ?? name,
    writes: isTuning ? 'parameters' : 'controller',
    file: `${name.replace(/^lab\d+-/, '')}.${extension}`,
    starter: textOf(files, `${folder}starter.${extension}`),
    task: task.replace(/^#\s.*\n+/, ''),
    scenarios: [...graded, ...experiments].map((file) => ({
      path: folder + file,
      title: scenarioTitle(file),
      graded: isGradedScenario(file),
    })),
  };
}

interface Example {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly scenario: string;
  readonly task: string;
}

const EXAMPLES: readonly Example[] = [
  {
    id: 'drive-to-a-point',
    title: 'Drive to a point',
    source: 'examples/blocks/proportional-follower.ts',
    scenario: 'examples/blocks/own-controller.yaml',
    task: [
      'A car with actuators drives to a point 12 m east and 6 m north of its start, and stops there. The block reads where the car is (`odom`) and writes how fast it shall drive and turn (`twist`), 20 times a second.',
      'Things to try:',
      '1. Turn `gain` up until the car swings. What limits it: the law, the steering, or the latency of 10 ms?',
      '2. Stop facing north, whatever the way there.',
      '3. Make it a list of points, and drive through all of them.',
    ].join('\n\n'),
  },
  {
    id: 'keep-a-lane',
    title: 'Keep a lane by camera',
    source: 'examples/lane/chase.ts',
    scenario: 'examples/lane/own-lane-keeping.yaml',
    task: [
      'A small car keeps its lane by camera. A detector finds the lane in every image, ten times a second, and describes its centre as a polynomial y(x) in the frame of the car; the block steers by that alone.',
      'Things to try:',
      '1. Look further ahead, and nearer. What does a bend do to each?',
      '2. Slow down where the lane bends: its curvature is about 2 c₂ + 6 c₃ x.',
      '3. Drive on for half a second when no lane is seen, and stop only then.',
    ].join('\n\n'),
  },
];

function exampleOf({ id, title, source, scenario, task }: Example, files: ProjectFiles): StartingPoint {
  return {
    id,
    title,
    task,
    kind: 'example',
    writes: 'controller',
    file: source.replace(/^.*\//, ''),
    starter: textOf(files, source),
    scenarios: [{ path: scenario, title: scenarioTitle(scenario.replace(/^.*\//, '')), graded: false }],
  };
}

/** The document to run an example or an experiment: every block here, where no other program can be started. */
export const localDocument = (path: string, files: ProjectFiles): Promise<Tree> =>
  expandScenario(memoryFiles(files), path, { edit: inOneThread });

function textOf(files: ProjectFiles, path: string): string {
  const text = files.get(path);
  if (text === undefined) throw new Error(`${path} is missing`);
  return text;
}

const headingOf = (markdown: string): string | undefined => /^#\s+(.+)$/m.exec(markdown)?.[1];

/** scenario-camera.yaml is “Camera”, scenario.yaml is the main one. */
function scenarioTitle(file: string): string {
  const name = file
    .replace(/\.yaml$/, '')
    .replace(/^scenario-?/, '')
    .replaceAll('-', ' ');
  return name === '' ? 'Main scenario' : name[0].toUpperCase() + name.slice(1);
}
