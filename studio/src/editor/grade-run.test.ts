/** The page grades as the command line does, to the last digit. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as library from '../../../src/index.ts';
import { hasPassed } from '../../../src/course/grading.ts';
import { courseFiles } from './course-files.ts';
import { gradedPaths } from './grade-client.ts';
import type { GradedHere, Work } from './grade-run.ts';
import { gradeScenario, submittedScenario } from './grade-run.ts';
import { memoryFiles } from '../../../src/scenario/files.ts';
import type { StartingPoint } from './starting-points.ts';
import { startingPoints } from './starting-points.ts';
import { dataUrl, transpiled } from './transpiled-module.ts';
import { libraryBridge, loadUserBlock } from './user-module.ts';

const root = resolve(import.meta.dirname, '../../..');
const labs = startingPoints(courseFiles).filter(({ kind }) => kind === 'lab');
const labOf = (name: string): StartingPoint => labs.find(({ id }) => id.startsWith(name))!;

async function gradeHere(lab: StartingPoint, file: string, text: string): Promise<GradedHere[]> {
  const work: Work =
    lab.writes === 'controller'
      ? { kind: 'module', module: transpiled(`./${file}`, text) }
      : { kind: 'parameters', file, text };
  const block =
    work.kind === 'module' ? await loadUserBlock(work.module, libraryBridge(library, dataUrl), dataUrl) : undefined;
  const results: GradedHere[] = [];
  for (const path of gradedPaths(lab)) {
    const scenario = await submittedScenario(memoryFiles(courseFiles), path, work, block);
    results.push(await gradeScenario(scenario, work, block, () => undefined));
  }
  return results;
}

function gradeByCommandLine(lab: string, file: string): { passed: boolean; scenarios: unknown } {
  const { stdout } = spawnSync(process.execPath, [join(root, 'dist/cli.js'), 'grade', lab, file, '--json'], {
    cwd: root,
    encoding: 'utf8',
  });
  return JSON.parse(stdout);
}

const step = (body: string): string => `import { CarInfo, Control, defineBlock, Float64 } from 'skidpad';
export default defineBlock({
  type: 'mine', doc: '', params: {}, inputs: { setpoint: Float64 }, outputs: { control: Control }, init: () => ({}),
  step(_params: object, _state: object, _inputs: any, { control }: any) {
    ${body}
  },
});`;

describe('grading in the page', () => {
  it.each([
    ['lab1', 'docs/course/solutions/lab1.ts', true],
    ['lab1', 'docs/course/lab1-cruise-control/starter.ts', false],
    ['lab2', 'docs/course/solutions/lab2.yaml', true],
    ['lab2', 'docs/course/lab2-tuning/starter.yaml', false],
    ['lab5', 'docs/course/solutions/lab5.ts', true],
    ['lab5', 'docs/course/lab5-avoidance/starter.ts', false],
  ])('%s, %s: the verdict, the numbers and the hash of the command line', async (lab, file, passed) => {
    const results = await gradeHere(labOf(lab), file.replace(/^.*\//, ''), readFileSync(join(root, file), 'utf8'));
    expect(hasPassed(results)).toBe(passed);
    const expected = gradeByCommandLine(lab, file);
    expect(expected.passed).toBe(passed);
    expect(JSON.parse(JSON.stringify(results))).toEqual(expected.scenarios);
  });

  it('says at which line a controller threw', async () => {
    const [result] = await gradeHere(labOf('lab1'), 'mine.ts', step('(undefined as any).x;'));
    expect(result.problem).toMatch(
      /^blocks\.student: threw at 0 s: Cannot read properties of undefined \(reading 'x'\) \(mine\.ts:5:\d+\)$/,
    );
    expect(result.place?.line).toBe(5);
  });

  it('refuses what is not a number', async () => {
    const [result] = await gradeHere(labOf('lab1'), 'mine.ts', step('control.value.throttle = 0 / 0;'));
    expect(result.problem).toBe('blocks.student: wrote NaN into control.throttle at 0 s; expected a number');
  });

  it.each<[string, string, string, string, RegExp]>([
    [
      'lacks an output',
      'lab1',
      'mine.ts',
      step('').replace('outputs: { control', 'outputs: { pedals'),
      /^mine\.ts: expected an output "control" of type prius_msgs\/msg\/Control, got none$/,
    ],
    [
      'has a parameter that is not there',
      'lab2',
      'gains.yaml',
      'kq: 3',
      /^gains\.yaml:1:1: kq: unknown key \(did you mean "kp"\?\)/,
    ],
    ['is not YAML', 'lab2', 'gains.yaml', 'kp: [1', /^gains\.yaml:\d+:\d+: unreadable YAML/],
    ['is a list', 'lab2', 'gains.yaml', '- 1', /^gains\.yaml: expected parameters by name, got a list of 1$/],
  ])('does not run work that %s', async (_what, lab, file, text, sentence) => {
    await expect(gradeHere(labOf(lab), file, text)).rejects.toThrow(sentence);
  });
});
