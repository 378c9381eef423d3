import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skidpad, temporaryFolder } from '../support/command-line.ts';
import { projectRoot } from '../support/scenario-files.ts';

const EXAMPLE = 'examples/blocks/own-controller.yaml';

/** The example scenario in a folder of its own, with another controller. */
function withController(source: string): string {
  const folder = temporaryFolder();
  const scenario = readFileSync(join(projectRoot, EXAMPLE), 'utf8').replace(
    '../../vehicles',
    join(projectRoot, 'vehicles'),
  );
  writeFileSync(join(folder, 'scenario.yaml'), scenario);
  writeFileSync(join(folder, 'proportional-follower.ts'), source);
  return join(folder, 'scenario.yaml');
}

const controller = (step: string): string => `
import { defineBlock, Odometry, Twist, anything } from 'skidpad';
export default defineBlock({
  type: 'mine', doc: '', params: { target: anything('') }, inputs: { odom: Odometry }, outputs: { twist: Twist },
  init: () => ({}),
  step(params, state, inputs, { twist }) { ${step} },
});`;

describe('a block in a TypeScript file', () => {
  it('runs, is kept with the run, and gives the same answer again and in a worker', async () => {
    const out = join(temporaryFolder(), 'run');
    const { code, stdout, stderr } = await skidpad(['run', EXAMPLE, '--out', out, '--json']);
    expect([code, stderr]).toEqual([0, '']);
    expect(readdirSync(join(out, 'assets'))).toEqual([
      expect.stringMatching(/^[0-9a-f]{16}-proportional-follower\.mjs$/),
    ]);
    expect((await skidpad(['verify', out])).stdout).toMatch(/^identical/);
    const worker = await skidpad(['run', EXAMPLE, '--host', 'controller=worker', '--no-record', '--json']);
    expect(JSON.parse(worker.stdout).hash).toBe(JSON.parse(stdout).hash);
  });

  it.each<[string, string, number, RegExp]>([
    [
      'that throws',
      controller('\n    (undefined as any).x;'),
      3,
      /^skidpad: blocks\.controller: threw at 0 s: .*\(proportional-follower\.ts:7:\d+\)/,
    ],
    [
      'that writes NaN',
      controller('twist.value.linear.x = 0 / 0;'),
      3,
      /^skidpad: blocks\.controller: wrote NaN into twist\.linear\.x at 0 s; expected a number/,
    ],
    [
      'that cannot begin',
      controller('').replace('init: () => ({}),', "init: () => { throw new Error('no map'); },"),
      3,
      /^skidpad: blocks\.controller: .*no map/,
    ],
    [
      'that cannot be parsed',
      'export default {',
      2,
      /scenario\.yaml:8:5: blocks\.controller\.type: proportional-follower\.ts:1:17: /,
    ],
    [
      'without a default export',
      'export const a = 1;',
      2,
      /scenario\.yaml:8:5: blocks\.controller\.type: expected \.\/proportional-follower\.ts to have a default export made with defineBlock, got no value/,
    ],
    [
      'without a step',
      'export default { params: {}, inputs: {}, outputs: {}, init() {} };',
      2,
      /to have a function step, got no value/,
    ],
    [
      'that reads files',
      `import 'node:fs'; ${controller('')}`,
      2,
      /proportional-follower\.ts:1:8: Could not resolve "node:fs"/,
    ],
  ])('%s gets one sentence', async (_what, source, expected, sentence) => {
    const { code, stderr } = await skidpad(['run', withController(source), '--no-record']);
    expect(stderr).toMatch(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(expected);
  });

  it('that never returns is stopped when it runs in a worker', async () => {
    const file = withController(controller('for (;;) {}'));
    const { code, stderr } = await skidpad([
      'run',
      file,
      '--no-record',
      '--set',
      'blocks.controller.host={kind: worker, timeLimit: 1}',
    ]);
    expect(stderr).toMatch(/^skidpad: blocks\.controller: .*1 s/);
    expect(code).toBe(3);
  });
});
