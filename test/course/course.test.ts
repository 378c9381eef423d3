/** The course keeps its promises: model solutions pass, starters do not, and bad submissions get a sentence. */
import { parseYaml } from '../../src/scenario/yaml.ts';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skidpad, temporaryFolder } from '../support/command-line.ts';
import { projectRoot } from '../support/scenario-files.ts';

const course = join(projectRoot, 'docs/course');
const labs = readdirSync(course).filter((name) => existsSync(join(course, name, 'scenario.yaml')));
const filesOf = (folder: string, pattern: RegExp): string[] =>
  readdirSync(join(course, folder))
    .filter((name) => pattern.test(name))
    .map((name) => join('docs/course', folder, name));

const grade = (lab: string, submission: string) => skidpad(['grade', lab, submission, '--json']);

/** Exit codes of grading these files, at the same time. */
const codesOf = async (lab: string, files: readonly string[]): Promise<Record<string, number | null>> =>
  Object.fromEntries(await Promise.all(files.map(async (file) => [file, (await grade(lab, file)).code] as const)));
const all = (files: readonly string[], code: number) => Object.fromEntries(files.map((file) => [file, code]));

/** A submission to lab 1 as a file of its own. */
function submission(step: string, output = 'control'): string {
  const file = join(temporaryFolder(), 'mine.ts');
  writeFileSync(
    file,
    `
import { CarInfo, Control, defineBlock, Float64 } from 'skidpad';
export default defineBlock({
  type: 'mine', doc: '', params: {}, inputs: { car_info: CarInfo, setpoint: Float64 }, outputs: { ${output}: Control },
  init: () => ({}),
  step(_params, _state, _inputs, { ${output}: control }) { ${step} },
});`,
  );
  return file;
}

// runs take as long as the machine needs
describe('the course', () => {
  it('has eight labs', () => {
    expect(labs).toHaveLength(8);
  });

  it.each(labs)('%s: model solutions pass', async (lab) => {
    const solutions = filesOf('solutions', new RegExp(`^${lab.slice(0, 4)}\\.`));
    expect(solutions).not.toEqual([]);
    expect(await codesOf(lab, solutions)).toEqual(all(solutions, 0));
  });

  it.each(labs)('%s: starters run and do not pass', async (lab) => {
    const starters = filesOf(lab, /^starter\./);
    expect(starters).not.toEqual([]);
    expect(await codesOf(lab, starters)).toEqual(all(starters, 1));
  });

  it.each(labs)('%s: its page names every criterion', (lab) => {
    const page = readFileSync(join(course, lab, 'README.md'), 'utf8');
    const criteria = filesOf(lab, /^scenario.*\.yaml$/).flatMap((file) => {
      const { expect: expectations = [] } = parseYaml(readFileSync(join(projectRoot, file), 'utf8'), file) as {
        expect?: { doc: string }[];
      };
      return expectations.map(({ doc }) => doc);
    });
    expect(criteria.filter((sentence) => !page.includes(sentence))).toEqual([]);
  });

  it('gives the same hash to the same submission', async () => {
    const first = await grade('lab1', 'docs/course/solutions/lab1.ts');
    const second = await grade('lab1', 'docs/course/solutions/lab1.ts');
    expect(JSON.parse(first.stdout).scenarios[0].hash).toMatch(/^[0-9a-f]{16}$/);
    expect(second.stdout).toBe(first.stdout);
  });

  it.each<[string, string, RegExp]>([
    ['throws', '(undefined as any).x;', /^blocks\.student: threw at 0 s: Cannot read properties of undefined/],
    [
      'writes NaN',
      'control.value.throttle = 0 / 0;',
      /^blocks\.student: wrote NaN into control\.throttle at 0 s; expected a number$/,
    ],
    ['never returns', 'for (;;) {}', /^blocks\.student: did not answer within 10 s$/],
  ])('tells in a sentence that a submission %s', async (_what, step, sentence) => {
    const { code, stdout, stderr } = await grade('lab1', submission(step));
    expect([code, stderr]).toEqual([3, '']);
    const { passed, scenarios } = JSON.parse(stdout);
    expect(passed).toBe(false);
    expect(scenarios[0].problem).toMatch(sentence);
  });

  it.each<[string, () => [string, string], RegExp]>([
    [
      'lacks an output',
      () => ['lab1', submission('', 'pedals')],
      /mine\.ts: expected an output "control" of type prius_msgs\/msg\/Control, got none$/,
    ],
    [
      'is a controller where parameters are wanted',
      () => ['lab2', submission('')],
      /this lab wants parameters: a \.yaml file$/,
    ],
    ['is not there', () => ['lab1', 'nowhere.ts'], /nowhere\.ts: there is no such file$/],
  ])('does not run a submission that %s', async (_what, args, sentence) => {
    const { code, stderr } = await grade(...args());
    expect(code).toBe(2);
    expect(stderr.trim()).toMatch(sentence);
  });
});
